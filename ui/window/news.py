"""Messages of the window itself, in both languages; the engine's errors bring their own."""

from __future__ import annotations

from engine.messages import Failure
from ui.window.wording import number, printable


def search_lost(again: bool) -> Failure:
    if again:
        return Failure(
            "search-lost", "The search process ended unexpectedly. It is being started again.",
            "El proceso de búsqueda terminó de improviso. Se está arrancando de nuevo.",
        )
    return Failure(
        "search-lost", "The search process keeps ending unexpectedly. The log in the data folder says more.",
        "El proceso de búsqueda termina una y otra vez de improviso. El registro de la carpeta de datos dice más.",
    )


def indexing_lost(again: bool) -> Failure:
    if again:
        return Failure(
            "indexing-lost", "The indexing process ended unexpectedly. It is being started again; nothing read is lost.",
            "El proceso de indexación terminó de improviso. Se está arrancando de nuevo; lo ya leído no se pierde.",
        )
    return Failure(
        "indexing-lost", "The indexing process keeps ending unexpectedly. The log in the data folder says more.",
        "El proceso de indexación termina una y otra vez de improviso. El registro de la carpeta de datos dice más.",
    )


def folder_unavailable(path: str) -> Failure:
    name = printable(path)
    return Failure(
        "folder-unavailable",
        f"The folder {name} cannot be found. What was read from it is kept; connect its drive, then look for changes.",
        f"No se encuentra la carpeta {name}. Se conserva lo leído de ella; conecte su unidad y busque cambios.",
    )


def not_opened(path: str) -> Failure:
    name = printable(path)
    return Failure(
        "not-opened",
        f"{name} could not be opened: it is gone, or the desktop has no application for it.",
        f"No se pudo abrir {name}: ya no está, o el escritorio no tiene aplicación para ello.",
    )


def wrong_password(path: str) -> Failure:
    name = printable(path)
    return Failure(
        "wrong-password",
        f"The password does not open {name}. Capital letters and accents count.",
        f"La contraseña no abre {name}. Cuentan las mayúsculas y los acentos.",
    )


def tried_again(n_read: int, n_failed: int) -> Failure:
    """What became of documents that could not be read, after another try."""
    return Failure(
        "tried-again",
        f"Tried again. Read now: {number(n_read)}. Still unreadable: {number(n_failed)}.",
        f"Se ha intentado otra vez. Leídos ahora: {number(n_read)}. Siguen ilegibles: {number(n_failed)}.",
    )


def no_mail() -> Failure:
    return Failure(
        "no-mail",
        "No mail of Thunderbird was found on this computer. If its profile lies elsewhere, add that folder.",
        "No se ha encontrado correo de Thunderbird en este equipo. Si su perfil está en otro sitio, añada esa carpeta.",
    )
