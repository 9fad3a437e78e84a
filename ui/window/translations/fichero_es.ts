<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Fichero</source>
        <translation>Acerca de Fichero</translation>
    </message>
    <message>
        <source>Fichero</source>
        <translation>Fichero</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privacidad</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Licencias</translation>
    </message>
    <message>
        <source>Components</source>
        <translation>Componentes</translation>
    </message>
    <message>
        <source>Licence text</source>
        <translation>Texto de la licencia</translation>
    </message>
    <message>
        <source>Fichero {version}</source>
        <translation>Fichero {version}</translation>
    </message>
    <message>
        <source>{name}, revision {revision}</source>
        <translation>{name}, revisión {revision}</translation>
    </message>
    <message>
        <source>Searches your own documents on this computer. Nothing leaves it.

Free software under the Apache License 2.0.</source>
        <translation>Busca en sus propios documentos, en este equipo. Nada sale de él.

Software libre con licencia Apache 2.0.</translation>
    </message>
</context>
<context>
    <name>AnswerDialog</name>
    <message>
        <source>Written answer</source>
        <translation>Respuesta redactada</translation>
    </message>
    <message>
        <source>What is sent</source>
        <translation>Lo que se envía</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>La respuesta</translation>
    </message>
    <message>
        <source>Send and write</source>
        <translation>Enviar y redactar</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Parar</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Looking for the passages…</source>
        <translation>Buscando los pasajes…</translation>
    </message>
    <message>
        <source>The nearest passages are in the list.</source>
        <translation>Los pasajes más cercanos están en la lista.</translation>
    </message>
    <message>
        <source>{model} is writing…</source>
        <translation>{model} está redactando…</translation>
    </message>
    <message>
        <source>This, and nothing else, goes to the model {model} at {address}, on this computer. Nothing has been sent yet.</source>
        <translation>Esto, y nada más, va al modelo {model} en {address}, en este equipo. Aún no se ha enviado nada.</translation>
    </message>
    <message>
        <source>Written by a model. Each sentence names a passage that holds its figures and words; read it there.</source>
        <translation>Lo ha redactado un modelo. Cada frase cita un pasaje que contiene sus cifras y palabras; léalo allí.</translation>
    </message>
    <message>
        <source>Written by a model. What is marked ⚠ is not supported by the passage that it names, or names none.</source>
        <translation>Lo ha redactado un modelo. Lo marcado con ⚠ no lo respalda el pasaje que cita, o no cita ninguno.</translation>
    </message>
    <message>
        <source>page {page}</source>
        <translation>página {page}</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close this message</source>
        <translation>Cerrar este mensaje</translation>
    </message>
</context>
<context>
    <name>Chip</name>
    <message numerus="yes">
        <source>%n document(s) among those that this search found</source>
        <translation>
            <numerusform>%n documento entre los que ha encontrado esta búsqueda</numerusform>
            <numerusform>%n documentos entre los que ha encontrado esta búsqueda</numerusform>
        </translation>
    </message>
    <message>
        <source>Click to search without it</source>
        <translation>Clic para buscar sin él</translation>
    </message>
</context>
<context>
    <name>Citation</name>
    <message>
        <source>pp. {first}–{last}</source>
        <translation>pp. {first}-{last}</translation>
    </message>
    <message>
        <source>p. {page}</source>
        <translation>p. {page}</translation>
    </message>
    <message>
        <source>“{passage}”</source>
        <translation>«{passage}»</translation>
    </message>
</context>
<context>
    <name>CodeView</name>
    <message>
        <source>Text of the document</source>
        <translation>Texto del documento</translation>
    </message>
</context>
<context>
    <name>Counts</name>
    <message numerus="yes">
        <source>%n older version(s)</source>
        <translation>
            <numerusform>%n versión anterior</numerusform>
            <numerusform>%n versiones anteriores</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n older version(s) under it</source>
        <translation>
            <numerusform>debajo, %n versión anterior</numerusform>
            <numerusform>debajo, %n versiones anteriores</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>With %n question(s) each one weighs much; more of them say more.</source>
        <translation>
            <numerusform>Con %n pregunta, cada una pesa mucho; más preguntas dicen más.</numerusform>
            <numerusform>Con %n preguntas, cada una pesa mucho; más preguntas dicen más.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) found now</source>
        <translation>
            <numerusform>%n pregunta se encuentra ahora</numerusform>
            <numerusform>%n preguntas se encuentran ahora</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) not found any more</source>
        <translation>
            <numerusform>%n ya no se encuentra</numerusform>
            <numerusform>%n ya no se encuentran</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Compared over the %n question(s) that both asked.</source>
        <translation>
            <numerusform>Se compara la %n pregunta que hicieron ambas.</numerusform>
            <numerusform>Se comparan las %n preguntas que hicieron ambas.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) of this name still wait to be read: {names}</source>
        <translation>
            <numerusform>%n archivo con este nombre aún espera a ser leído: {names}</numerusform>
            <numerusform>%n archivos con este nombre aún esperan a ser leídos: {names}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Looking for documents: %Ln file(s)</source>
        <translation>
            <numerusform>Buscando documentos: %Ln archivo</numerusform>
            <numerusform>Buscando documentos: %Ln archivos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Learning what they mean: {done} of %Ln passage(s)</source>
        <translation>
            <numerusform>Aprendiendo su significado: {done} de %Ln pasaje</numerusform>
            <numerusform>Aprendiendo su significado: {done} de %Ln pasajes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n min left</source>
        <translation>
            <numerusform>falta alrededor de %n min</numerusform>
            <numerusform>faltan unos %n min</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hidden</source>
        <translation>
            <numerusform>%Ln oculto</numerusform>
            <numerusform>%Ln ocultos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folder(s) of programs or of saved pages</source>
        <translation>
            <numerusform>%Ln carpeta de programas o de páginas guardadas</numerusform>
            <numerusform>%Ln carpetas de programas o de páginas guardadas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln temporary</source>
        <translation>
            <numerusform>%Ln temporal</numerusform>
            <numerusform>%Ln temporales</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not document(s)</source>
        <translation>
            <numerusform>%Ln no es un documento</numerusform>
            <numerusform>%Ln no son documentos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s) (text recognition is off)</source>
        <translation>
            <numerusform>%Ln imagen (el reconocimiento de texto está desactivado)</numerusform>
            <numerusform>%Ln imágenes (el reconocimiento de texto está desactivado)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln too large</source>
        <translation>
            <numerusform>%Ln demasiado grande</numerusform>
            <numerusform>%Ln demasiado grandes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln link(s)</source>
        <translation>
            <numerusform>%Ln enlace</numerusform>
            <numerusform>%Ln enlaces</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln removed by you</source>
        <translation>
            <numerusform>%Ln quitado por usted</numerusform>
            <numerusform>%Ln quitados por usted</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DiagnosticsDialog</name>
    <message>
        <source>Report for somebody who helps</source>
        <translation>Informe para quien le ayude</translation>
    </message>
    <message>
        <source>Counts, sizes, versions and the ends of the logs: no text of documents, no names, paths or searches. Nothing is sent; look through it, then copy or save it and hand it to whom you want.</source>
        <translation>Cuentas, tamaños, versiones y el final de los registros: ni textos de documentos, ni nombres, rutas o búsquedas. No se envía nada; mírelo, y luego cópielo o guárdelo y déselo a quien quiera.</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Mirando…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Guardar…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>The report could not be made.</source>
        <translation>No se pudo hacer el informe.</translation>
    </message>
    <message>
        <source>The report could not be saved there.</source>
        <translation>El informe no se pudo guardar ahí.</translation>
    </message>
</context>
<context>
    <name>EmptyPage</name>
    <message>
        <source>Nothing found</source>
        <translation>No se ha encontrado nada</translation>
    </message>
    <message>
        <source>Nothing found so far</source>
        <translation>Por ahora no se ha encontrado nada</translation>
    </message>
    <message numerus="yes">
        <source>Searched: %n document(s)</source>
        <translation>
            <numerusform>Se ha buscado en %n documento</numerusform>
            <numerusform>Se ha buscado en %n documentos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>only in %n document(s) chosen</source>
        <translation>
            <numerusform>solo en %n documento elegido</numerusform>
            <numerusform>solo en %n documentos elegidos</numerusform>
        </translation>
    </message>
    <message>
        <source>from {day}</source>
        <translation>desde el {day}</translation>
    </message>
    <message>
        <source>to {day}</source>
        <translation>hasta el {day}</translation>
    </message>
    <message>
        <source>What is found in the others will appear here by itself.</source>
        <translation>Lo que se encuentre en los demás aparecerá aquí por sí solo.</translation>
    </message>
    <message>
        <source>None of your documents has been read yet.</source>
        <translation>Todavía no se ha leído ninguno de sus documentos.</translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) are still being indexed by meaning.</source>
        <translation>
            <numerusform>%n documento aún no se busca por su significado.</numerusform>
            <numerusform>%n documentos aún no se buscan por su significado.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) could not be read.</source>
        <translation>
            <numerusform>%n documento no se pudo leer.</numerusform>
            <numerusform>%n documentos no se pudieron leer.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) wait for text recognition.</source>
        <translation>
            <numerusform>%n documento espera al reconocimiento de texto.</numerusform>
            <numerusform>%n documentos esperan al reconocimiento de texto.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n picture(s) or scan(s) were not read: text recognition is off.</source>
        <translation>
            <numerusform>%n imagen o escaneo no se ha leído: el reconocimiento de texto está desactivado.</numerusform>
            <numerusform>%n imágenes o escaneos no se han leído: el reconocimiento de texto está desactivado.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n match(es) left out: the file is gone or has changed since it was read.</source>
        <translation>
            <numerusform>%n resultado omitido: el archivo ya no está o ha cambiado desde que se leyó.</numerusform>
            <numerusform>%n resultados omitidos: los archivos ya no están o han cambiado desde que se leyeron.</numerusform>
        </translation>
    </message>
    <message>
        <source>Try fewer or other words, another spelling, or a whole question; leave out quotation marks and minus signs.</source>
        <translation>Pruebe con menos palabras u otras, con otra grafía o con una pregunta entera; quite las comillas y los signos menos.</translation>
    </message>
    <message>
        <source>Search without filters</source>
        <translation>Buscar sin filtros</translation>
    </message>
    <message>
        <source>Search for its words alone</source>
        <translation>Buscar solo sus palabras</translation>
    </message>
    <message>
        <source>Why is this file not found?…</source>
        <translation>¿Por qué no se encuentra este archivo?…</translation>
    </message>
    <message>
        <source>Show what could not be read</source>
        <translation>Ver lo que no se pudo leer</translation>
    </message>
</context>
<context>
    <name>Evaluation</name>
    <message>
        <source>Words (BM25)</source>
        <translation>Palabras (BM25)</translation>
    </message>
    <message>
        <source>Meaning (dense)</source>
        <translation>Significado (denso)</translation>
    </message>
    <message>
        <source>Both (hybrid)</source>
        <translation>Ambos (híbrido)</translation>
    </message>
    <message>
        <source>Both, reranked</source>
        <translation>Ambos, reordenados</translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>For {twenty} of the questions the right document is among the first 20. The others are hardly found at all: likely their documents were not read or not cut into passages well, or they are worded quite differently. Open a failed question, and look at how its document was read.</source>
        <translation>En el {twenty} de las preguntas el documento correcto está entre los 20 primeros. En las demás apenas se encuentra: es probable que esos documentos no se leyeran o no se cortaran bien en pasajes, o que digan lo mismo con palabras muy distintas. Abra una pregunta fallada y mire cómo se leyó su documento.</translation>
    </message>
    <message>
        <source>The right document is nearly always among the first 20 ({twenty}), but not often enough among the first 5 ({five}): likely the ranking. The documents were read and found; others are put before them.</source>
        <translation>El documento correcto está casi siempre entre los 20 primeros ({twenty}), pero no lo bastante entre los 5 primeros ({five}): lo probable es que falle el orden. Los documentos se leyeron y se encuentran; otros se ponen delante.</translation>
    </message>
    <message>
        <source>The right document is among the first 5 for {five} of the questions and among the first 20 for {twenty}: neither reading nor ranking stands out as a weakness.</source>
        <translation>El documento correcto está entre los 5 primeros en el {five} de las preguntas y entre los 20 primeros en el {twenty}: ni la lectura ni el orden destacan como punto débil.</translation>
    </message>
    <message>
        <source>The right document is not in the index: add its folder, or ask why it is left out.</source>
        <translation>El documento correcto no está en el índice: añada su carpeta o pregunte por qué queda fuera.</translation>
    </message>
    <message>
        <source>The right document is in the index, but no text could be read in it.</source>
        <translation>El documento correcto está en el índice, pero no se pudo leer texto en él.</translation>
    </message>
    <message>
        <source>The right document holds text, but neither list has it among the first 20: likely it was read or cut badly, or it is worded quite differently from the question.</source>
        <translation>El documento correcto tiene texto, pero ninguna lista lo tiene entre los 20 primeros: es probable que se leyera o se cortara mal, o que use palabras muy distintas de las de la pregunta.</translation>
    </message>
    <message>
        <source>The right document was found, but others were put before it: likely the ranking.</source>
        <translation>El documento correcto se encontró, pero otros quedaron delante: lo probable es que falle el orden.</translation>
    </message>
    <message>
        <source>The right document stands at place {rank}.</source>
        <translation>El documento correcto está en el puesto {rank}.</translation>
    </message>
    <message>
        <source>{name}: {five} among the first 5, {twenty} among the first 20</source>
        <translation>{name}: {five} entre los 5 primeros, {twenty} entre los 20 primeros</translation>
    </message>
    <message>
        <source>before: {five} and {twenty}</source>
        <translation>antes: {five} y {twenty}</translation>
    </message>
    <message>
        <source>“{name}” asked other questions: there is nothing to compare.</source>
        <translation>«{name}» hizo otras preguntas: no hay nada que comparar.</translation>
    </message>
    <message>
        <source>Since “{name}”: the same questions are found.</source>
        <translation>Desde «{name}»: se encuentran las mismas preguntas.</translation>
    </message>
    <message>
        <source>Since “{name}”: {found}, {lost}.</source>
        <translation>Desde «{name}»: {found}, {lost}.</translation>
    </message>
    <message>
        <source>Figures of each way of searching</source>
        <translation>Cifras de cada forma de buscar</translation>
    </message>
    <message>
        <source>recall@5</source>
        <translation>recall@5</translation>
    </message>
    <message>
        <source>recall@20</source>
        <translation>recall@20</translation>
    </message>
    <message>
        <source>recall@1</source>
        <translation>recall@1</translation>
    </message>
    <message>
        <source>MRR@10</source>
        <translation>MRR@10</translation>
    </message>
    <message>
        <source>time</source>
        <translation>tiempo</translation>
    </message>
    <message>
        <source>Share of right documents that are among the first 5</source>
        <translation>Parte de los documentos correctos que está entre los 5 primeros</translation>
    </message>
    <message>
        <source>Share of right documents that are among the first 20</source>
        <translation>Parte de los documentos correctos que está entre los 20 primeros</translation>
    </message>
    <message>
        <source>Share of right documents that stand first</source>
        <translation>Parte de los documentos correctos que está en primer lugar</translation>
    </message>
    <message>
        <source>Mean of 1 ÷ rank of the first right document, among the first 10</source>
        <translation>Media de 1 ÷ puesto del primer documento correcto, entre los 10 primeros</translation>
    </message>
    <message>
        <source>Median time of a search</source>
        <translation>Tiempo mediano de una búsqueda</translation>
    </message>
    <message>
        <source>{number} ms</source>
        <translation>{number} ms</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Pregunta</translation>
    </message>
    <message>
        <source>Right documents</source>
        <translation>Documentos correctos</translation>
    </message>
    <message>
        <source>Wrong ones</source>
        <translation>Incorrectos</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Palabras</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Significado</translation>
    </message>
    <message>
        <source>Reranked</source>
        <translation>Reordenado</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Cambio</translation>
    </message>
    <message>
        <source>The right document is not among the first 5.</source>
        <translation>El documento correcto no está entre los 5 primeros.</translation>
    </message>
    <message>
        <source>The right document is not among the first 20.</source>
        <translation>El documento correcto no está entre los 20 primeros.</translation>
    </message>
    <message>
        <source>Recall as a plot</source>
        <translation>Gráfico de recall</translation>
    </message>
    <message>
        <source>among the first 5</source>
        <translation>entre los 5 primeros</translation>
    </message>
    <message>
        <source>among the first 20</source>
        <translation>entre los 20 primeros</translation>
    </message>
    <message>
        <source>before</source>
        <translation>antes</translation>
    </message>
</context>
<context>
    <name>EvaluationPage</name>
    <message>
        <source>Back to the search (Esc)</source>
        <translation>Volver a la búsqueda (Esc)</translation>
    </message>
    <message>
        <source>Measure on your own questions</source>
        <translation>Medir con sus propias preguntas</translation>
    </message>
    <message>
        <source>Mark results as right or wrong while you search (✓ and ✗ above the document, Ctrl+J and Ctrl+Shift+J). Those questions are asked again here, to see how often the right document is found.</source>
        <translation>Marque resultados como correctos o incorrectos mientras busca (✓ y ✗ encima del documento, Ctrl+J y Ctrl+Mayús+J). Aquí se repiten esas preguntas para ver cuántas veces se encuentra el documento correcto.</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Medir</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importar…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>Ask all questions by words, by meaning, by both, and by both reranked</source>
        <translation>Hacer todas las preguntas por palabras, por significado, por ambos, y por ambos con reordenación</translation>
    </message>
    <message>
        <source>Stop measuring</source>
        <translation>Dejar de medir</translation>
    </message>
    <message>
        <source>Add questions from a CSV: question, path, page, text, verdict</source>
        <translation>Añadir preguntas de un CSV: question, path, page, text, verdict</translation>
    </message>
    <message>
        <source>Write your questions to a CSV</source>
        <translation>Escribir sus preguntas en un CSV</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Comparar con</translation>
    </message>
    <message>
        <source>Compare with an earlier run</source>
        <translation>Comparar con una medición anterior</translation>
    </message>
    <message>
        <source>Delete this run</source>
        <translation>Borrar esta medición</translation>
    </message>
    <message>
        <source>Which questions</source>
        <translation>Qué preguntas</translation>
    </message>
    <message>
        <source>My questions</source>
        <translation>Mis preguntas</translation>
    </message>
    <message>
        <source>Another CSV…</source>
        <translation>Otro CSV…</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nada</translation>
    </message>
    <message>
        <source>Not all documents are learned by meaning yet: the figures of the meaning will change.</source>
        <translation>Aún falta aprender el significado de algunos documentos: las cifras por significado cambiarán.</translation>
    </message>
    <message numerus="yes">
        <source>{done} of %Ln question(s)</source>
        <translation>
            <numerusform>{done} de %Ln pregunta</numerusform>
            <numerusform>{done} de %Ln preguntas</numerusform>
        </translation>
    </message>
    <message>
        <source>Getting ready…</source>
        <translation>Preparando…</translation>
    </message>
</context>
<context>
    <name>Explanation</name>
    <message>
        <source>Words</source>
        <translation>Palabras</translation>
    </message>
    <message>
        <source>number {rank} by its words</source>
        <translation>número {rank} por sus palabras</translation>
    </message>
    <message>
        <source>not among the first by its words</source>
        <translation>no está entre los primeros por sus palabras</translation>
    </message>
    <message>
        <source>Words that match</source>
        <translation>Palabras que coinciden</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Significado</translation>
    </message>
    <message>
        <source>number {rank} by its meaning</source>
        <translation>número {rank} por su significado</translation>
    </message>
    <message>
        <source>not among the first by its meaning</source>
        <translation>no está entre los primeros por su significado</translation>
    </message>
    <message>
        <source>Both together</source>
        <translation>Las dos cosas juntas</translation>
    </message>
    <message>
        <source>number {rank}</source>
        <translation>número {rank}</translation>
    </message>
    <message>
        <source>Compared word by word with the question</source>
        <translation>Comparado palabra por palabra con la pregunta</translation>
    </message>
    <message>
        <source>Read again with the question</source>
        <translation>Releído junto a la pregunta</translation>
    </message>
    <message>
        <source>In the end</source>
        <translation>Al final</translation>
    </message>
    <message>
        <source>In the list, which is ordered by date</source>
        <translation>En la lista, que está ordenada por fecha</translation>
    </message>
    <message>
        <source>Nearly the same text</source>
        <translation>Casi el mismo texto</translation>
    </message>
    <message>
        <source>Older versions below it</source>
        <translation>Versiones anteriores bajo él</translation>
    </message>
    <message>
        <source>Why this result</source>
        <translation>Por qué este resultado</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>The numbers are those among the passages of this document.</source>
        <translation>Los números son los que tiene entre los pasajes de este documento.</translation>
    </message>
    <message>
        <source>In the end documents are counted, not passages: each once, with its copies and older versions below it. Exact codes and names of files go first.</source>
        <translation>Al final se cuentan documentos, no pasajes: cada uno una sola vez, con sus copias y versiones anteriores debajo. Los códigos exactos y los nombres de archivo van delante.</translation>
    </message>
</context>
<context>
    <name>Farewell</name>
    <message>
        <source>The index is being moved…</source>
        <translation>Se está trasladando el índice…</translation>
    </message>
    <message>
        <source>Everything is being forgotten…</source>
        <translation>Se está borrando todo…</translation>
    </message>
    <message>
        <source>Everything that Fichero had written in {folder} is removed. Your documents are as they were.</source>
        <translation>Se ha borrado todo lo que Fichero había escrito en {folder}. Sus documentos están como estaban.</translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Filter by type</source>
        <translation>Filtrar por tipo</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Filter by folder</source>
        <translation>Filtrar por carpeta</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Carpeta</translation>
    </message>
    <message>
        <source>Filter by date of change</source>
        <translation>Filtrar por fecha de cambio</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Fecha</translation>
    </message>
    <message>
        <source>Filter by language</source>
        <translation>Filtrar por idioma</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>From this day</source>
        <translation>Desde este día</translation>
    </message>
    <message>
        <source>To this day</source>
        <translation>Hasta este día</translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation>Quitar filtros</translation>
    </message>
    <message>
        <source>Order of the results</source>
        <translation>Orden de los resultados</translation>
    </message>
    <message>
        <source>Best first</source>
        <translation>Los mejores primero</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Los más recientes primero</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>Los más antiguos primero</translation>
    </message>
    <message>
        <source>Search only here</source>
        <translation>Buscar solo aquí</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Últimos 7 días</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>Últimos 30 días</translation>
    </message>
    <message>
        <source>Since 1 January</source>
        <translation>Desde el 1 de enero</translation>
    </message>
    <message>
        <source>Last year</source>
        <translation>El año pasado</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>Más antiguos</translation>
    </message>
    <message>
        <source>Between two days…</source>
        <translation>Entre dos días…</translation>
    </message>
</context>
<context>
    <name>FolderCard</name>
    <message numerus="yes">
        <source>%n document(s)</source>
        <translation>
            <numerusform>%n documento</numerusform>
            <numerusform>%n documentos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not readable</source>
        <translation>
            <numerusform>%n ilegible</numerusform>
            <numerusform>%n ilegibles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting for text recognition</source>
        <translation>
            <numerusform>%n pendiente de reconocer</numerusform>
            <numerusform>%n pendientes de reconocer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without text: pictures or scans</source>
        <translation>
            <numerusform>%n sin texto: imagen o escaneo</numerusform>
            <numerusform>%n sin texto: imágenes o escaneos</numerusform>
        </translation>
    </message>
    <message>
        <source>not available: its drive or folder is away, what was read is kept</source>
        <translation>no disponible: su unidad o carpeta no está, se conserva lo leído</translation>
    </message>
    <message>
        <source>found by words and by meaning</source>
        <translation>se busca por palabras y por significado</translation>
    </message>
    <message numerus="yes">
        <source>found by words; %n document(s) still to be learned by meaning</source>
        <translation>
            <numerusform>se busca por palabras; falta %n documento por aprender su significado</numerusform>
            <numerusform>se busca por palabras; faltan %n documentos por aprender su significado</numerusform>
        </translation>
    </message>
    <message>
        <source>Left out: {what}</source>
        <translation>Omitidos: {what}</translation>
    </message>
    <message>
        <source>Recognise text in pictures and scans</source>
        <translation>Reconocer el texto de imágenes y escaneos</translation>
    </message>
    <message>
        <source>On in all folders, by the switch in the menu</source>
        <translation>Activado en todas las carpetas por el interruptor del menú</translation>
    </message>
    <message>
        <source>Pictures and scanned pages of this folder are read too, after all else</source>
        <translation>También se leen las imágenes y páginas escaneadas de esta carpeta, después de todo lo demás</translation>
    </message>
    <message>
        <source>Show in the file manager</source>
        <translation>Ver en el gestor de archivos</translation>
    </message>
    <message>
        <source>Look for changes</source>
        <translation>Buscar cambios</translation>
    </message>
    <message>
        <source>Remove from the index…</source>
        <translation>Quitar del índice…</translation>
    </message>
    <message>
        <source>Index this before all else</source>
        <translation>Indexar esto antes que nada</translation>
    </message>
    <message numerus="yes">
        <source>(and all in %n folder(s))</source>
        <translation>
            <numerusform>(y todo lo de %n carpeta)</numerusform>
            <numerusform>(y todo lo de %n carpetas)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FolderRow</name>
    <message>
        <source>what is in it could not be counted</source>
        <translation>no se pudo contar lo que contiene</translation>
    </message>
    <message>
        <source>counting what is in it…</source>
        <translation>contando lo que contiene…</translation>
    </message>
    <message numerus="yes">
        <source>%n document(s)</source>
        <translation>
            <numerusform>%n documento</numerusform>
            <numerusform>%n documentos</numerusform>
        </translation>
    </message>
    <message>
        <source>left out: {what}</source>
        <translation>se excluyen: {what}</translation>
    </message>
</context>
<context>
    <name>FoldersPage</name>
    <message>
        <source>Back to the search (Esc)</source>
        <translation>Volver a la búsqueda (Esc)</translation>
    </message>
    <message>
        <source>Folders and index</source>
        <translation>Carpetas e índice</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Añadir carpeta…</translation>
    </message>
    <message>
        <source>Add a folder (Ctrl+O)</source>
        <translation>Añadir una carpeta (Ctrl+O)</translation>
    </message>
    <message>
        <source>Look for changes</source>
        <translation>Buscar cambios</translation>
    </message>
    <message>
        <source>Read what is new or has changed, forget what is gone</source>
        <translation>Leer lo nuevo o lo que ha cambiado, olvidar lo que ya no está</translation>
    </message>
    <message>
        <source>Report for somebody who helps…</source>
        <translation>Informe para quien le ayude…</translation>
    </message>
    <message>
        <source>Counts, sizes and versions; no text, no names, no paths, no searches</source>
        <translation>Cuentas, tamaños y versiones; ni textos, ni nombres, ni rutas, ni búsquedas</translation>
    </message>
    <message>
        <source>No folder has been added yet.</source>
        <translation>Aún no se ha añadido ninguna carpeta.</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Carpetas</translation>
    </message>
    <message>
        <source>Not readable ({count})</source>
        <translation>Ilegibles ({count})</translation>
    </message>
    <message>
        <source>without text ({count})</source>
        <translation>sin texto ({count})</translation>
    </message>
    <message>
        <source>Index and models</source>
        <translation>Índice y modelos</translation>
    </message>
    <message>
        <source>The folder appears here in a moment.</source>
        <translation>La carpeta aparecerá aquí en un momento.</translation>
    </message>
    <message>
        <source>Catalog and texts</source>
        <translation>Catálogo y textos</translation>
    </message>
    <message>
        <source>Word index</source>
        <translation>Índice de palabras</translation>
    </message>
    <message>
        <source>Meaning vectors</source>
        <translation>Vectores de significado</translation>
    </message>
    <message>
        <source>Token bits for ranking</source>
        <translation>Bits para ordenar los resultados</translation>
    </message>
    <message numerus="yes">
        <source>%n document(s)</source>
        <translation>
            <numerusform>%n documento</numerusform>
            <numerusform>%n documentos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n pasaje</numerusform>
            <numerusform>%n pasajes</numerusform>
        </translation>
    </message>
    <message>
        <source>Room on disk</source>
        <translation>Espacio en disco</translation>
    </message>
    <message>
        <source>Models, all on this computer</source>
        <translation>Modelos, todos en este equipo</translation>
    </message>
    <message>
        <source>none is prepared</source>
        <translation>ninguno preparado</translation>
    </message>
    <message>
        <source>Everything that Fichero writes lies in this folder. Nothing leaves this computer.</source>
        <translation>Todo lo que Fichero escribe está en esta carpeta. Nada sale de este equipo.</translation>
    </message>
    <message>
        <source>Remove folder</source>
        <translation>Quitar carpeta</translation>
    </message>
    <message>
        <source>Remove “{folder}” from the index?</source>
        <translation>¿Quitar «{folder}» del índice?</translation>
    </message>
    <message>
        <source>Your files stay as they are. Fichero forgets what it read there; to search it again it must be read again.</source>
        <translation>Sus archivos se quedan como están. Fichero olvida lo que leyó en ella; para volver a buscar ahí tendrá que leerla de nuevo.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Conservar</translation>
    </message>
</context>
<context>
    <name>HistoryMenu</name>
    <message>
        <source>Keep this search</source>
        <translation>Guardar esta búsqueda</translation>
    </message>
    <message>
        <source>Keep this search no longer</source>
        <translation>Dejar de guardar esta búsqueda</translation>
    </message>
    <message>
        <source>Kept searches</source>
        <translation>Búsquedas guardadas</translation>
    </message>
    <message>
        <source>Latest searches</source>
        <translation>Últimas búsquedas</translation>
    </message>
    <message>
        <source>Forget the latest searches…</source>
        <translation>Olvidar las últimas búsquedas…</translation>
    </message>
    <message>
        <source>Forget searches</source>
        <translation>Olvidar búsquedas</translation>
    </message>
    <message>
        <source>Forget the latest searches and what was opened?</source>
        <translation>¿Olvidar las últimas búsquedas y lo que se abrió?</translation>
    </message>
    <message>
        <source>They cannot be brought back. Kept searches stay.</source>
        <translation>No se pueden recuperar. Las búsquedas guardadas se quedan.</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Olvidar</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Conservar</translation>
    </message>
    <message>
        <source>No searches yet</source>
        <translation>Aún no hay búsquedas</translation>
    </message>
</context>
<context>
    <name>HitActions</name>
    <message>
        <source>Path copied</source>
        <translation>Ruta copiada</translation>
    </message>
    <message>
        <source>Passage copied with its source</source>
        <translation>Pasaje copiado con su fuente</translation>
    </message>
    <message>
        <source>Passage copied as Markdown with its source</source>
        <translation>Pasaje copiado como Markdown con su origen</translation>
    </message>
    <message>
        <source>Source copied; there is no passage to quote</source>
        <translation>Fuente copiada; no hay ningún pasaje que citar</translation>
    </message>
    <message>
        <source>Leave this file out</source>
        <translation>Dejar fuera este archivo</translation>
    </message>
    <message>
        <source>Leave {name} out of the searches?</source>
        <translation>¿Dejar {name} fuera de las búsquedas?</translation>
    </message>
    <message>
        <source>The file itself stays as it is. Adding it again brings it back.</source>
        <translation>El archivo queda como está. Si lo añade otra vez, vuelve.</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Dejar fuera</translation>
    </message>
</context>
<context>
    <name>HitDelegate</name>
    <message>
        <source>Other passages of this document</source>
        <translation>Otros pasajes de este documento</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>no disponible</translation>
    </message>
    <message>
        <source>p. {page}</source>
        <translation>p. {page}</translation>
    </message>
    <message>
        <source>No text of it could be read: it is found by its name and its folder.</source>
        <translation>No se pudo leer ningún texto suyo: se encuentra por su nombre y su carpeta.</translation>
    </message>
    <message>
        <source>The same text also in: {names}</source>
        <translation>El mismo texto también en: {names}</translation>
    </message>
</context>
<context>
    <name>HitList</name>
    <message>
        <source>Results</source>
        <translation>Resultados</translation>
    </message>
</context>
<context>
    <name>HitListModel</name>
    <message>
        <source>other passage of {title}</source>
        <translation>otro pasaje de {title}</translation>
    </message>
    <message>
        <source>older version of {title}</source>
        <translation>versión anterior de {title}</translation>
    </message>
    <message>
        <source>page {page}</source>
        <translation>página {page}</translation>
    </message>
</context>
<context>
    <name>HitMenu</name>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Ver en su carpeta</translation>
    </message>
    <message>
        <source>Copy the passage with its source</source>
        <translation>Copiar el pasaje con su fuente</translation>
    </message>
    <message>
        <source>Copy it as Markdown</source>
        <translation>Copiarlo como Markdown</translation>
    </message>
    <message>
        <source>Copy the path</source>
        <translation>Copiar la ruta</translation>
    </message>
    <message>
        <source>Right for this question</source>
        <translation>Correcto para esta pregunta</translation>
    </message>
    <message>
        <source>Right on page {page} only</source>
        <translation>Correcto solo en la página {page}</translation>
    </message>
    <message>
        <source>Wrong for this question</source>
        <translation>Incorrecto para esta pregunta</translation>
    </message>
    <message>
        <source>Hide older versions</source>
        <translation>Ocultar las versiones anteriores</translation>
    </message>
    <message>
        <source>Show older versions</source>
        <translation>Mostrar las versiones anteriores</translation>
    </message>
    <message>
        <source>Other passages of this document</source>
        <translation>Otros pasajes de este documento</translation>
    </message>
    <message>
        <source>Search inside this document</source>
        <translation>Buscar dentro de este documento</translation>
    </message>
    <message>
        <source>Why this result?</source>
        <translation>¿Por qué este resultado?</translation>
    </message>
    <message>
        <source>Leave this file out…</source>
        <translation>Dejar fuera este archivo…</translation>
    </message>
</context>
<context>
    <name>IndexingConversation</name>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
</context>
<context>
    <name>InvitationPage</name>
    <message>
        <source>Start</source>
        <translation>Inicio</translation>
    </message>
    <message>
        <source>What are you looking for?</source>
        <translation>¿Qué busca?</translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) can be searched.</source>
        <translation>
            <numerusform>Se puede buscar en %n documento.</numerusform>
            <numerusform>Se puede buscar en %n documentos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them by their words only, until their meaning is learned.</source>
        <translation>
            <numerusform>%n de ellos solo por sus palabras, hasta aprender su significado.</numerusform>
            <numerusform>%n de ellos solo por sus palabras, hasta aprender su significado.</numerusform>
        </translation>
    </message>
    <message>
        <source>Latest searches</source>
        <translation>Últimas búsquedas</translation>
    </message>
    <message>
        <source>Kept searches</source>
        <translation>Búsquedas guardadas</translation>
    </message>
    <message>
        <source>Opened last</source>
        <translation>Abiertos últimamente</translation>
    </message>
    <message>
        <source>Changed last</source>
        <translation>Cambiados últimamente</translation>
    </message>
    <message>
        <source>Forget these…</source>
        <translation>Olvidar estas…</translation>
    </message>
    <message>
        <source>Forget the latest searches and what was opened; kept searches stay</source>
        <translation>Olvidar las últimas búsquedas y lo que se abrió; las búsquedas guardadas se quedan</translation>
    </message>
    <message>
        <source>• Write words, or a question as you would ask a person; in Spanish, English or another language.</source>
        <translation>• Escriba palabras, o una pregunta como se la haría a una persona; en español, en inglés o en otro idioma.</translation>
    </message>
    <message>
        <source>• “Quotation marks” find exactly these words in this order.</source>
        <translation>• Las &quot;comillas&quot; buscan exactamente esas palabras en ese orden.</translation>
    </message>
    <message>
        <source>• A minus before a word leaves out the documents that hold it: -draft</source>
        <translation>• Un menos ante una palabra descarta los documentos que la contienen: -borrador</translation>
    </message>
    <message>
        <source>• Codes and numbers are found as written: E-4032, 5.440.000</source>
        <translation>• Los códigos y los números se encuentran como están escritos: E-4032, 5.440.000</translation>
    </message>
    <message>
        <source>Ctrl+L search field · ↓ ↑ results · Enter open · F3 next match · Ctrl+G find in the document · Ctrl+O add a folder</source>
        <translation>Ctrl+L campo de búsqueda · ↓ ↑ resultados · Intro abrir · F3 coincidencia siguiente · Ctrl+G buscar en el documento · Ctrl+O añadir una carpeta</translation>
    </message>
</context>
<context>
    <name>Judging</name>
    <message>
        <source>marked as right for this question</source>
        <translation>marcado como correcto para esta pregunta</translation>
    </message>
    <message>
        <source>marked as wrong for this question</source>
        <translation>marcado como incorrecto para esta pregunta</translation>
    </message>
    <message>
        <source>Mark taken back</source>
        <translation>Marca retirada</translation>
    </message>
    <message>
        <source>Marked as right for this question</source>
        <translation>Marcado como correcto para esta pregunta</translation>
    </message>
    <message>
        <source>Marked as wrong for this question</source>
        <translation>Marcado como incorrecto para esta pregunta</translation>
    </message>
    <message>
        <source>Ctrl+E: measure on your questions</source>
        <translation>Ctrl+E: medir con sus preguntas</translation>
    </message>
</context>
<context>
    <name>Kinds</name>
    <message>
        <source>OpenDocument sheet</source>
        <translation>Hoja de OpenDocument</translation>
    </message>
    <message>
        <source>OpenDocument slides</source>
        <translation>Diapositivas de OpenDocument</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>Página web</translation>
    </message>
    <message>
        <source>Plain text</source>
        <translation>Texto sin formato</translation>
    </message>
    <message>
        <source>Program code</source>
        <translation>Código de programa</translation>
    </message>
    <message>
        <source>E-mail</source>
        <translation>Correo</translation>
    </message>
    <message>
        <source>Outlook e-mail</source>
        <translation>Correo de Outlook</translation>
    </message>
    <message>
        <source>Mailbox</source>
        <translation>Buzón de correo</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Imagen</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Desconocido</translation>
    </message>
</context>
<context>
    <name>Languages</name>
    <message>
        <source>Spanish</source>
        <translation>Español</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Inglés</translation>
    </message>
    <message>
        <source>Catalan</source>
        <translation>Catalán</translation>
    </message>
    <message>
        <source>Galician</source>
        <translation>Gallego</translation>
    </message>
    <message>
        <source>Basque</source>
        <translation>Euskera</translation>
    </message>
    <message>
        <source>Portuguese</source>
        <translation>Portugués</translation>
    </message>
    <message>
        <source>French</source>
        <translation>Francés</translation>
    </message>
    <message>
        <source>Italian</source>
        <translation>Italiano</translation>
    </message>
    <message>
        <source>German</source>
        <translation>Alemán</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>Neerlandés</translation>
    </message>
    <message>
        <source>Norwegian</source>
        <translation>Noruego</translation>
    </message>
    <message>
        <source>Swedish</source>
        <translation>Sueco</translation>
    </message>
    <message>
        <source>Danish</source>
        <translation>Danés</translation>
    </message>
    <message>
        <source>Polish</source>
        <translation>Polaco</translation>
    </message>
    <message>
        <source>Russian</source>
        <translation>Ruso</translation>
    </message>
    <message>
        <source>Ukrainian</source>
        <translation>Ucraniano</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>Árabe</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>Hebreo</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>Chino</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>Japonés</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>Coreano</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>Tailandés</translation>
    </message>
    <message>
        <source>Hindi</source>
        <translation>Hindi</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>Turco</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>Griego</translation>
    </message>
    <message>
        <source>Romanian</source>
        <translation>Rumano</translation>
    </message>
    <message>
        <source>Latin</source>
        <translation>Latín</translation>
    </message>
</context>
<context>
    <name>MainMenu</name>
    <message>
        <source>Add folder…</source>
        <translation>Añadir carpeta…</translation>
    </message>
    <message>
        <source>Add Thunderbird&apos;s mail</source>
        <translation>Añadir el correo de Thunderbird</translation>
    </message>
    <message>
        <source>Folders and index</source>
        <translation>Carpetas e índice</translation>
    </message>
    <message>
        <source>Look for changes in the folders</source>
        <translation>Buscar cambios en las carpetas</translation>
    </message>
    <message>
        <source>Why is this file not found?…</source>
        <translation>¿Por qué no se encuentra este archivo?…</translation>
    </message>
    <message>
        <source>Measure on your own questions</source>
        <translation>Medir con sus propias preguntas</translation>
    </message>
    <message>
        <source>About Fichero</source>
        <translation>Acerca de Fichero</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Salir</translation>
    </message>
    <message>
        <source>Refine the first results with {model}</source>
        <translation>Refinar los primeros resultados con {model}</translation>
    </message>
    <message>
        <source>Read scanned pages and pictures (slow)</source>
        <translation>Leer páginas escaneadas e imágenes (lento)</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Colores</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Como el sistema</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Oscuro</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Fichero</source>
        <translation>Fichero</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>Añadir carpeta</translation>
    </message>
</context>
<context>
    <name>OwnQuestions</name>
    <message numerus="yes">
        <source>%n question(s) imported</source>
        <translation>
            <numerusform>%n pregunta importada</numerusform>
            <numerusform>%n preguntas importadas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) exported</source>
        <translation>
            <numerusform>%n pregunta exportada</numerusform>
            <numerusform>%n preguntas exportadas</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove question</source>
        <translation>Quitar pregunta</translation>
    </message>
    <message>
        <source>Remove “{question}” and its marks?</source>
        <translation>¿Quitar «{question}» y sus marcas?</translation>
    </message>
    <message>
        <source>Your documents stay as they are.</source>
        <translation>Sus documentos quedan como están.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Conservar</translation>
    </message>
    <message>
        <source>Tables (*.csv *.tsv)</source>
        <translation>Tablas (*.csv *.tsv)</translation>
    </message>
    <message>
        <source>questions.csv</source>
        <translation>preguntas.csv</translation>
    </message>
    <message>
        <source>Export your questions</source>
        <translation>Exportar sus preguntas</translation>
    </message>
    <message>
        <source>Choose a CSV with questions</source>
        <translation>Elegir un CSV con preguntas</translation>
    </message>
    <message>
        <source>Choose a document</source>
        <translation>Elegir un documento</translation>
    </message>
</context>
<context>
    <name>PasswordDialog</name>
    <message>
        <source>Password</source>
        <translation>Contraseña</translation>
    </message>
    <message>
        <source>Open document</source>
        <translation>Abrir documento</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Password of {name}:

The text of the document is then stored in the index on this computer, so that it can be searched. The password itself is not stored: it is forgotten when Fichero closes.</source>
        <translation>Contraseña de {name}:

El texto del documento se guardará en el índice de este equipo para poder buscarlo. La contraseña no se guarda: se olvida al cerrar Fichero.</translation>
    </message>
</context>
<context>
    <name>PdfView</name>
    <message>
        <source>Pages of the document</source>
        <translation>Páginas del documento</translation>
    </message>
    <message>
        <source>Page {page}</source>
        <translation>Página {page}</translation>
    </message>
    <message>
        <source>Page {page} cannot be drawn: it is damaged.</source>
        <translation>La página {page} no se puede mostrar: está dañada.</translation>
    </message>
</context>
<context>
    <name>Preferences</name>
    <message>
        <source>Settings…</source>
        <translation>Ajustes…</translation>
    </message>
    <message>
        <source>Folder for the index</source>
        <translation>Carpeta para el índice</translation>
    </message>
    <message>
        <source>Fichero closes, moves its index, and opens again. Nothing is lost if that is cut short.</source>
        <translation>Fichero se cierra, traslada su índice y se abre otra vez. Si se interrumpe, no se pierde nada.</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Trasladar</translation>
    </message>
    <message>
        <source>Index, settings, logs and judged questions in {folder} are removed for good, and Fichero closes. Your documents stay.</source>
        <translation>Se borran para siempre el índice, los ajustes, los registros y las preguntas valoradas de {folder}, y Fichero se cierra. Sus documentos se quedan.</translation>
    </message>
    <message>
        <source>Forget everything</source>
        <translation>Olvidarlo todo</translation>
    </message>
    <message>
        <source>Fichero</source>
        <translation>Fichero</translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message>
        <source>There is no text to show of this document.</source>
        <translation>Este documento no tiene texto que mostrar.</translation>
    </message>
    <message>
        <source>There is no text to show of this document: {reason}.</source>
        <translation>Este documento no tiene texto que mostrar: {reason}.</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>{number} de {count}</translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n coincidencia</numerusform>
            <numerusform>%n coincidencias</numerusform>
        </translation>
    </message>
    <message>
        <source>{count} matches</source>
        <translation>{count} coincidencias</translation>
    </message>
    <message>
        <source>page {page} of {count}</source>
        <translation>página {page} de {count}</translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>Right for this question (Ctrl+J; again: undo)</source>
        <translation>Correcto para esta pregunta (Ctrl+J; otra vez: deshacer)</translation>
    </message>
    <message>
        <source>Wrong for this question (Ctrl+Shift+J; again: undo)</source>
        <translation>Incorrecto para esta pregunta (Ctrl+Mayús+J; otra vez: deshacer)</translation>
    </message>
    <message>
        <source>Open in its own application (Ctrl+Enter)</source>
        <translation>Abrir en su aplicación (Ctrl+Intro)</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Ver en su carpeta</translation>
    </message>
    <message>
        <source>Copy the path</source>
        <translation>Copiar la ruta</translation>
    </message>
    <message>
        <source>Copy the passage with its source (Ctrl+Shift+C)</source>
        <translation>Copiar el pasaje con su fuente (Ctrl+Mayús+C)</translation>
    </message>
    <message>
        <source>Find in this document (Ctrl+G)</source>
        <translation>Buscar en este documento (Ctrl+G)</translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation>Coincidencia anterior (Mayús+F3)</translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation>Coincidencia siguiente (F3)</translation>
    </message>
    <message>
        <source>Smaller (Ctrl+-)</source>
        <translation>Más pequeño (Ctrl+-)</translation>
    </message>
    <message>
        <source>Larger (Ctrl++)</source>
        <translation>Más grande (Ctrl++)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Cerrar (Esc)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>Find in this document</source>
        <translation>Buscar en este documento</translation>
    </message>
</context>
<context>
    <name>ProgramsEditor</name>
    <message>
        <source>Assistants on this computer may search and read these folders, and no others (command: mcp). What they read may leave the computer, to whoever runs their model.</source>
        <translation>Los asistentes de este equipo pueden buscar y leer en estas carpetas, y en ninguna otra (orden: mcp). Lo que lean puede salir del equipo, hacia quien ejecute su modelo.</translation>
    </message>
    <message>
        <source>A model that you run on this computer may write answers from the passages found. You see what it is sent before it is. Empty: no answers are written.</source>
        <translation>Un modelo que usted ejecute en este equipo puede redactar respuestas con los pasajes encontrados. Antes de enviarle algo, se le muestra. Vacío: no se redactan respuestas.</translation>
    </message>
    <message>
        <source>No folder is allowed yet: assistants can read nothing.</source>
        <translation>Aún no se permite ninguna carpeta: los asistentes no pueden leer nada.</translation>
    </message>
    <message>
        <source>Folders for assistants</source>
        <translation>Carpetas para los asistentes</translation>
    </message>
    <message>
        <source>Allow a folder…</source>
        <translation>Permitir una carpeta…</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Retirar</translation>
    </message>
    <message>
        <source>Address of the model</source>
        <translation>Dirección del modelo</translation>
    </message>
    <message>
        <source>Name of the model</source>
        <translation>Nombre del modelo</translation>
    </message>
    <message>
        <source>Folder that assistants may read</source>
        <translation>Carpeta que los asistentes pueden leer</translation>
    </message>
</context>
<context>
    <name>Progress</name>
    <message>
        <source>Indexing waits while the computer runs on battery</source>
        <translation>La indexación espera mientras el equipo usa la batería</translation>
    </message>
    <message>
        <source>Indexing is paused</source>
        <translation>La indexación está en pausa</translation>
    </message>
    <message>
        <source>Reading documents: {done} of {total}</source>
        <translation>Leyendo documentos: {done} de {total}</translation>
    </message>
    <message>
        <source>Recognising text in scans and pictures: {done} of {total}</source>
        <translation>Reconociendo texto en escaneos e imágenes: {done} de {total}</translation>
    </message>
    <message>
        <source>Tidying up the index</source>
        <translation>Ordenando el índice</translation>
    </message>
    <message>
        <source>more slowly on battery</source>
        <translation>más despacio con batería</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>En pausa</translation>
    </message>
    <message>
        <source>Looking: {done}</source>
        <translation>Mirando: {done}</translation>
    </message>
    <message>
        <source>Reading: {done} of {total}</source>
        <translation>Leyendo: {done} de {total}</translation>
    </message>
    <message>
        <source>Meaning: {done} of {total}</source>
        <translation>Significado: {done} de {total}</translation>
    </message>
    <message>
        <source>Tidying up</source>
        <translation>Ordenando</translation>
    </message>
</context>
<context>
    <name>ProgressCard</name>
    <message>
        <source>Everything is up to date</source>
        <translation>Todo está al día</translation>
    </message>
    <message>
        <source>Indexing is about to go on</source>
        <translation>La indexación está a punto de seguir</translation>
    </message>
    <message>
        <source>The folder is about to be read</source>
        <translation>La carpeta está a punto de leerse</translation>
    </message>
    <message>
        <source>Nothing to index yet</source>
        <translation>Todavía no hay nada que indexar</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reanudar</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausar</translation>
    </message>
</context>
<context>
    <name>QAbstractFileIconProvider</name>
    <message>
        <source>Folder</source>
        <translation>Carpeta</translation>
    </message>
    <message>
        <source>File Folder</source>
        <translation>Carpeta de archivos</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>%1 File</source>
        <translation>Archivo %1</translation>
    </message>
    <message>
        <source>Drive</source>
        <translation>Unidad</translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation>Acceso directo</translation>
    </message>
    <message>
        <source>Alias</source>
        <translation>Alias</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Desconocido</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>B&amp;uscar en:</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>&amp;Tipo de archivo:</translation>
    </message>
</context>
<context>
    <name>QuestionList</name>
    <message numerus="yes">
        <source>%n question(s)</source>
        <translation>
            <numerusform>%n pregunta</numerusform>
            <numerusform>%n preguntas</numerusform>
        </translation>
    </message>
    <message>
        <source>Compare the lists</source>
        <translation>Comparar las listas</translation>
    </message>
    <message>
        <source>The lists of this question side by side (Enter)</source>
        <translation>Las listas de esta pregunta, una junto a otra (Intro)</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Search for this question</source>
        <translation>Buscar esta pregunta</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Editar…</translation>
    </message>
    <message>
        <source>Change the question and its documents</source>
        <translation>Cambiar la pregunta y sus documentos</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Remove this question (Del)</source>
        <translation>Quitar esta pregunta (Supr)</translation>
    </message>
    <message>
        <source>New…</source>
        <translation>Nueva…</translation>
    </message>
    <message>
        <source>Add a question by hand</source>
        <translation>Añadir una pregunta a mano</translation>
    </message>
    <message>
        <source>Show only some questions</source>
        <translation>Mostrar solo algunas preguntas</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Preguntas</translation>
    </message>
    <message>
        <source>There is no question yet. Search as you always do, and mark a result that answers as right: ✓ above the document, the menu of the result, or Ctrl+J. You can also import a CSV, or write a question by hand.</source>
        <translation>Aún no hay ninguna pregunta. Busque como siempre y marque como correcto un resultado que responda: ✓ encima del documento, el menú del resultado, o Ctrl+J. También puede importar un CSV o escribir una pregunta a mano.</translation>
    </message>
    <message>
        <source>All questions</source>
        <translation>Todas las preguntas</translation>
    </message>
    <message>
        <source>Not among the first 5</source>
        <translation>No entre los 5 primeros</translation>
    </message>
    <message>
        <source>Better than before</source>
        <translation>Mejor que antes</translation>
    </message>
    <message>
        <source>Worse than before</source>
        <translation>Peor que antes</translation>
    </message>
</context>
<context>
    <name>Questions</name>
    <message>
        <source>Your question</source>
        <translation>Su pregunta</translation>
    </message>
    <message>
        <source>New question</source>
        <translation>Pregunta nueva</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Pregunta</translation>
    </message>
    <message>
        <source>As you would ask it</source>
        <translation>Tal como la haría</translation>
    </message>
    <message>
        <source>Add document…</source>
        <translation>Añadir documento…</translation>
    </message>
    <message>
        <source>Take out</source>
        <translation>Quitar de la lista</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>right</source>
        <translation>correcto</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>incorrecto</translation>
    </message>
    <message>
        <source>Verdict on {name}</source>
        <translation>Juicio sobre {name}</translation>
    </message>
    <message>
        <source>any</source>
        <translation>cualquiera</translation>
    </message>
    <message>
        <source>Page of {name}</source>
        <translation>Página de {name}</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Documento</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Juicio</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Página</translation>
    </message>
    <message>
        <source>Documents of this question</source>
        <translation>Documentos de esta pregunta</translation>
    </message>
    <message>
        <source>The lists of a question</source>
        <translation>Las listas de una pregunta</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Buscando…</translation>
    </message>
    <message>
        <source>Copies and older versions, which the results fold, stand here one by one.</source>
        <translation>Las copias y las versiones anteriores, que los resultados pliegan, aparecen aquí una a una.</translation>
    </message>
    <message>
        <source>Search for this question</source>
        <translation>Buscar esta pregunta</translation>
    </message>
    <message>
        <source>Open the document</source>
        <translation>Abrir el documento</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>No document is marked as right for this question.</source>
        <translation>Ningún documento está marcado como correcto para esta pregunta.</translation>
    </message>
    <message>
        <source>right document: place {rank}</source>
        <translation>documento correcto: puesto {rank}</translation>
    </message>
    <message>
        <source>right document: not among the first {depth}</source>
        <translation>documento correcto: no está entre los {depth} primeros</translation>
    </message>
    <message>
        <source>the right document</source>
        <translation>el documento correcto</translation>
    </message>
    <message>
        <source>the right document, by another passage</source>
        <translation>el documento correcto, por otro pasaje</translation>
    </message>
    <message>
        <source>marked as wrong</source>
        <translation>marcado como incorrecto</translation>
    </message>
</context>
<context>
    <name>Rules</name>
    <message>
        <source>hidden</source>
        <translation>ocultos</translation>
    </message>
    <message>
        <source>folders of programs or of saved pages</source>
        <translation>carpetas de programas o de páginas guardadas</translation>
    </message>
    <message>
        <source>temporary</source>
        <translation>temporales</translation>
    </message>
    <message>
        <source>not documents</source>
        <translation>no son documentos</translation>
    </message>
    <message>
        <source>pictures (text recognition is off)</source>
        <translation>imágenes (el reconocimiento de texto está desactivado)</translation>
    </message>
    <message>
        <source>by your pattern {pattern}</source>
        <translation>según su patrón {pattern}</translation>
    </message>
    <message>
        <source>of kinds you leave out</source>
        <translation>de tipos que usted excluye</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>demasiado grandes</translation>
    </message>
    <message>
        <source>by .ficheroignore files</source>
        <translation>según archivos .ficheroignore</translation>
    </message>
    <message>
        <source>by .gitignore files</source>
        <translation>según archivos .gitignore</translation>
    </message>
    <message>
        <source>links</source>
        <translation>enlaces</translation>
    </message>
    <message>
        <source>Fichero&apos;s own data</source>
        <translation>datos del propio Fichero</translation>
    </message>
    <message>
        <source>removed by you</source>
        <translation>quitados por usted</translation>
    </message>
</context>
<context>
    <name>RulesEditor</name>
    <message>
        <source>Patterns that are left out</source>
        <translation>Patrones que se excluyen</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Se excluye</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Archivos</translation>
    </message>
    <message>
        <source>For example *.log, drafts/ or !keep.log</source>
        <translation>Por ejemplo *.log, borradores/ o !conservar.log</translation>
    </message>
    <message>
        <source>A pattern to leave out</source>
        <translation>Un patrón que excluir</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Dejar fuera</translation>
    </message>
    <message>
        <source>Remove rule</source>
        <translation>Quitar la regla</translation>
    </message>
    <message>
        <source>You have no rules of your own yet. A pattern leaves files out of the search.</source>
        <translation>Aún no tiene reglas propias. Un patrón deja archivos fuera de la búsqueda.</translation>
    </message>
    <message>
        <source>all files ending in .{kind}</source>
        <translation>todos los archivos que acaban en .{kind}</translation>
    </message>
    <message>
        <source>being counted</source>
        <translation>contándose</translation>
    </message>
    <message>
        <source>lets in</source>
        <translation>deja entrar</translation>
    </message>
    <message>
        <source>{count} of these kinds</source>
        <translation>{count} de estos tipos</translation>
    </message>
    <message>
        <source>This is not a pattern that a file could match.</source>
        <translation>Esto no es un patrón que pueda cumplir un archivo.</translation>
    </message>
</context>
<context>
    <name>SearchConversation</name>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message numerus="yes">
        <source>%n result(s)</source>
        <translation>
            <numerusform>%n resultado</numerusform>
            <numerusform>%n resultados</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} of %n document(s)</source>
        <translation>
            <numerusform>{count} de %n documento</numerusform>
            <numerusform>{count} de %n documentos</numerusform>
        </translation>
    </message>
    <message>
        <source>{count} by words; looking for the meaning…</source>
        <translation>{count} por palabras; buscando por significado…</translation>
    </message>
    <message>
        <source>refining…</source>
        <translation>refinando…</translation>
    </message>
    <message>
        <source>refined in {time}</source>
        <translation>refinado en {time}</translation>
    </message>
    <message>
        <source>refined in part, in {time}</source>
        <translation>refinado en parte, en {time}</translation>
    </message>
    <message numerus="yes">
        <source>%n match(es) left out: the file is gone or has changed and is read again.</source>
        <translation>
            <numerusform>%n resultado omitido: el archivo ya no está o ha cambiado, y se lee de nuevo.</numerusform>
            <numerusform>%n resultados omitidos: los archivos ya no están o han cambiado, y se leen de nuevo.</numerusform>
        </translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Buscando…</translation>
    </message>
    <message>
        <source>Searching… (loading the models)</source>
        <translation>Buscando… (cargando los modelos)</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Tab: {word}</source>
        <translation>Tab: {word}</translation>
    </message>
    <message>
        <source>Tab completes to “{word}”; Alt+↓ shows other words</source>
        <translation>Tab completa «{word}»; Alt+↓ muestra otras palabras</translation>
    </message>
</context>
<context>
    <name>SearchHeader</name>
    <message>
        <source>Search by words or ask a question</source>
        <translation>Busque por palabras o haga una pregunta</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Clear (Esc)</source>
        <translation>Borrar (Esc)</translation>
    </message>
    <message>
        <source>Latest and kept searches (Ctrl+H)</source>
        <translation>Últimas búsquedas y búsquedas guardadas (Ctrl+H)</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Carpetas</translation>
    </message>
    <message>
        <source>Folders, progress, and what could not be read (Ctrl+D)</source>
        <translation>Carpetas, progreso y lo que no se pudo leer (Ctrl+D)</translation>
    </message>
    <message>
        <source>Menu (F10)</source>
        <translation>Menú (F10)</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>sin límite</translation>
    </message>
    <message>
        <source>Portable: keep the index beside the program, from the next start on</source>
        <translation>Portátil: guardar el índice junto al programa, desde el próximo arranque</translation>
    </message>
    <message>
        <source>Keep the index in another folder…</source>
        <translation>Guardar el índice en otra carpeta…</translation>
    </message>
    <message>
        <source>Back to the usual folder…</source>
        <translation>Volver a la carpeta de costumbre…</translation>
    </message>
    <message>
        <source>Forget everything…</source>
        <translation>Olvidarlo todo…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>Copiar la orden</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Read scanned pages and pictures (slow)</source>
        <translation>Leer páginas escaneadas e imágenes (lento)</translation>
    </message>
    <message>
        <source>Read hidden files and folders too</source>
        <translation>Leer también archivos y carpetas ocultos</translation>
    </message>
    <message>
        <source>Leave out what .gitignore files name</source>
        <translation>Excluir lo que indican los archivos .gitignore</translation>
    </message>
    <message>
        <source>Show an icon in the notification area</source>
        <translation>Mostrar un icono en el área de notificación</translation>
    </message>
    <message>
        <source>Closing the window leaves Fichero there</source>
        <translation>Al cerrar la ventana, Fichero se queda ahí</translation>
    </message>
    <message>
        <source>Tell when a long first reading has ended, and when something needs you</source>
        <translation>Avisar cuando acabe una primera lectura larga y cuando algo le necesite</translation>
    </message>
    <message>
        <source>Start with the session, without opening the window</source>
        <translation>Arrancar con la sesión, sin abrir la ventana</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Como el sistema</translation>
    </message>
    <message>
        <source>half of it ({count} of {cores} cores)</source>
        <translation>la mitad ({count} de {cores} núcleos)</translation>
    </message>
    <message>
        <source>a quarter ({count} of {cores} cores)</source>
        <translation>una cuarta parte ({count} de {cores} núcleos)</translation>
    </message>
    <message>
        <source>all of it ({cores} cores): faster and louder</source>
        <translation>todo ({cores} núcleos): más rápido y más ruidoso</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Oscuro</translation>
    </message>
    <message>
        <source>work half as much</source>
        <translation>trabajar la mitad</translation>
    </message>
    <message>
        <source>work as usual</source>
        <translation>trabajar como siempre</translation>
    </message>
    <message>
        <source>wait for mains</source>
        <translation>esperar a la corriente</translation>
    </message>
    <message>
        <source>Language and colours</source>
        <translation>Idioma y colores</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Colores</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lectura</translation>
    </message>
    <message>
        <source>Share of the processor</source>
        <translation>Parte del procesador</translation>
    </message>
    <message>
        <source>On battery</source>
        <translation>Con batería</translation>
    </message>
    <message>
        <source>Whatever you do yourself goes first: after the first documents Fichero works at the lowest priority.</source>
        <translation>Lo que usted haga va primero: tras los primeros documentos, Fichero trabaja con la prioridad más baja.</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Lo que se excluye</translation>
    </message>
    <message>
        <source>Programs, temporary files and files that are no documents are left out anyhow. Here you leave out more; * stands for any letters, / at the end for a folder, ! at the start lets in again. Your files stay as they are.</source>
        <translation>Los programas, los archivos temporales y los que no son documentos se excluyen siempre. Aquí puede excluir más: * vale por cualquier letra, / al final indica una carpeta y ! al principio vuelve a dejar entrar. Sus archivos quedan como están.</translation>
    </message>
    <message>
        <source>Leave out files larger than</source>
        <translation>Excluir archivos de más de</translation>
    </message>
    <message>
        <source>Always at hand</source>
        <translation>Siempre a mano</translation>
    </message>
    <message>
        <source>This desktop has no notification area.</source>
        <translation>Este escritorio no tiene área de notificación.</translation>
    </message>
    <message>
        <source>A key that opens Fichero from anywhere: in the keyboard settings of your desktop, add a shortcut that runs this command. Where Fichero is open already, it comes to the front.</source>
        <translation>Una tecla que abre Fichero desde cualquier sitio: en los ajustes de teclado de su escritorio, añada un atajo que ejecute esta orden. Si Fichero ya está abierto, pasa a primer plano.</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Orden</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Otros programas</translation>
    </message>
    <message>
        <source>Where everything lies</source>
        <translation>Dónde está todo</translation>
    </message>
    <message>
        <source>Index and settings: {folder}</source>
        <translation>Índice y ajustes: {folder}</translation>
    </message>
    <message>
        <source>An encrypted folder keeps the text of your documents from whoever gets hold of this computer. While it is locked, Fichero says so and begins no other index.</source>
        <translation>Una carpeta cifrada protege el texto de sus documentos de quien se haga con este equipo. Mientras esté bloqueada, Fichero lo dice y no empieza otro índice.</translation>
    </message>
    <message>
        <source>For a program on a drive that you carry about: the index then lies in {folder}. What is there now stays where it is.</source>
        <translation>Para un programa en una unidad que lleva consigo: el índice estará en {folder}. Lo que hay ahora se queda donde está.</translation>
    </message>
    <message>
        <source>Removes index, settings, logs, judged questions and models that you brought in. Your documents stay as they are.</source>
        <translation>Borra el índice, los ajustes, los registros, las preguntas valoradas y los modelos que usted incorporó. Sus documentos se quedan como están.</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Search your own documents</source>
        <translation>Busque en sus propios documentos</translation>
    </message>
    <message>
        <source>Choose your folders. Fichero reads the documents in them and finds them by their words within seconds; a while later also by what they mean, in any language. You can search while it reads.</source>
        <translation>Elija sus carpetas. Fichero lee los documentos que contienen y los encuentra por sus palabras en segundos; al cabo de un rato, también por lo que significan, en cualquier idioma. Puede buscar mientras lee.</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Empezar</translation>
    </message>
    <message>
        <source>Read the chosen folders</source>
        <translation>Leer las carpetas elegidas</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Elegir una carpeta…</translation>
    </message>
    <message>
        <source>Or drop folders here. More can be added and removed at any time.</source>
        <translation>También puede arrastrar carpetas aquí. En todo momento se pueden añadir más y quitar.</translation>
    </message>
    <message>
        <source>Left out: hidden and temporary files, folders of programs, and files that are no documents, such as pictures, sound and film.</source>
        <translation>Se omiten los archivos ocultos y temporales, las carpetas de programas y lo que no es un documento, como imágenes, sonido y películas.</translation>
    </message>
    <message>
        <source>Your files are only read, never changed, and nothing leaves this computer.</source>
        <translation>Sus archivos solo se leen, nunca se cambian, y nada sale de este equipo.</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Go on indexing</source>
        <translation>Seguir indexando</translation>
    </message>
    <message>
        <source>Pause indexing</source>
        <translation>Pausar la indexación</translation>
    </message>
    <message>
        <source>Found by words and by meaning</source>
        <translation>Se busca por palabras y por significado</translation>
    </message>
    <message>
        <source>Found by words; meaning follows</source>
        <translation>Se busca por palabras; el significado viene después</translation>
    </message>
    <message>
        <source>Show folders and progress</source>
        <translation>Ver carpetas y progreso</translation>
    </message>
    <message numerus="yes">
        <source>%n document(s)</source>
        <translation>
            <numerusform>%n documento</numerusform>
            <numerusform>%n documentos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without text</source>
        <translation>
            <numerusform>%n sin texto</numerusform>
            <numerusform>%n sin texto</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not readable</source>
        <translation>
            <numerusform>%n ilegible</numerusform>
            <numerusform>%n ilegibles</numerusform>
        </translation>
    </message>
    <message>
        <source>Show which, and what would help</source>
        <translation>Ver cuáles, y qué ayudaría</translation>
    </message>
    <message numerus="yes">
        <source>%n waiting for text recognition</source>
        <translation>
            <numerusform>%n pendiente de reconocer su texto</numerusform>
            <numerusform>%n pendientes de reconocer su texto</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TableView</name>
    <message>
        <source>Table of the document</source>
        <translation>Tabla del documento</translation>
    </message>
    <message>
        <source>Sheets</source>
        <translation>Hojas</translation>
    </message>
</context>
<context>
    <name>TextView</name>
    <message>
        <source>Text of the document</source>
        <translation>Texto del documento</translation>
    </message>
    <message>
        <source>Page {page}</source>
        <translation>Página {page}</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Open Fichero</source>
        <translation>Abrir Fichero</translation>
    </message>
    <message>
        <source>Go on indexing</source>
        <translation>Seguir indexando</translation>
    </message>
    <message>
        <source>Pause indexing</source>
        <translation>Pausar la indexación</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Salir</translation>
    </message>
    <message>
        <source>Your documents are ready</source>
        <translation>Sus documentos están listos</translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) are found by words and by meaning.</source>
        <translation>
            <numerusform>%n documento se encuentra por palabras y por significado.</numerusform>
            <numerusform>%n documentos se encuentran por palabras y por significado.</numerusform>
        </translation>
    </message>
    <message>
        <source>Fichero needs you</source>
        <translation>Fichero le necesita</translation>
    </message>
</context>
<context>
    <name>UnreadableList</name>
    <message>
        <source>These documents are found by their names and folders only, because their text could not be read.</source>
        <translation>Estos documentos solo se encuentran por su nombre y su carpeta, porque su texto no se pudo leer.</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Ver en su carpeta</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>Enter password…</source>
        <translation>Introducir contraseña…</translation>
    </message>
    <message>
        <source>For PDF, ZIP and 7z documents that are protected by a password</source>
        <translation>Para documentos PDF, ZIP y 7z protegidos con contraseña</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>¿Por qué?</translation>
    </message>
    <message>
        <source>What is the matter with this document, and what would help</source>
        <translation>Qué le pasa a este documento y qué lo remediaría</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Read the chosen document anew</source>
        <translation>Leer de nuevo el documento elegido</translation>
    </message>
    <message>
        <source>Read all documents of this list anew</source>
        <translation>Leer de nuevo todos los documentos de esta lista</translation>
    </message>
    <message>
        <source>Try all again</source>
        <translation>Intentar todos otra vez</translation>
    </message>
    <message>
        <source>Try all of this reason again</source>
        <translation>Intentar otra vez todos los de este motivo</translation>
    </message>
    <message>
        <source>Documents that could not be read</source>
        <translation>Documentos que no se pudieron leer</translation>
    </message>
    <message>
        <source>Show only one reason</source>
        <translation>Ver solo un motivo</translation>
    </message>
    <message>
        <source>All reasons ({count})</source>
        <translation>Todos los motivos ({count})</translation>
    </message>
</context>
<context>
    <name>UnreadableModel</name>
    <message>
        <source>Document</source>
        <translation>Documento</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Carpeta</translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message>
        <source>Why is this file not found?</source>
        <translation>¿Por qué no se encuentra este archivo?</translation>
    </message>
    <message>
        <source>Give a file or a folder: type or paste its path, choose it, or drop it here.</source>
        <translation>Indique un archivo o una carpeta: escriba o pegue su ruta, elíjalo o suéltelo aquí.</translation>
    </message>
    <message>
        <source>Path of a file or a folder</source>
        <translation>Ruta de un archivo o de una carpeta</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Elegir…</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Elegir un archivo</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Preguntar</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Indexing is paused.</source>
        <translation>La indexación está en pausa.</translation>
    </message>
    <message>
        <source>It has been asked for; this answer follows when it is done.</source>
        <translation>Ya está pedido; esta respuesta cambiará cuando esté hecho.</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Mirando…</translation>
    </message>
    <message>
        <source>Please give the whole path, from the drive or the first folder on; or choose the file.</source>
        <translation>Indique la ruta completa, desde la unidad o la primera carpeta, o elija el archivo.</translation>
    </message>
    <message>
        <source>There is nothing at this path. Is it written as it should be?</source>
        <translation>En esta ruta no hay nada. ¿Está bien escrita?</translation>
    </message>
    <message>
        <source>It lies in none of the folders that Fichero searches.</source>
        <translation>No está en ninguna de las carpetas en las que busca Fichero.</translation>
    </message>
    <message>
        <source>There is no such file in the folder that Fichero searches, and none was read there.</source>
        <translation>Ese archivo no existe en la carpeta en la que busca Fichero, ni se leyó ninguno así.</translation>
    </message>
    <message>
        <source>Its drive or folder is away. What was read of it is kept and can still be found.</source>
        <translation>Su unidad o su carpeta no está ahora. Lo que se leyó se conserva y se sigue encontrando.</translation>
    </message>
    <message>
        <source>You left it out of the searches yourself.</source>
        <translation>Usted mismo lo excluyó de las búsquedas.</translation>
    </message>
    <message>
        <source>It has not been read yet: it is waiting for its turn.</source>
        <translation>Aún no se ha leído: espera su turno.</translation>
    </message>
    <message>
        <source>The file is gone from this place since it was read, so it is no longer shown.</source>
        <translation>El archivo ya no está en este sitio desde que se leyó, así que no se muestra.</translation>
    </message>
    <message>
        <source>The file has changed since it was read. It is shown again once it has been read anew.</source>
        <translation>El archivo ha cambiado desde que se leyó. Se volverá a mostrar cuando se haya leído de nuevo.</translation>
    </message>
    <message>
        <source>No document in it could be read: they are found by their names only.</source>
        <translation>No se pudo leer ninguno de sus documentos: solo se encuentran por su nombre.</translation>
    </message>
    <message>
        <source>It holds nothing to be read: it is empty, or rules leave out all that lies in it.</source>
        <translation>No contiene nada que leer: está vacía, o las reglas excluyen todo lo que hay en ella.</translation>
    </message>
    <message>
        <source>It holds nothing to be read. All that lies in it is left out by a rule: {rule}.</source>
        <translation>No contiene nada que leer. Todo lo que hay en ella lo excluye una regla: {rule}.</translation>
    </message>
    <message>
        <source>It is found by its name and its folder only, because its text could not be read: {reason}.</source>
        <translation>Solo se encuentra por su nombre y su carpeta, porque no se pudo leer su texto: {reason}.</translation>
    </message>
    <message>
        <source>It is found by its words. Its meaning is still to be learned.</source>
        <translation>Se encuentra por sus palabras. Falta aprender su significado.</translation>
    </message>
    <message>
        <source>It is found, by its words and by its meaning.</source>
        <translation>Se encuentra, por sus palabras y por su significado.</translation>
    </message>
    <message>
        <source>Documents in it: {count}.</source>
        <translation>Documentos que contiene: {count}.</translation>
    </message>
    <message>
        <source>A rule leaves it out: {rule}.</source>
        <translation>Lo excluye una regla: {rule}.</translation>
    </message>
    <message>
        <source>The rule is about the folder {folder}.</source>
        <translation>La regla afecta a la carpeta {folder}.</translation>
    </message>
    <message>
        <source>It is the pattern {pattern} in {file}.</source>
        <translation>Es el patrón {pattern} de {file}.</translation>
    </message>
    <message>
        <source>The file {file} marks that folder.</source>
        <translation>El archivo {file} marca esa carpeta.</translation>
    </message>
    <message>
        <source>What it is: {kind}.</source>
        <translation>Qué es: {kind}.</translation>
    </message>
    <message>
        <source>It holds pictures of text, which wait to be recognised.</source>
        <translation>Contiene imágenes de texto, pendientes de reconocer.</translation>
    </message>
    <message>
        <source>It holds pictures of text, which are not read while text recognition is off.</source>
        <translation>Contiene imágenes de texto, que no se leen mientras el reconocimiento de texto está desactivado.</translation>
    </message>
    <message>
        <source>Look at it now</source>
        <translation>Mirarlo ahora</translation>
    </message>
    <message>
        <source>Add this folder</source>
        <translation>Añadir esta carpeta</translation>
    </message>
    <message>
        <source>Add its folder</source>
        <translation>Añadir su carpeta</translation>
    </message>
    <message>
        <source>Add this file alone</source>
        <translation>Añadir solo este archivo</translation>
    </message>
    <message>
        <source>Bring it back</source>
        <translation>Recuperarlo</translation>
    </message>
    <message>
        <source>Look again whether it is there</source>
        <translation>Mirar de nuevo si está</translation>
    </message>
    <message>
        <source>Enter password…</source>
        <translation>Introducir contraseña…</translation>
    </message>
    <message>
        <source>Read it again</source>
        <translation>Leerlo otra vez</translation>
    </message>
    <message>
        <source>Show all that could not be read</source>
        <translation>Ver todo lo que no se pudo leer</translation>
    </message>
    <message>
        <source>Why it stands there</source>
        <translation>Por qué está en ese lugar</translation>
    </message>
    <message>
        <source>Search it all the same</source>
        <translation>Buscar en él de todos modos</translation>
    </message>
    <message>
        <source>Show the file with the rule</source>
        <translation>Mostrar el archivo con la regla</translation>
    </message>
    <message>
        <source>What is left out of the folder</source>
        <translation>Qué se excluye de la carpeta</translation>
    </message>
    <message>
        <source>Go on indexing</source>
        <translation>Seguir indexando</translation>
    </message>
    <message>
        <source>Turn text recognition on</source>
        <translation>Activar el reconocimiento de texto</translation>
    </message>
    <message>
        <source>the first result from this folder is number {rank}.</source>
        <translation>el primer resultado de esta carpeta es el número {rank}.</translation>
    </message>
    <message>
        <source>it is result number {rank}.</source>
        <translation>es el resultado número {rank}.</translation>
    </message>
    <message>
        <source>nearly the same text is result number {rank}, {name}; this one is folded under it.</source>
        <translation>un texto casi igual es el resultado número {rank}, {name}; este queda agrupado bajo él.</translation>
    </message>
    <message>
        <source>a newer version is result number {rank}, {name}; this one stands under it.</source>
        <translation>una versión más nueva es el resultado número {rank}, {name}; esta queda debajo.</translation>
    </message>
    <message>
        <source>it matches, but was left out because the file has changed or is gone.</source>
        <translation>coincide, pero se ha dejado fuera porque el archivo ha cambiado o ya no está.</translation>
    </message>
    <message>
        <source>it is not among the results.</source>
        <translation>no está entre los resultados.</translation>
    </message>
    <message>
        <source>it is not among the first {count} results.</source>
        <translation>no está entre los {count} primeros resultados.</translation>
    </message>
    <message>
        <source>The filters may leave it out: search without them.</source>
        <translation>Puede que lo excluyan los filtros: busque sin ellos.</translation>
    </message>
</context>
<context>
    <name>WhyQuestions</name>
    <message>
        <source>In the search “{query}”:</source>
        <translation>En la búsqueda «{query}»:</translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>less than a minute left</source>
        <translation>falta menos de un minuto</translation>
    </message>
    <message>
        <source>{least} to {most} min left</source>
        <translation>faltan de {least} a {most} min</translation>
    </message>
    <message>
        <source>{least} to {most} h left</source>
        <translation>faltan de {least} a {most} h</translation>
    </message>
    <message>
        <source>about {hours} h left</source>
        <translation>faltan unas {hours} h</translation>
    </message>
    <message>
        <source>{name} (a part)</source>
        <translation>{name} (una parte)</translation>
    </message>
</context>
<context>
    <name>WrittenAnswers</name>
    <message>
        <source>Written answer…</source>
        <translation>Respuesta redactada…</translation>
    </message>
    <message>
        <source>Write an answer from these passages…</source>
        <translation>Redactar una respuesta con estos pasajes…</translation>
    </message>
</context>
</TS>
