"""Words that the command line and the window share, in Spanish and English."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Literal

_REASONS = {
    "encrypted": ("protected by a password", "protegido con contraseña"),
    "damaged": ("damaged", "dañado"),
    "empty": ("empty", "vacío"),
    "no-text": ("holds no text", "no contiene texto"),
    "unrecognised": ("without text: a picture or a scan", "sin texto: imagen o escaneo"),
    "unsupported": ("kind of file not supported", "tipo de archivo no admitido"),
    "too-large": ("too large", "demasiado grande"),
    "timeout": ("took too long to read", "tardó demasiado en leerse"),
    "memory": ("needed too much memory", "necesitaba demasiada memoria"),
    "permission": ("no permission to read it", "sin permiso de lectura"),
    "vanished": ("disappeared while it was read", "desapareció mientras se leía"),
    "special-file": ("not an ordinary file", "no es un archivo corriente"),
}


def reason_in_words(reason: str | None, language: str) -> str:
    """Why a document could not be read, for a person; the reason's own name where it is not known."""
    english, spanish = _REASONS.get(reason or "", (reason or "?", reason or "?"))
    return spanish if language.startswith("es") else english


def reasons_in_words(reasons: Iterable[tuple[str, int]], language: str) -> str:
    """Why documents could not be read, and how many of each: "empty (2), damaged (1)"."""
    return ", ".join(f"{reason_in_words(reason, language)} ({count})" for reason, count in reasons)


def environment_language() -> Literal["es", "en"] | None:
    """The language that the environment asks for, Spanish for the languages of Spain; None where it asks for none.

    Where a system has no such variables (Windows, macOS) the window asks it instead; elsewhere Spanish comes first.
    """
    for name in ("FICHERO_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value and value.split(".")[0] not in ("C", "POSIX"):
            return "es" if value.lower().startswith(("es", "ca", "gl", "eu", "ast")) else "en"
    return None if sys.platform in ("win32", "darwin") else "es"
