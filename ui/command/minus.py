"""Queries that begin with a minus: `search -borrador`, `search -type:txt`. argparse takes what begins so for an option."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import NoReturn

_MARK = "\0"            # no argument of a process can hold it
_ASKING = ("search", "judge", "ask")
_WITH_VALUE = ("--data", "--add", "--query")         # that may stand before a verb
_OWN_OPTIONS = ("-h",)
_NUMBER = re.compile(r"-\d*\.?\d+")                  # argparse itself takes these for values


class Parser(argparse.ArgumentParser):
    """Its verbs' parsers are of this class too."""

    def error(self, message: str) -> NoReturn:
        super().error(message.replace(_MARK, "").replace(repr(_MARK)[1:-1], ""))


def parse(parser: Parser, verbs: Sequence[str], arguments: Sequence[str]) -> argparse.Namespace:
    """As `parser.parse_args`, where in a verb that asks, and as the window's query, one minus and more is no option but a value."""
    options = parser.parse_args(_marked(verbs, arguments))
    for name, value in vars(options).items():
        if isinstance(value, str):
            setattr(options, name, value.removeprefix(_MARK))
        elif isinstance(value, list):
            setattr(options, name, [item.removeprefix(_MARK) if isinstance(item, str) else item for item in value])
    return options


def _marked(verbs: Sequence[str], arguments: Sequence[str]) -> list[str]:
    marked: list[str] = []
    verb, before = None, ""
    for number, argument in enumerate(arguments):
        if argument == "--":
            return marked + list(arguments[number:])
        if (verb in _ASKING or (verb is None and before == "--query")) and _begins_with_minus(argument):
            argument = _MARK + argument
        elif verb is None and argument in verbs and before not in _WITH_VALUE:
            verb = argument
        marked.append(argument)
        before = argument
    return marked


def _begins_with_minus(argument: str) -> bool:
    is_one = len(argument) > 1 and argument[0] == "-" and argument[1] != "-"
    return is_one and argument not in _OWN_OPTIONS and _NUMBER.fullmatch(argument) is None
