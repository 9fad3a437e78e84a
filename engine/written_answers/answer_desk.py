"""Writes answers for one place that asks, window or command: drafts by the search, asks the model, checks what it wrote."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.errors import FicheroError
from engine.hits import Filters, SearchRequest
from engine.machine.local_address import read_address
from engine.written_answers.answer_messages import CheckedAnswer, Draft
from engine.written_answers.citation_check import check
from engine.written_answers.local_model import LocalModel
from engine.written_answers.written_answer import MOST_PASSAGES, draft

if TYPE_CHECKING:
    from engine.search.engine import Engine
    from engine.settings import Settings


class AnswersOff(FicheroError):
    code = "answers-off"

    def __init__(self) -> None:
        super().__init__(
            "No model for written answers is chosen. Where one runs on this computer: `settings set answer_address "
            "http://127.0.0.1:PORT/v1` and `settings set answer_model NAME`, or in the settings of the window.",
            "No se ha elegido ningún modelo para redactar respuestas. Si hay uno en este equipo: `settings set answer_address "
            "http://127.0.0.1:PUERTO/v1` y `settings set answer_model NOMBRE`, o en los ajustes de la ventana.",
        )


def is_on(settings: Settings) -> bool:
    return bool(settings.answer_address and settings.answer_model)


def chosen_model(settings: Settings) -> LocalModel:
    """The model that the settings name; nothing is asked yet.

    Raises:
        AnswersOff, AddressRefused
    """
    if not is_on(settings):
        raise AnswersOff
    return LocalModel(read_address(settings.answer_address), settings.answer_model)


def draft_of(
    engine: Engine, question: str, filters: Filters, language: str, is_cancelled: Callable[[], bool] = lambda: False
) -> Draft:
    """What would be sent for a question, by the same search as its results; raises as `draft`."""
    return draft(engine, SearchRequest(
        question, top=MOST_PASSAGES, filters=filters, language=language, refine=False, is_cancelled=is_cancelled
    ))


def checked(engine: Engine, made: Draft, text: str) -> CheckedAnswer:
    """The answer with a verdict on each sentence."""
    from engine.reading.language import detect_language

    return check(text, made.passages, made.question, detect_language(text), engine.closeness)

