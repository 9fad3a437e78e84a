"""What exactly was wrong with a document, in Spanish: the engine says it in English, so that logs and JSON stay the same.

`{}` stands for what differs: numbers, names, and what a library said, which stays as it said it.
"""

from __future__ import annotations

import re
from functools import cache

from engine.machine.system_words import SPANISH as OF_THE_SYSTEM

_SPANISH = {
    "7z member: its checksum differs": "miembro 7z: su suma de comprobación no coincide",
    "7z: an unknown compression": "7z: compresión desconocida",
    "a page of {} x {} pixels": "una página de {} x {} píxeles",
    "a picture in which no text was recognised": "una imagen en la que no se ha reconocido texto",
    "a picture that cannot be opened: {}": "una imagen que no se puede abrir: {}",
    "a picture that cannot be read: {}": "una imagen que no se puede leer: {}",
    "CSV: {}": "CSV: {}",
    "MSG: {}": "MSG: {}",
    "7z: {}": "7z: {}",
    "OLE container: {}": "contenedor OLE: {}",
    "PDFium: {}": "PDFium: {}",
    "calamine: {}": "calamine: {}",
    "office-oxide: {}": "office-oxide: {}",
    "tar: {}": "tar: {}",
    "the first {} of {} scanned pages were read": "se leyeron las {} primeras de {} páginas escaneadas",
    "zip: {}": "zip: {}",
    "the workbook is broken: what stands before the fault was read": "el libro está roto: se leyó lo que precede al fallo",
    "File is not a zip file": "no es un archivo zip, o está cortado",
    "Bad CRC-32 for file {}": "la suma de comprobación no coincide en {}",
    "Bad magic number for file header": "la cabecera de un miembro está rota",
    "Bad magic number for central directory": "el índice del archivo está roto",
    "Bad offset for central directory": "el índice del archivo no está donde dice",
    "Corrupt extra field {}": "un campo adicional está roto ({})",
    "Truncated file header": "la cabecera de un miembro está cortada",
    "Truncated central directory": "el índice del archivo está cortado",
    "Overlapped entries: {}": "miembros superpuestos: {}",
    "File name in directory {} and header {} differ.": "el nombre del índice ({}) y el de la cabecera ({}) no coinciden",
    "That compression method is not supported": "compresión desconocida",
    "compression type {}": "compresión {}",
    "Error -3 while decompressing data: {}": "datos comprimidos rotos: {}",
    "Error -5 while decompressing data: incomplete or truncated stream": "los datos comprimidos están cortados",
    "Compressed file ended before the end-of-stream marker was reached": "los datos comprimidos están cortados",
    "not a gzip file": "no es un archivo gzip",
    "unexpected end of data": "los datos están cortados",
    "invalid header": "la cabecera no vale",
    "bad checksum": "la suma de comprobación no coincide",
    "Failed to load document (PDFium: Data format error).": "no es un PDF, o está roto",
    "Failed to load document (PDFium: File access error).": "el archivo no se puede leer",
    "Failed to load document (PDFium: Unsupported security scheme).": "cifrado de un modo desconocido",
    "zip member: an unknown compression": "miembro zip: compresión desconocida",
    "zip member: {}": "miembro zip: {}",
    "compressed file: {}": "archivo comprimido: {}",
    "page {}: {}": "página {}: {}",
    "a DjVu document": "documento DjVu",
    "a PostScript document": "documento PostScript",
    "a RAR archive": "archivo RAR",
    "a block device": "dispositivo de bloques",
    "a character device": "dispositivo de caracteres",
    "a compiled help file": "archivo de ayuda compilado",
    "a database": "base de datos",
    "a device": "dispositivo",
    "an encrypted message: only the program that made it can open it": "mensaje cifrado: solo lo abre el programa que lo hizo",
    "encrypted mail (S/MIME): only its mail program can open it": "correo cifrado (S/MIME): solo lo abre su programa de correo",
    "its reader could make nothing of it ({})": "su lector no ha podido sacar nada de él ({})",
    "a filled row is repeated more than 100,000 times": "una fila con datos se repite más de 100.000 veces",
    "a film": "película",
    "a film or sound recording": "película o grabación de sonido",
    "a folder": "carpeta",
    "a font": "tipo de letra",
    "a link to nothing": "enlace a nada",
    "a mailbox of more than {} bytes": "buzón de más de {} bytes",
    "a message of {} bytes": "mensaje de {} bytes",
    "a named pipe": "tubería con nombre",
    "a part of {} bytes packed into {}": "una parte de {} bytes comprimida en {}",
    "a picture": "imagen",
    "a pipe": "tubería",
    "a program": "programa",
    "a socket": "socket",
    "a sound recording": "grabación de sonido",
    "an OLE container of an unknown kind": "contenedor OLE de tipo desconocido",
    "an Outlook data file": "archivo de datos de Outlook",
    "binary data of an unknown kind": "datos binarios de tipo desconocido",
    "it does not begin as RTF": "no empieza como RTF",
    "it holds no document": "no contiene ningún documento",
    "it opens, but holds no text": "se abre, pero no contiene texto",
    "it unpacks to more than allowed": "al descomprimirse ocupa más de lo permitido",
    "it unpacks to more than {} bytes": "al descomprimirse ocupa más de {} bytes",
    "it unpacks to {} bytes": "al descomprimirse ocupa {} bytes",
    "its fonts do not say which letters they show": "sus tipos de letra no dicen qué letras muestran",
    "its reader crashed ({})": "el lector falló ({})",
    "its reader ended (status {})": "el lector terminó (estado {})",
    "its reader gave up ({})": "el lector se rindió ({})",
    "its text could not be cut into passages": "su texto no se pudo dividir en pasajes",
    "more than {} bytes": "más de {} bytes",
    "more than {} cells": "más de {} celdas",
    "more than {} characters of text": "más de {} caracteres de texto",
    "more than {} members": "más de {} miembros",
    "nested more than {} deep": "anidado a más de {} niveles",
    "no HTML part": "sin parte HTML",
    "no XML can be read in it": "no se puede leer como XML",
    "no longer wanted": "ya no hacía falta",
    "no page can be read": "no se puede leer ninguna página",
    "no reader for {} files": "no hay lector para archivos {}",
    "no slide can be found": "no se encuentra ninguna diapositiva",
    "no text layer on {} pages (scanned?)": "sin capa de texto en {} páginas (¿escaneado?)",
    "not a file": "no es un archivo",
    "not an ordinary file": "no es un archivo corriente",
    "protected by a password": "protegido con contraseña",
    "protected by digital rights management": "protegido por gestión de derechos digitales",
    "reading it takes longer than allowed": "leerlo lleva más tiempo del permitido",
    "reading it takes more memory than allowed": "leerlo necesita más memoria de la permitida",
    "the content is missing or broken": "el contenido falta o está roto",
    "the content is not a {} file": "el contenido no es un archivo {}",
    "the file cannot be read: {}": "el archivo no se puede leer: {}",
    "the file has no bytes": "el archivo no tiene ningún byte",
    "the file holds more than is read of one file": "el archivo contiene más de lo que se lee de uno solo",
    "the file is gone": "el archivo ya no está",
    "the file is gone, or is a link to nothing": "el archivo ya no está, o es un enlace a nada",
    "the file may not be read": "no hay permiso para leer el archivo",
    "the main part is missing or broken": "la parte principal falta o está rota",
    "the package document is missing or broken": "el documento del paquete falta o está roto",
    "the password does not fit": "la contraseña no vale",
    "the reader gave nothing": "el lector no dio nada",
    "the workbook part is missing or broken": "la parte del libro falta o está rota",
    "there is no room for all that it holds": "no hay sitio para todo lo que contiene",
    "a log: the first {} and the last {} of {} bytes were read": "un registro: se leyeron los primeros {} y los últimos {} de {} bytes",
    "a source map: what it maps was left out": "un mapa de código: no se leyó lo que asocia",
    "data in one line: the first {} of {} characters were read": "datos en una línea: se leyeron los primeros {} de {} caracteres",
    "encoded bytes: {} characters of them were left out": "bytes codificados: no se leyeron {} caracteres de ellos",
    "lists of numbers: {} numbers were left out": "listas de números: no se leyeron {} números",
    "minified code: the first {} of {} characters were read": "código minificado: se leyeron los primeros {} de {} caracteres",
    "the first {} of {} bytes were read": "se leyeron los primeros {} de {} bytes",
    "the first {} of {} pages were read": "se leyeron las primeras {} de {} páginas",
    "the first {} cells were read": "se leyeron las primeras {} celdas",
    "the first {} characters were read": "se leyeron los primeros {} caracteres",
    "the first {} filled cells were read": "se leyeron las primeras {} celdas con datos",
    "the first {} rows were read": "se leyeron las primeras {} filas",
    "{} of {} rows of a sheet were read": "se leyeron {} de {} filas de una hoja",
    "{} of {} pages could not be read": "no se pudieron leer {} de {} páginas",
    "{} of {} sheets could not be read: {}": "no se pudieron leer {} de {} hojas: {}",
    "its content lies in a cloud, not on this computer": "su contenido está en una nube, no en este equipo",
    "{} bytes": "{} bytes",
    "{} bytes packed into {}": "{} bytes comprimidos en {}",
    "{} bytes; the limit for this kind is {}": "{} bytes; el límite de este tipo es {}",
    "{} bytes; the limit is {}": "{} bytes; el límite es {}",
    "{} members": "{} miembros",
    "{} members; the limit is {}": "{} miembros; el límite es {}",
    "{} x {} pixels; the limit is {} together": "{} x {} píxeles; el límite es {} en total",
}


_SINGULARS = {
    "pages": "page", "sheets": "sheet", "rows": "row", "cells": "cell", "characters": "character", "members": "member", "bytes": "byte",
    "páginas": "página", "hojas": "hoja", "filas": "fila", "celdas": "celda", "caracteres": "carácter", "miembros": "miembro", "niveles": "nivel",
}
_ONE_OF_MANY = re.compile(rf"(?<![\w.,])1 ({'|'.join(_SINGULARS)})\b")


def detail_in_words(detail: str, language: str) -> str:
    """The detail of an unreadable document in "es" or "en"; what nobody has translated stays English."""
    return _ONE_OF_MANY.sub(lambda found: f"1 {_SINGULARS[found[1]]}", _translated(detail, language))


def _translated(detail: str, language: str) -> str:
    if not language.startswith("es") or not detail:
        return detail
    if (known := _SPANISH.get(detail) or OF_THE_SYSTEM.get(detail)) is not None:
        return known
    for pattern, spanish in _patterns():
        match = pattern.fullmatch(detail)
        if match:
            return spanish.format(*(_translated(part, language) for part in match.groups()))
    return detail


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """Those with most words of their own first, so that "{} bytes; the limit is {}" comes before "{} bytes"."""
    templates = sorted((each for each in _SPANISH if "{}" in each), key=len, reverse=True)
    return [(re.compile(re.escape(each).replace(r"\{\}", "(.*?)"), re.DOTALL), _SPANISH[each]) for each in templates]
