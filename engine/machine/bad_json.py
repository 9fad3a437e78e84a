"""Says in both languages where JSON breaks off; the decoder knows only English."""

from __future__ import annotations

import json


def fault_of(error: Exception) -> tuple[str, str]:
    """English and Spanish; what is no JSONDecodeError is told in its own words."""
    if isinstance(error, json.JSONDecodeError):
        return (
            f"no JSON at line {error.lineno}, column {error.colno}",
            f"no es JSON en la línea {error.lineno}, columna {error.colno}",
        )
    if isinstance(error, UnicodeDecodeError):
        return f"no UTF-8 at byte {error.start}", f"no es UTF-8 en el byte {error.start}"
    if isinstance(error, RecursionError):
        return "nested too deep", "demasiados niveles"
    return str(error), str(error)
