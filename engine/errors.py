"""The errors that a person can act on. Everything else is a bug of ours and is left as it is.

    FicheroError                    the world is not as needed; the message says what happened and what to do
        BadUsage                    wrong arguments (exit status 2)
        FolderMissing, FolderUnreadable
        IndexLocked                 another Fichero writes this index
        IndexTooNew                 made by a newer version: left untouched
        IndexDamaged
            CatalogLost             … and only the list of its folders is left
        IndexGone                   it was there when this program opened it
        DiskFull, DataFolderUnwritable, DataFolderUnreadable
        IndexAway, MoveRefused      the folder that the index was put in; see index_place.py
        NotForgotten                something of ours could not be removed; see forgetting.py
        SettingsInvalid
        ModelMissing, ModelDamaged
        OcrMissing                  the add-on for text recognition is not installed
        ModelUnusable               one that somebody wants to bring in
        ChosenModelMissing, ImportedModelDamaged
        WorkerLost                  a process of ours ended
    Unreadable                      one document could not be read: never stops the others
    Cancelled                       somebody asked to stop: not an error
"""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Literal, get_args

Reason = Literal[
    "encrypted", "damaged", "empty", "no-text", "unsupported", "too-large", "timeout", "memory", "permission",
    "vanished", "special-file",
]
REASONS: tuple[str, ...] = get_args(Reason)


class FicheroError(Exception):
    """A message in both languages; `code` names the kind for tests and translations."""

    code = "error"

    def __init__(self, english: str, spanish: str) -> None:
        super().__init__(english)
        self.english = english
        self.spanish = spanish

    def message(self, language: str) -> str:
        return self.spanish if language.startswith("es") else self.english


class BadUsage(FicheroError):
    code = "usage"


class FolderMissing(FicheroError):
    code = "folder-missing"

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"There is no file or folder {path}. Check the name, or connect the drive it is on.",
            f"No existe el archivo o la carpeta {path}. Compruebe el nombre o conecte la unidad donde está.",
        )


class FolderUnreadable(FicheroError):
    code = "folder-unreadable"

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"The folder {path} may not be read. Ask its owner for permission, or choose another one.",
            f"No hay permiso para leer la carpeta {path}. Pídalo a su dueño o elija otra.",
        )


class IndexLocked(FicheroError):
    code = "index-locked"

    def __init__(self, folder: Path, holder: str, holder_in_spanish: str | None = None) -> None:
        super().__init__(
            f"The index in {folder} is being written by another Fichero ({holder}). Close that one, then try again.",
            f"Otro Fichero ({holder_in_spanish or holder}) está escribiendo el índice de {folder}. Ciérrelo y vuelva a intentarlo.",
        )


class IndexTooNew(FicheroError):
    code = "index-too-new"

    def __init__(self, folder: Path, found: int, known: int) -> None:
        super().__init__(
            f"The index in {folder} was made by a newer Fichero (format {found}; this one knows {known}). "
            "Update Fichero, or choose another data folder. Nothing was changed.",
            f"El índice de {folder} lo hizo un Fichero más nuevo (formato {found}; este conoce el {known}). "
            "Actualice Fichero o elija otra carpeta de datos. No se ha cambiado nada.",
        )


class IndexDamaged(FicheroError):
    """`in_spanish`: what is said in our words; what a library says stays as it said it."""

    code = "index-damaged"

    def __init__(self, folder: Path, detail: str, in_spanish: str | None = None) -> None:
        super().__init__(
            f"The index in {folder} is damaged ({detail}). Run `fichero doctor --repair` to rebuild it.",
            f"El índice de {folder} está dañado ({in_spanish or detail}). Ejecute `fichero doctor --repair` para rehacerlo.",
        )


class CatalogLost(IndexDamaged):
    """It is gone, or names no folder, and the copy of the list of folders names some."""

    def __init__(self, folder: Path, n_folders: int) -> None:
        super().__init__(folder, "the catalog is lost", "se ha perdido el catálogo")
        is_one = n_folders == 1
        self.english, self.spanish = (
            f"The catalog of the index in {folder} is lost; the list of {'its folder' if is_one else f'its {n_folders} folders'} "
            f"is kept. Run `fichero doctor --repair` or `fichero index`: {'it is' if is_one else 'they are'} read again.",
            f"Se ha perdido el catálogo del índice de {folder}; se conserva la lista de "
            f"{'su carpeta' if is_one else f'sus {n_folders} carpetas'}. Ejecute `fichero doctor --repair` o `fichero index` "
            f"para {'leerla' if is_one else 'leerlas'} de nuevo.",
        )
        self.args = (self.english,)


class IndexGone(FicheroError):
    """For who has read it: to go on as if there had never been one would look like an answer."""

    code = "index-gone"

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"The index in {folder} is gone: it was deleted or moved, or its drive is away. Bring it back, or add your folders again "
            "(`fichero index FOLDER`): until then nothing is found.",
            f"El índice de {folder} ya no está: se ha borrado o movido, o su unidad no está conectada. Recupérelo o añada de nuevo sus "
            "carpetas (`fichero index CARPETA`): hasta entonces no se encuentra nada.",
        )


class DiskFull(FicheroError):
    code = "disk-full"

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"There is no room left on the disk of {folder}. Free some space and start again: what was read is kept.",
            f"No queda sitio en el disco de {folder}. Libere espacio y vuelva a empezar: lo ya leído se conserva.",
        )


class DataFolderUnwritable(FicheroError):
    code = "data-unwritable"

    def __init__(self, folder: Path, detail: str, in_spanish: str) -> None:
        super().__init__(
            f"Fichero cannot write in its data folder {folder} ({detail}). Choose another one with --data.",
            f"Fichero no puede escribir en su carpeta de datos {folder} ({in_spanish}). Elija otra con --data.",
        )


class DataFolderUnreadable(FicheroError):
    code = "data-unreadable"

    def __init__(self, folder: Path, detail: str, in_spanish: str) -> None:
        super().__init__(
            f"Fichero may not read its data folder {folder} ({detail}). Ask its owner for permission, or choose another one "
            "with --data.",
            f"Fichero no tiene permiso para leer su carpeta de datos {folder} ({in_spanish}). Pídalo a su dueño o elija otra "
            "con --data.",
        )


class SettingsInvalid(FicheroError):
    code = "settings-invalid"

    def __init__(self, path: Path, detail: str, in_spanish: str) -> None:
        self.detail, self.detail_in_spanish = detail, in_spanish
        super().__init__(
            f"The settings in {path} cannot be used: {detail}. Correct that line, or delete the file.",
            f"No se pueden usar los ajustes de {path}: {in_spanish}. Corrija esa línea o borre el archivo.",
        )


class ModelMissing(FicheroError):
    code = "model-missing"

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"The model file {path} is missing. Run `fichero models prepare` to make it.",
            f"Falta el archivo de modelo {path}. Ejecute `fichero models prepare` para crearlo.",
        )


class ModelDamaged(FicheroError):
    code = "model-damaged"

    def __init__(self, path: Path, detail: str, in_spanish: str) -> None:
        super().__init__(
            f"The model file {path} is damaged ({detail}). Run `fichero models prepare` to make it again.",
            f"El archivo de modelo {path} está dañado ({in_spanish}). Ejecute `fichero models prepare` para rehacerlo.",
        )


class ModelUnusable(FicheroError):
    """The reason comes from models/, in both languages."""

    code = "model-unusable"


class ChosenModelMissing(FicheroError):
    code = "chosen-model-missing"

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"There is no model in {path} as it is needed. `fichero models list` shows those there are; bring it in again, or "
            "choose `fichero models use default` (embedder) or `fichero models use none` (cross-encoder).",
            f"En {path} no hay el modelo que hace falta. `fichero models list` muestra los que hay; impórtelo otra vez o elija "
            "`fichero models use default` (vectores) o `fichero models use none` (reordenación).",
        )


class ImportedModelDamaged(FicheroError):
    code = "imported-model-damaged"

    def __init__(self, path: Path, detail: str, in_spanish: str) -> None:
        super().__init__(
            f"The imported model file {path} is damaged ({detail}). Remove the model with `fichero models remove` and import it "
            "again.",
            f"El archivo de modelo importado {path} está dañado ({in_spanish}). Quite el modelo con `fichero models remove` e "
            "impórtelo de nuevo.",
        )


class OcrMissing(FicheroError):
    code = "ocr-missing"

    def __init__(self) -> None:
        super().__init__(
            "Text recognition (OCR) is not installed. Install it in Fichero's folder with `make ocr` (about 35 MB), then try again.",
            "El reconocimiento de texto (OCR) no está instalado. Instálelo en la carpeta de Fichero con `make ocr` (unos 35 MB) "
            "y vuelva a intentarlo.",
        )


class WorkerLost(FicheroError):
    code = "worker-lost"

    def __init__(self, what: str) -> None:
        super().__init__(
            f"The {what} process ended unexpectedly. Fichero starts it again; if it goes on, see the log.",
            f"El proceso de {what} terminó de improviso. Fichero lo arranca de nuevo; si persiste, vea el registro.",
        )


LONGEST_DETAIL = 300


class Unreadable(Exception):
    """One document could not be read, or holds no text. `detail` is one English line without the document's text.

    `is_for_ocr`: text recognition, which was off, might find text in it.
    """

    def __init__(self, reason: Reason, detail: str = "", is_for_ocr: bool = False) -> None:
        detail = " ".join(detail.split())[:LONGEST_DETAIL]      # libraries quote whole headers
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason: Reason = reason
        self.detail = detail
        self.is_for_ocr = is_for_ocr


class Cancelled(Exception):
    """Somebody asked to stop."""


def is_disk_full(error: BaseException) -> bool:
    """Whether an error of the system, SQLite, Tantivy or LanceDB means that there is no room left."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, OSError) and seen.errno in _NO_ROOM_NUMBERS:
            return True
        message = str(seen).lower()
        if any(words in message for words in _NO_ROOM):
            return True
        seen = seen.__cause__
    return False


_NO_ROOM_NUMBERS = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))      # no EDQUOT on Windows
_NO_ROOM = ("no space left on device", "database or disk is full", "disk quota exceeded", "os error 28", "storagefull",
            "not enough space on the disk")
