"""The three standard streams, whatever the caller has done to them."""

from __future__ import annotations

import os
import sys
from typing import IO, Any, cast

from engine.errors import FicheroError
from engine.machine.system_words import system_words


class OutputLost(FicheroError):
    code = "output-lost"

    def __init__(self, error: OSError) -> None:
        english, spanish = system_words(error)
        super().__init__(
            f"The output cannot be written ({english}). Send it to a place with room.",
            f"No se puede escribir la salida ({spanish}). Envíela a un sitio con espacio.",
        )


class _Output:
    """Standard output whose failures are told from those of the data folder's disk."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._checked(self._stream.write, text)

    def flush(self) -> None:
        self._checked(self._stream.flush)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    @staticmethod
    def _checked(action: Any, *arguments: Any) -> Any:
        try:
            return action(*arguments)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputLost(error) from error


def open_streams() -> None:
    """Streams that the caller has closed lead nowhere, so that no file of the index takes their number; others are UTF-8 safe."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            handle = os.open(os.devnull, os.O_RDWR)
            if handle != number and not _is_open(number):
                os.dup2(handle, number)
            setattr(sys, name, open(handle, mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    if not isinstance(sys.stdout, _Output):
        sys.stdout = cast("Any", _Output(sys.stdout))


def drop_output() -> None:
    """Nothing can be written any more: what is still in the buffer goes nowhere, in silence."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True
