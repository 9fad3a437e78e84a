"""What each setting is for, one sentence in each language, as `settings` shows them."""

from __future__ import annotations

_MEANINGS = {
    "n_threads": ("Cores for indexing; 0: all on the command line, half of them in the window.",
                  "Núcleos para indexar; 0: todos en la línea de órdenes, la mitad en la ventana."),
    "ocr": ("Recognise the text of pictures and scanned pages (needs the add-on: make ocr).",
            "Reconocer el texto de imágenes y páginas escaneadas (necesita el complemento: make ocr)."),
    "language": ("Language of the window; auto: the system's.", "Idioma de la ventana; auto: el del sistema."),
    "theme": ("Colours of the window; auto: the system's.", "Colores de la ventana; auto: los del sistema."),
    "left_out": ("Patterns of files and folders to leave out, written as in .gitignore (for example '*.log' drafts/).",
                 "Patrones de archivos y carpetas que se excluyen, escritos como en .gitignore (por ejemplo '*.log' borradores/)."),
    "left_out_kinds": ("Extensions to leave out (for example csv log).", "Extensiones que se excluyen (por ejemplo csv log)."),
    "max_file_mb": ("Leave out files larger than this, in MB; 0: none for its size.",
                    "Excluir los archivos mayores que esto, en MB; 0: ninguno por su tamaño."),
    "hidden": ("Look at hidden files and folders too.", "Mirar también archivos y carpetas ocultos."),
    "gitignore": ("Leave out what .gitignore files say.", "Excluir lo que digan los archivos .gitignore."),
    "folder_rules": ("What is set for one folder alone (settings set KEY VALUE --folder FOLDER).",
                     "Lo ajustado para una sola carpeta (settings set CLAVE VALOR --folder CARPETA)."),
    "on_battery": ("How the window indexes on battery: less, the same, or paused.",
                   "Cómo indexa la ventana con batería: menos, igual o en pausa."),
    "indexing_paused": ("Indexing in the window is paused (pause, resume).", "La indexación de la ventana está en pausa (pause, resume)."),
    "tray": ("Show an icon in the notification area.", "Mostrar un icono en el área de notificación."),
    "close_to_tray": ("Closing the window leaves Fichero in the notification area.",
                      "Cerrar la ventana deja Fichero en el área de notificación."),
    "notifications": ("Notify after a long first reading, and when you are needed.",
                      "Avisar tras una primera lectura larga y cuando usted hace falta."),
    "start_at_login": ("Start Fichero with the session.", "Arrancar Fichero con la sesión."),
    "embedder": ("The imported model that finds by meaning; -: the one that comes with Fichero (models use).",
                 "El modelo importado que busca por significado; -: el que trae Fichero (models use)."),
    "cross_encoder": ("The imported model that orders the first results again; -: none (models use).",
                      "El modelo importado que reordena los primeros resultados; -: ninguno (models use)."),
    "refine": ("Let that model order the first results again, where one is chosen.",
               "Dejar que ese modelo reordene los primeros resultados, si hay uno elegido."),
    "hub": ("Where models fetch looks instead of the usual hub; -: the usual one.",
            "Dónde busca models fetch en vez del sitio de costumbre; -: el de costumbre."),
    "answer_address": ("Address of a model on this computer that writes answers; -: none are written.",
                       "Dirección de un modelo de este equipo que redacta respuestas; -: no se redactan."),
    "answer_model": ("The name of that model there.", "El nombre que tiene allí ese modelo."),
    "assistant_folders": ("Folders that assistants may search and read (mcp); -: nothing.",
                          "Carpetas que los asistentes pueden buscar y leer (mcp); -: nada."),
    "portable": ("Keep the index beside the program, from the next start on.",
                 "Guardar el índice junto al programa, desde el próximo arranque."),
    "index_folder": ("Where the index lies; setting it moves the index there.", "Dónde está el índice; al cambiarlo, se traslada allí."),
}
KEYS = tuple(_MEANINGS)


def meaning_of(key: str, language: str) -> str:
    english, spanish = _MEANINGS[key]
    return spanish if language.startswith("es") else english
