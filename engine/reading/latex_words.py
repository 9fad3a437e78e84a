"""What LaTeX prints of itself: the words of a language ("Resumen", "Cuadro"), and the numbers or titles that references stand for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_LANGUAGE = re.compile(
    r"\\usepackage\s{0,9}\[([^\]]{0,200})\]\s{0,9}\{babel\}|\\documentclass\s{0,9}\[([^\]]{0,300})\]|\\set(?:main|default)language\s{0,9}(?:\[[^\]]{0,80}\]\s{0,9})?\{(\w+)\}|\\selectlanguage\{(\w+)\}"
)
_CODES = {"spanish": "es", "german": "de", "ngerman": "de", "austrian": "de", "naustrian": "de", "french": "fr", "francais": "fr", "portuguese": "pt", "brazil": "pt",
          "brazilian": "pt", "portuges": "pt", "italian": "it", "catalan": "ca", "english": "en", "american": "en", "british": "en", "dutch": "nl"}
_GERMAN_LETTERS = {"a": "ä", "o": "ö", "u": "ü", "A": "Ä", "O": "Ö", "U": "Ü", "s": "ß"}
_SPANISH_LETTERS = {"a": "ª", "o": "º", "u": "ü", "A": "ª", "O": "º", "U": "Ü"}


@dataclass(frozen=True, slots=True)
class Words:
    """Words and signs that a document's language decides."""

    abstract: str = "Abstract"
    references: str = "References"
    floats: Mapping[str, str] = field(default_factory=lambda: {"figure": "Figure", "table": "Table"})
    theorems: Mapping[str, str] = field(default_factory=lambda: {"proof": "Proof"})     # environments that need no definition
    letters: Mapping[str, str] = field(default_factory=dict)        # behind a quotation mark, as babel has it
    quotes: Mapping[str, str] = field(default_factory=dict)


_ENGLISH = Words()
_WORDS = {
    "es": Words("Resumen", "Referencias", {"figure": "Figura", "table": "Cuadro"}, {"proof": "Demostración"}, _SPANISH_LETTERS),
    "ca": Words("Resum", "Referències", {"figure": "Figura", "table": "Taula"}, {"proof": "Demostració"}),
    "pt": Words("Resumo", "Referências", {"figure": "Figura", "table": "Tabela"}, {"proof": "Demonstração"}),
    "fr": Words("Résumé", "Références", {"figure": "Figure", "table": "Tableau"}, {"proof": "Démonstration"}, {}, {"<<": "«\u00a0", ">>": "\u00a0»"}),
    "it": Words("Sommario", "Riferimenti bibliografici", {"figure": "Figura", "table": "Tabella"}, {"proof": "Dimostrazione"}),
    "de": Words("Zusammenfassung", "Literatur", {"figure": "Abbildung", "table": "Tabelle"}, {"proof": "Beweis"}, _GERMAN_LETTERS),
}


def words_for(source: str) -> Words:
    """The words of the language that a source's preamble names last; English where it names none."""
    code = "en"
    for match in _LANGUAGE.finditer(source[:100_000]):
        named = [_CODES[name] for name in re.findall(r"[a-z]+", " ".join(filter(None, match.groups()))) if name in _CODES]
        if named and match[4] is None:
            code = named[-1]
    return _WORDS.get(code, _ENGLISH)


_PLACES = re.compile(
    r"\\(?P<section>part|chapter|section|subsection|subsubsection|paragraph)(?P<star>\*?)\s{0,9}(?:\[[^\]]{0,500}\]\s{0,9})?\{(?P<title>[^{}]{0,300}(?:\{[^{}]{0,200}\}[^{}]{0,300}){0,20})"
    r"|\\begin\{(?P<begin>figure|table|wrapfigure|wraptable|sidewaystable|sidewaysfigure|longtable|equation|align|eqnarray|gather|multline|[A-Za-z]{2,30})(?P<unnumbered>\*?)\}"
    r"|\\end\{(?P<end>[A-Za-z]{2,30})\*?\}|(?P<caption>\\caption\b(?!setup))|\\label\s{0,9}(?:\[[^\]]{0,80}\])?\{(?P<label>[^{}]{1,200})\}|\\(?P<item>item)\b|(?P<row>\\\\)"
)
_EQUATIONS = frozenset({"equation", "align", "eqnarray", "gather", "multline"})


def numbered_labels(source: str, theorems: Mapping[str, str], is_whole: bool) -> dict[str, str]:
    """What a reference to each label says: a section's title in quotation marks; the number of a figure, table or equation.

    Args:
        theorems: environments that are numbered like theorems.
        is_whole: the source is a whole document; in a part of one the numbers are not known, and only titles are given.
    """
    found: dict[str, str] = {}
    counts: dict[str, int] = {}
    title = kind = number = ""
    for match in _PLACES.finditer(source):
        if match["section"]:
            title, number = " ".join(re.sub(r"\\[A-Za-z]+\*?|[{}\\$]", "", match["title"].replace("~", " ")).split()), ""
        elif match["begin"]:
            name = match["begin"]
            kind = "table" if "table" in name else "figure" if "figure" in name else kind
            if (name in _EQUATIONS and not match["unnumbered"]) or name in theorems:
                counts[name if name in theorems else "equation"] = n = counts.get(name if name in theorems else "equation", 0) + 1
                number = str(n)
        elif match["end"]:
            kind, number = ("", "") if match["end"].endswith(("figure", "table")) else (kind, "")
        elif match["caption"]:
            counts[kind] = counts.get(kind, 0) + 1
            number = str(counts[kind]) if kind else ""
        elif match["label"]:
            if number:
                if is_whole:
                    found[match["label"].strip()] = number
            elif title and not kind:
                found[match["label"].strip()] = f"“{title}”"
    return found
