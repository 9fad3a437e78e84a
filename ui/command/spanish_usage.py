"""argparse's own words in Spanish. It takes them from gettext, by their English; these are all that our verbs can meet."""

from __future__ import annotations

import argparse
from gettext import gettext

_SPANISH = {
    "usage: ": "uso: ",
    "options": "opciones",
    "positional arguments": "argumentos",
    "show this help message and exit": "mostrar esta ayuda y terminar",
    "%(prog)s: error: %(message)s\n": "%(prog)s: error: %(message)s\n",
    "argument %(argument_name)s: %(message)s": "argumento %(argument_name)s: %(message)s",
    "the following arguments are required: %s": "faltan argumentos: %s",
    "unrecognized arguments: %s": "no se conocen estos argumentos: %s",
    "invalid choice: %(value)r (choose from %(choices)s)": "%(value)r no vale: elija entre %(choices)s",
    "unknown parser %(parser_name)r (choices: %(choices)s)": "no hay ningún verbo %(parser_name)r: elija entre %(choices)s",
    "invalid %(type)s value: %(value)r": "%(value)r no vale (%(type)s)",
    "expected one argument": "falta su valor",
    "expected at most one argument": "admite un valor como mucho",
    "expected at least one argument": "falta al menos un valor",
    "not allowed with argument %s": "no se admite junto con %s",
    "one of the arguments %s is required": "hace falta uno de estos argumentos: %s",
    "ignored explicit argument %r": "no admite el valor %r",
    "ambiguous option: %(option)s could match %(matches)s": "%(option)s es ambiguo: puede ser %(matches)s",
}


def speak(language: str) -> None:
    """From here on argparse's help and errors are in this language."""
    argparse._ = (lambda text: _SPANISH.get(text, text)) if language == "es" else gettext      # type: ignore[attr-defined]
