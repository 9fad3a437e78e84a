"""What is said of answers, in the command line and in the window alike, in Spanish and English."""

from __future__ import annotations

from typing import Literal

from engine.written_answers.answer_messages import CheckedSentence

Said = Literal["hardly-answered", "nothing-found", "model-says-not"]

_WORDS: dict[Said, tuple[str, str]] = {
    "hardly-answered": ("The documents hardly seem to answer this", "Los documentos apenas parecen responder a esto"),
    "nothing-found": ("Nothing was found", "No se ha encontrado nada"),
    "model-says-not": ("The model says that the passages do not answer", "El modelo dice que los pasajes no responden"),
}
_COME_CLOSEST = ("these come closest", "esto es lo más cercano")
_NOTHING_SENT = ("nothing was sent", "no se ha enviado nada")


def answer_in_words(said: Said, language: str) -> str:
    """A sentence, with its full stop."""
    return f"{_in(_WORDS[said], language)}."


def nearest_instead(language: str) -> str:
    """Above results of which none answers."""
    return f"{_in(_WORDS['hardly-answered'], language)}; {_in(_COME_CLOSEST, language)}."


def refusal_in_words(refusal: str, language: str) -> str:
    """Why nothing is sent to a model: `refusal` is that of a Draft."""
    said: Said = "nothing-found" if refusal == "nothing-found" else "hardly-answered"
    return f"{_in(_WORDS[said], language)}: {_in(_NOTHING_SENT, language)}."


def mark_in_words(sentence: CheckedSentence, language: str) -> str:
    """What has to be said of a sentence that is not supported; "" of the others."""
    if sentence.verdict == "uncited":
        return _in(("no source named", "sin cita"), language)
    missing = ", ".join(str(citation.number) for citation in sentence.citations if citation.verdict == "missing")
    if missing:
        return _in((f"there is no passage {missing}", f"no existe el pasaje {missing}"), language)
    if sentence.not_in_passages:
        absent = ", ".join(sentence.not_in_passages)
        return _in((f"not in the passage: {absent}", f"no está en el pasaje: {absent}"), language)
    return _in(("the passage does not say this", "el pasaje no dice esto"), language) if sentence.verdict == "unsupported" else ""


def _in(words: tuple[str, str], language: str) -> str:
    english, spanish = words
    return spanish if language.startswith("es") else english
