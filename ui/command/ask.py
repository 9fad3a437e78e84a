"""`ask QUESTION`: an answer written by a model on this computer, from the best passages, each citation checked."""

from __future__ import annotations

import argparse
import dataclasses
from typing import TYPE_CHECKING, Any

from engine.errors import BadUsage, Cancelled
from ui.answer_words import answer_in_words, mark_in_words, refusal_in_words
from ui.command.output import ProgressLine, language, note, say, write, write_json, write_text
from ui.command.places import note_unknown, places_in
from ui.command.stopping import told_to_stop

if TYPE_CHECKING:
    from engine.search.engine import Engine
    from engine.settings import Settings
    from engine.written_answers.answer_messages import CheckedAnswer, CheckedSentence, Draft


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    parser = verbs.add_parser(
        "ask", parents=[shared], help=say("let a local model write an answer", "que un modelo local redacte una respuesta"),
        description=say(
            "Sends the question and at most five passages to the model that the settings answer_address and answer_model name, "
            "which has to run on this computer, and checks each citation of its answer. Where the documents do not answer, "
            "nothing is sent.",
            "Envía la pregunta y cinco pasajes como mucho al modelo que dicen los ajustes answer_address y answer_model, que tiene "
            "que estar en este equipo, y comprueba cada cita de su respuesta. Si los documentos no responden, no se envía nada.",
        ),
    )
    parser.add_argument("query", metavar="QUESTION", help=say("what to ask the documents", "lo que se pregunta a los documentos"))
    parser.add_argument("--show", action="store_true", help=say("show what would be sent, and send nothing",
                                                                "mostrar lo que se enviaría, sin enviar nada"))
    parser.add_argument("--type", action="append", default=[], metavar="T", help="pdf, docx, xlsx, md, …")
    parser.add_argument("--folder", metavar="F", help=say("only below this folder", "solo dentro de esta carpeta"))


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine.build import build_engine
    from engine.written_answers.answer_desk import chosen_model, draft_of

    if not options.query.strip():
        raise BadUsage("The question is empty.", "La pregunta está vacía.")
    model = None if options.show else chosen_model(settings)
    line = ProgressLine()
    with build_engine(settings) as engine, told_to_stop() as is_stopped:
        try:
            draft = draft_of(engine, options.query, _filters(options, engine), language(), is_stopped)
            if model is None or draft.refusal is not None:
                _tell_draft(options, settings, draft)
                return 0
            text = model.answer(draft.messages, lambda piece: line.show(say("writing…", "redactando…")), is_stopped)
        except Cancelled:
            line.done()
            note(say("Stopped.", "Detenido."))
            return 1
        _tell_answer(options, settings, draft, _checked(engine, draft, text, line))
    return 0


def _filters(options: argparse.Namespace, engine: Engine) -> Any:
    from engine.hits import Filters
    from engine.query.filters import apply_field

    filters = Filters()
    for kind in options.type:
        filters = apply_field("type", kind, filters).filters
    if options.folder is not None:
        (place,) = places_in(engine.catalog, [options.folder])
        note_unknown(engine.catalog, place)
        filters = dataclasses.replace(filters, folder=place)
    return filters


def _checked(engine: Engine, draft: Draft, text: str, line: ProgressLine) -> CheckedAnswer:
    from engine.written_answers.answer_desk import checked

    line.done()
    return checked(engine, draft, text)


def _tell_draft(options: argparse.Namespace, settings: Settings, draft: Draft) -> None:
    if options.json:
        write_json(_as_json(settings, draft, None))
    elif draft.refusal is not None:
        nearest = "" if draft.refusal == "nothing-found" else say(
            " `search` shows the nearest passages.", " `search` muestra los pasajes más cercanos."
        )
        write(refusal_in_words(draft.refusal, language()) + nearest)
    else:
        write_text(draft.as_text())


def _tell_answer(options: argparse.Namespace, settings: Settings, draft: Draft, answer: CheckedAnswer) -> None:
    if options.json:
        write_json(_as_json(settings, draft, answer))
        return
    if answer.is_not_said:
        write(answer_in_words("model-says-not", language()))
    for sentence in answer.sentences:
        write_text(answer.text[sentence.start:sentence.end] + _mark(sentence))
    write("")
    for passage in draft.passages:
        page = say(f", page {passage.page}", f", página {passage.page}") if passage.page else ""
        write(f"[{passage.number}] {passage.source}{page}: {passage.path}")


def _mark(sentence: CheckedSentence) -> str:
    """What has to be said of a sentence that is not supported."""
    mark = mark_in_words(sentence, language())
    return f"  ⚠ {mark}" if mark else ""


def _as_json(settings: Settings, draft: Draft, answer: CheckedAnswer | None) -> dict[str, Any]:
    return {
        "question": draft.question,
        "model": settings.answer_model or None,
        "refusal": draft.refusal,
        "answerable": draft.answerable,
        "sent": [{"role": message.role, "text": message.text} for message in draft.messages] if answer is not None else [],
        "would_send": [{"role": message.role, "text": message.text} for message in draft.messages] if answer is None else [],
        "passages": [
            {
                "number": passage.number, "path": passage.path, "title": passage.title, "heading_path": list(passage.heading_path),
                "page": passage.page, "start": passage.start, "end": passage.end, "text": passage.text,
            }
            for passage in draft.passages
        ],
        "answer": answer.text if answer else None,
        "not_stated": answer.is_not_said if answer else None,
        "supported": answer.is_supported if answer and not answer.is_not_said else None,
        "sentences": [
            {**dataclasses.asdict(sentence), "text": answer.text[sentence.start:sentence.end]} for sentence in answer.sentences
        ] if answer else [],
    }
