"""What the arguments of the tools of `mcp` are, and what is wrong with those that came, in the person's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from engine.sharing.assistants import MOST_HITS, MOST_OFFSET, MOST_QUERY, MOST_TYPES
from ui.command.output import say

_LARGEST_NAME = 40


def described(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a tool's arguments with a description of each."""
    meanings = _meanings()
    return {**schema, "properties": {
        name: {**kind, "description": meanings[name]} for name, kind in schema.get("properties", {}).items()
    }}


def _meanings() -> dict[str, str]:
    """What each argument is and may be: also what is said where one does not fit."""
    return {
        "query": say(f"words or a question, at most {MOST_QUERY} characters", f"palabras o una pregunta, {MOST_QUERY} caracteres como mucho"),
        "top": say(f"how many results, 1 to {MOST_HITS}", f"cuántos resultados, de 1 a {MOST_HITS}"),
        "offset": say(f"how many of the first results to leave out, 0 to {MOST_OFFSET}: for those after them",
                      f"cuántos de los primeros resultados saltarse, de 0 a {MOST_OFFSET}: para los siguientes"),
        "mode": say("hybrid (words and meaning), lexical (words alone) or dense (meaning alone)",
                    "hybrid (palabras y significado), lexical (solo palabras) o dense (solo significado)"),
        "type": say(f"pdf, docx, xlsx, md, …; a list means any of them, at most {MOST_TYPES}",
                    f"pdf, docx, xlsx, md, …; una lista vale por cualquiera de ellos, {MOST_TYPES} como mucho"),
        "folder": say("only below this folder, by its whole path", "solo dentro de esta carpeta, con su ruta completa"),
        "document": say("only in this document, by its path as `search` gives it: its passages, each a result of its own",
                        "solo en este documento, con la ruta que da `search`: sus pasajes, cada uno un resultado"),
        "after": say("of files changed on this day or later, as 2024-05-06", "de archivos cambiados ese día o después, como 2024-05-06"),
        "before": say("of files changed on this day or earlier, as 2024-05-06", "de archivos cambiados ese día o antes, como 2024-05-06"),
        "path": say("of a document, as `search` gives it", "de un documento, como la da `search`"),
        "start": say("place in the document's text, from 0, in characters", "lugar en el texto del documento, desde 0, en caracteres"),
        "end": say("end of the span, with `start`", "fin del tramo, con `start`"),
        "page": say("of the document, from 1", "del documento, desde 1"),
    }


def unknown_tool(name: str, tools: Sequence[str]) -> str:
    return say(f"There is no tool {_short(name)}. There are: {', '.join(tools)}.",
               f"No existe la herramienta {_short(name)}. Hay: {', '.join(tools)}.")


def unknown_arguments(given: Mapping[str, Any], schema: Mapping[str, Any]) -> str | None:
    """What is said of arguments that a tool does not have, since it would do something else than what was meant.

    A tool without any takes whatever comes: some clients make one up for it.
    """
    known = schema.get("properties", {})
    unknown = [name for name in given if name not in known]
    if not known or not unknown:
        return None
    return say(f"There is no argument {_short(unknown[0])}. There are: {', '.join(known)}.",
               f"No existe el argumento {_short(unknown[0])}. Hay: {', '.join(known)}.")


def wrong_arguments(error: ValidationError) -> str:
    meanings = _meanings()
    wrong = {str(one["loc"][0]): one["type"] for one in error.errors(include_url=False, include_input=False) if one["loc"]}
    return " ".join(
        say(f"`{name}` is missing: {meanings[name]}.", f"Falta `{name}`: {meanings[name]}.") if kind == "missing" else
        say(f"`{name}` does not fit: {meanings[name]}.", f"`{name}` no vale: {meanings[name]}.") for name, kind in wrong.items()
    )


def _short(name: str) -> str:
    return f"`{name[:_LARGEST_NAME]}{'…' if len(name) > _LARGEST_NAME else ''}`"
