"""The answer of `status --why PATH`, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.command.folders import rule_in_words
from ui.command.output import language, say, write, write_json
from ui.command.places import places_in
from ui.details import detail_in_words
from ui.wording import reason_in_words

if TYPE_CHECKING:
    from engine.settings import Settings
    from engine.why_answer import Why


def tell_why(settings: Settings, path: str, as_json: bool) -> int:
    from engine.build import open_catalog
    from engine.search.why import why

    with open_catalog(settings) as catalog:
        (place,) = places_in(catalog, [path])
        answer = why(settings, catalog, place)
    if as_json:
        write_json(answer.as_json())
    else:
        write(f"{answer.path}: {in_words(answer)}")
    return 0


def in_words(answer: Why) -> str:
    match answer.state:
        case "found":
            return say("found by words and by meaning", "se encuentra por palabras y por significado")
        case "found-by-words":
            return say("found by words; its meaning is to come", "se encuentra por palabras; falta su significado")
        case "found-by-name":
            return say("found by its name alone: it could not be read", "se encuentra solo por su nombre: no se pudo leer") + (
                f" ({_reason(answer)})"
            )
        case "not-current":
            return say(
                "has changed or gone since it was read: it is read again at the next look",
                "ha cambiado o desaparecido desde que se leyó: se leerá de nuevo",
            )
        case "not-available":
            return say("not available: its drive or share is away; what was read is kept",
                       "no disponible: su unidad no está; se conserva lo leído")
        case "removed-by-you":
            return say("you removed it from the index; `index` with its path brings it back",
                       "usted lo retiró del índice; `index` con su ruta lo recupera")
        case "not-in-a-folder":
            return say("lies in no folder that was added", "no está en ninguna carpeta añadida")
        case "missing":
            return say("there is no such file", "no existe")
        case "not-read-yet":
            return say("has not been read yet", "aún no se ha leído")
        case "all-unreadable":
            return say("no document in it could be read: they are found by their names alone",
                       "no se pudo leer ninguno de sus documentos: solo se encuentran por su nombre")
        case "nothing-to-read":
            text = say("holds nothing to be read", "no contiene nada que leer")
            return f"{text} ({rule_in_words(answer.rule)})" if answer.rule else text
        case "left-out":
            return _left_out(answer)


def _reason(answer: Why) -> str:
    reason = reason_in_words(answer.reason, language()) if answer.reason else ""
    return ": ".join(filter(None, (reason, detail_in_words(answer.detail or "", language()))))


def _left_out(answer: Why) -> str:
    text = say("left out", "excluido") + f": {rule_in_words(answer.rule or '')}"
    if answer.rule == "picture":
        return text + say("; `index --ocr` recognises the text in it", "; `index --ocr` reconoce su texto")
    if answer.left_out_at and answer.left_out_at != answer.path:
        text += f", {answer.left_out_at}"
    if answer.source:
        text += f" ({answer.pattern} {say('in', 'en')} {answer.source})" if answer.pattern else f" ({answer.source})"
    return text
