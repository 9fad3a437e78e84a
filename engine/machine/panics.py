"""Panics of libraries written in Rust: they arrive as no Exception, and would end the thread of whoever asked."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from engine.errors import IndexDamaged

P = ParamSpec("P")
R = TypeVar("R")


class InAFolder(Protocol):
    _folder: Path


S = TypeVar("S", bound=InAFolder)


def panics_told(does: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """A method of a store whose files, once altered, can make its library panic: that is told as IndexDamaged."""

    @functools.wraps(does)
    def told(self: S, *arguments: P.args, **options: P.kwargs) -> R:
        try:
            return does(self, *arguments, **options)
        except BaseException as error:
            if type(error).__name__ != "PanicException":        # PyO3 makes it anew in each library
                raise
            raise IndexDamaged(self._folder, str(error)) from error

    return told
