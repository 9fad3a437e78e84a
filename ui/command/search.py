"""`search QUERY` and `search --batch FILE`."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BadUsage
from engine.hits import HARDLY_ANSWERED, Filters, Hit, RankAndScore, SearchRequest, SearchResult, without_weak_answers
from engine.machine.bad_json import fault_of
from engine.query.loosening import asks_of_fields_alone
from ui.answer_words import nearest_instead
from ui.command.nothing_found import why_nothing
from ui.command.output import language, note, say, write, write_json, write_json_lines
from ui.command.places import note_unknown, places_in

if TYPE_CHECKING:
    from engine.search.engine import Engine
    from engine.settings import Settings

MODES = ("hybrid", "lexical", "dense")


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    parser = verbs.add_parser("search", parents=[shared], help=say("search or ask", "buscar o preguntar"))
    parser.add_argument("query", metavar="QUERY", nargs="?", help=say("words or a question", "palabras o una pregunta"))
    parser.add_argument("--batch", metavar="FILE", help=say(
        'many queries, one a line: {"id","text"[,"mode","top"]}; - reads stdin. Answers in JSON Lines; never folds versions or copies',
        'muchas consultas, una por línea: {"id","text"[,"mode","top"]}; - lee la entrada. Responde en líneas JSON; nunca agrupa versiones ni copias',
    ))
    parser.add_argument("--top", type=_positive, default=10, metavar="N", help=say("documents", "documentos"))
    parser.add_argument("--mode", choices=MODES, default="hybrid", help=say(
        "words and meaning, words, meaning", "palabras y significado, palabras, significado"
    ))
    parser.add_argument("--no-rerank", action="store_true", help=say("leave the first order", "dejar el primer orden"))
    parser.add_argument("--refine", action=argparse.BooleanOptionalAction, default=None, help=say(
        "let the chosen cross-encoder read the first hits again", "que el modelo de reordenación elegido relea los primeros"
    ))
    parser.add_argument("--type", action="append", default=[], metavar="T", help="pdf, docx, xlsx, md, …")
    parser.add_argument("--folder", metavar="F", help=say("only below this folder", "solo dentro de esta carpeta"))
    parser.add_argument("--after", type=_first_day, metavar="D", help=say("ISO date, inclusive", "fecha ISO, incluida"))
    parser.add_argument("--before", type=_last_day, metavar="D", help=say("ISO date, inclusive", "fecha ISO, incluida"))
    parser.add_argument("--explain", action="store_true", help=say("show the ranks in each list", "mostrar los puestos"))


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine.build import build_engine

    if (options.query is None) == (options.batch is None):
        raise BadUsage("Give one QUERY, or --batch FILE.", "Dé una consulta, o --batch ARCHIVO.")
    if options.folder is not None:
        options.folder = _known_folder(options.folder, settings)
    if options.refine and not settings.cross_encoder:
        raise BadUsage("No cross-encoder is chosen: `models use NAME` does.",
                       "No hay ningún modelo de reordenación elegido: `models use NOMBRE` lo elige.")
    request = _request(options, settings)
    if options.batch is not None:
        lines = list(_batch(options.batch, request))
        with build_engine(settings) as engine:
            _note_what_waits(settings, not engine.catalog.roots(), 0)
            write_json_lines(_answers(engine, lines))
        return 0
    with build_engine(settings) as engine:
        result = engine.search(request)
        is_empty = not result.hits and not engine.catalog.folders()
        reasons = [] if result.hits or is_empty else why_nothing(engine.catalog, request)
        n_waiting = engine.catalog.counts().pending if result.stage == "text" and request.mode != "lexical" else 0
    _note_what_waits(settings, is_empty, n_waiting)
    if result.note:
        note(result.note)
    if options.json:
        write_json(result_as_json(result))
    else:
        _print(without_weak_answers(result), options.explain)
    for reason in reasons:
        note(reason)
    return 0


def _note_what_waits(settings: Settings, is_empty: bool, n_waiting: int) -> None:
    """What the search could not find yet."""
    from engine.machine.index_lock import IndexLock

    if IndexLock(settings.data_dir).writer() == "terminal":     # the window's process holds it as long as it is open
        note(say("`index` is at work in another terminal: what it has yet to read is not found.",
                 "`index` está trabajando en otra terminal: lo que aún no ha leído no se encuentra."))
    elif is_empty:
        note(say("The index is empty: first add a folder with `index FOLDER`.",
                 "El índice está vacío: añada antes una carpeta con `index CARPETA`."))
    if n_waiting == 1:
        note(say("One document waits to be read for its meaning: `index` goes on with it.",
                 "Un documento espera a que se lea por su significado: `index` sigue con ello."))
    elif n_waiting:
        note(say(f"{n_waiting} documents wait to be read for their meaning: `index` goes on with it.",
                 f"{n_waiting} documentos esperan a que se lean por su significado: `index` sigue con ello."))


def _known_folder(folder: str, settings: Settings) -> str:
    from engine.build import open_catalog

    with open_catalog(settings) as catalog:
        (place,) = places_in(catalog, [folder])
        note_unknown(catalog, place)
    return place


def _request(options: argparse.Namespace, settings: Settings) -> SearchRequest:
    from engine.query.filters import apply_field

    filters = Filters(after=options.after, before=options.before)
    for value in options.type:
        filters = apply_field("type", value, filters).filters
    if options.folder:
        filters = dataclasses.replace(filters, folder=options.folder)
    return SearchRequest(
        text=options.query or "",
        top=options.top,
        mode=options.mode,
        rerank=not options.no_rerank,
        refine=settings.refine if options.refine is None else options.refine,
        language=language(),
        filters=filters,
    )


def _batch(name: str, default: SearchRequest) -> Iterator[tuple[Any, SearchRequest]]:
    """The lines of a batch file; wrong ones are wrong usage, said with their number before anything is searched."""
    try:
        text = (_standard_input() if name == "-" else Path(name).read_bytes()).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        english, spanish = fault_of(error)
        raise BadUsage(f"Cannot read the batch file {name}: {english}.", f"No se puede leer {name}: {spanish}.") from error
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            yield _batch_line(json.loads(line, parse_constant=_refuse), default)
        except (ValueError, RecursionError, argparse.ArgumentTypeError) as error:
            english, spanish = fault_of(error)
            raise BadUsage(
                f"Line {number} of {name} is not {{\"id\", \"text\"}}: {english}.",
                f"La línea {number} de {name} no es {{\"id\", \"text\"}}: {spanish}.",
            ) from error


def _batch_line(fields: Any, default: SearchRequest) -> tuple[Any, SearchRequest]:
    """Raises ValueError or ArgumentTypeError where a field is missing or not what it should be."""
    if not isinstance(fields, dict):
        raise ValueError(say("not an object", "no es un objeto"))
    for name in ("id", "text"):
        if name not in fields:
            raise ValueError(say(f"no {name!r}", f"falta {name!r}"))
    text, mode, top = fields["text"], fields.get("mode"), fields.get("top")
    if not isinstance(text, (str, int, float)) or isinstance(text, bool):
        raise ValueError(say(f"text {text!r} is no text", f"{text!r} no es un texto"))
    changes: dict[str, Any] = {"text": str(text), "fold_duplicates": False}
    if mode is not None:
        if mode not in MODES:
            raise ValueError(say(f"mode {mode!r}, allowed: {', '.join(MODES)}", f"modo {mode!r}, admite {', '.join(MODES)}"))
        changes["mode"] = mode
    if top is not None:
        changes["top"] = _positive(str(top))
    return fields["id"], dataclasses.replace(default, **changes)


def _refuse(constant: str) -> Any:
    raise ValueError(say(f"{constant} is not JSON", f"{constant} no es JSON"))


def _standard_input() -> bytes:
    return sys.stdin.buffer.read()


def _answers(engine: Engine, lines: list[tuple[Any, SearchRequest]]) -> Iterator[dict[str, Any]]:
    for identifier, request in lines:
        try:
            answer = result_as_json(engine.search(request))
        except BadUsage:        # an empty text among others: no hits, and the batch goes on
            answer = result_as_json(SearchResult(request.text, (), {}, None, engine.catalog.stage()))
        yield {"id": identifier, **answer}


def result_as_json(result: SearchResult) -> dict[str, Any]:
    """The result object of the command-line contract."""
    names = ["embed", "bm25", "dense", "fuse", "rerank", "total"]
    names += ["refine"] if "refine" in result.timings_ms else []
    return {
        "query": result.query,
        "hits": [_hit_as_json(hit) for hit in result.hits],
        "timings_ms": {name: result.timings_ms.get(name, 0.0) for name in names},
        "answerable": result.answerable,
        "stage": result.stage,
        "outdated": list(result.outdated),
        "note": result.note,
    }


def _hit_as_json(hit: Hit) -> dict[str, Any]:
    why = hit.explanation
    return {
        "rank": hit.rank,
        "score": hit.score,
        "path": hit.path,
        "title": hit.title,
        "document_id": hit.document_id,
        "chunk_id": hit.chunk_id,
        "heading_path": list(hit.heading_path),
        "page": hit.page,
        "start": hit.start,
        "end": hit.end,
        "snippet": hit.snippet,
        "highlights": [list(span) for span in hit.highlights],
        "answer": dataclasses.asdict(hit.answer) if hit.answer else None,
        "explain": {
            "bm25": _place(why.bm25),
            "dense": _place(why.dense),
            "rrf": _place(why.rrf),
            "rerank": _place(why.rerank),
            **({"cross_encoder": _place(why.cross_encoder)} if why.cross_encoder is not None else {}),
        },
        "also": list(hit.also),
        "version": hit.version,
        "versions": [
            {"path": older.path, "modified": older.modified, "version": older.version} for older in hit.versions
        ],
        "is_available": hit.is_available,
        "kind": hit.kind,
        "language": hit.language,
        "modified": hit.modified,
        "sent": hit.sent,
    }


def _place(place: RankAndScore | None) -> dict[str, float] | None:
    return None if place is None else {"rank": place.rank, "score": place.score}


def _print(result: SearchResult, explain: bool) -> None:
    if result.hits and result.answerable is not None and result.answerable < HARDLY_ANSWERED and not asks_of_fields_alone(result.query):
        write(nearest_instead(language()))
    if not result.hits:
        write(say("Nothing found.", "No se ha encontrado nada."))
    for hit in result.hits:
        page = say(f", page {hit.page}", f", página {hit.page}") if hit.page else ""
        write(f"{hit.rank}. {hit.title}{page}")
        write(f"   {hit.path}")
        if hit.heading_path:
            write("   " + " > ".join(hit.heading_path))
        write("   " + " ".join(_marked(hit).split()))
        if hit.answer and hit.rank == 1:
            write("   → " + " ".join(hit.answer.text.split()))
        if not hit.is_available:
            write(say("   not available: its drive is away", "   no disponible: su unidad no está"))
        if hit.also:
            write(say(f"   the same in {len(hit.also)} more", f"   lo mismo en {len(hit.also)} más"))
        if hit.version or hit.versions:
            write("   " + " · ".join(part for part in (hit.version, hit.dated[:10]) if part))
        if hit.versions:
            write(say("   older versions: ", "   versiones anteriores: ") + ", ".join(
                f"{Path(older.path).name} ({older.modified[:10]})" for older in hit.versions
            ))
        if explain:
            why = hit.explanation
            write("   " + " · ".join(
                f"{name} {place.rank} ({place.score:.4g})" if place else f"{name} –"
                for name, place in (
                    ("bm25", why.bm25), ("dense", why.dense), ("rrf", why.rrf), ("rerank", why.rerank),
                    *([("cross-encoder", why.cross_encoder)] if why.cross_encoder else []),
                )
            ))
    if result.outdated:
        n = len(result.outdated)
        write(say(
            f"{n} documents have changed or gone since they were read, and are not shown; `index` reads them again.",
            f"{n} documentos han cambiado o ya no están desde que se leyeron, y no se muestran; `index` los vuelve a leer.",
        ) if n != 1 else say(
            "1 document has changed or gone since it was read, and is not shown; `index` reads it again.",
            "1 documento ha cambiado o ya no está desde que se leyó, y no se muestra; `index` lo vuelve a leer.",
        ))


def _marked(hit: Hit) -> str:
    """The snippet with its matched words marked, in bold at a terminal."""
    before, after = ("\x1b[1m", "\x1b[0m") if sys.stdout.isatty() else ("«", "»")
    text, last = "", 0
    for start, end in hit.highlights:
        text += hit.snippet[last:start] + before + hit.snippet[start:end] + after
        last = end
    return text + hit.snippet[last:]


def _positive(value: str) -> int:
    try:
        number = int(value)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(say(f"{value} is not a positive number", f"{value} no es un número positivo"))
    return number


def _first_day(value: str) -> date:
    return _date(value, is_end=False)


def _last_day(value: str) -> date:
    return _date(value, is_end=True)


def _date(value: str, is_end: bool) -> date:
    """A day, an ISO 8601 date and time, or a month or year, which stands for its first or last day."""
    from engine.query.filters import read_date

    day = read_date(value.strip(), is_end)
    if day is not None:
        return day
    try:
        return datetime.fromisoformat(value.strip()).date()
    except ValueError as error:
        raise argparse.ArgumentTypeError(say(
            f"{value!r} is not an ISO 8601 date such as 2024-05-31",
            f"{value!r} no es una fecha ISO 8601 como 2024-05-31",
        )) from error
