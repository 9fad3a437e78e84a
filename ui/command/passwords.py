"""Passwords for locked documents: from a file, or asked for. Never as an argument, which others would see in the list of
processes and the shell in its history."""

from __future__ import annotations

import getpass
import sys
from pathlib import Path

from engine.errors import BadUsage
from engine.machine.passwords import Passwords
from ui.command.output import note, say

MAX_BYTES = 100_000


def read_passwords(file: str | None) -> Passwords:
    """The passwords in `file`, one a line, in UTF-8; "-": from standard input, asked for where that is a terminal."""
    if file is None:
        return Passwords()
    if file == "-":
        if sys.stdin.isatty():
            note(say(
                "The text of what the password opens is stored in the index; the password itself is not.",
                "El texto de lo que abra la contraseña se guarda en el índice; la contraseña, no.",
            ))
            return Passwords((getpass.getpass(say("Password: ", "Contraseña: ")),))
        text = sys.stdin.read(MAX_BYTES)
    else:
        text = _text_of(Path(file).expanduser())
    return Passwords(tuple(line for line in text.splitlines() if line))


def _text_of(path: Path) -> str:
    try:
        with path.open("rb") as opened:
            return opened.read(MAX_BYTES).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadUsage(
            f"The passwords in {path} cannot be read. They have to be in UTF-8, one a line.",
            f"No se pueden leer las contraseñas de {path}. Deben estar en UTF-8, una por línea.",
        ) from error
