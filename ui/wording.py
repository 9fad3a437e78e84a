"""Words that the command line and the window share, in Spanish and English."""

from __future__ import annotations

_REASONS = {
    "encrypted": ("protected by a password", "protegido con contraseña"),
    "damaged": ("damaged", "dañado"),
    "empty": ("empty", "vacío"),
    "no-text": ("holds no text (perhaps a scan)", "no contiene texto (quizá un escaneo)"),
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
