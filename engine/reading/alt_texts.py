"""What a document says of its pictures for those who do not see them: alternative texts, without those that programs make up."""

from __future__ import annotations

import re

_ADDED = re.compile(
    r"\s*(?:Descripción generada automáticamente(?: con confianza \w+)?|Description automatically generated(?: with \w+ confidence)?|"
    r"AI-generated content may be incorrect|El contenido generado por (?:la )?IA puede ser incorrecto)\.?\s*",
    re.IGNORECASE,
)
_NAME_OF_FILE = re.compile(r"\S{0,200}[\\/]\S{0,200}|[^\n]{0,200}\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|webp|eps)", re.IGNORECASE)
_NUMBERED = re.compile(r"(?:image|imagen|imatge|picture|figure|graphic|gr[aá]fico|shape|forma|objeto|object|bild|photo|foto)?\s*\d*", re.IGNORECASE)


def alt_text(title: str | None, description: str | None) -> str:
    """The words that describe a picture; "" where they only name its file or count it."""
    parts: list[str] = []
    for text in (title, description):
        said = " ".join(_ADDED.sub(" ", text or "").split())
        if said and not _NUMBERED.fullmatch(said) and not _NAME_OF_FILE.fullmatch(said) and said not in parts:
            parts.append(said)
    return ". ".join(parts) if len(parts) < 2 or not parts[0].endswith((".", "!", "?")) else " ".join(parts)
