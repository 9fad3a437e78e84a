"""LaTeX sources: sections, lists, tables and code; commands dropped, their words kept, accents put together."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from engine.document import Document
from engine.reading.builder import DocumentBuilder
from engine.reading.decoding import decode
from engine.reading.source import Source
from engine.reading.tables import count_header_rows

_LEVELS = {"part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5, "frametitle": 2}
_COMMENT = re.compile(r"(?<!\\)%.*")
_HEADING = re.compile(r"\\(part|chapter|section|subsection|subsubsection|paragraph|frametitle)\*?\s*(?:\[[^\]]{0,500}\])?\s*\{")
_VERBATIM = re.compile(r"\\begin\{((?:verbatim|lstlisting|minted|Verbatim)\*?)\}(?:\[[^\]]{0,500}\])?(?:\{\w{1,40}\})?")
_TABULAR = re.compile(
    r"\\begin\{(tabular[x*]?|longtable|tabulary)\}(?:\[[^\]]{0,500}\])?(?:\{[^{}]{0,500}(?:\{[^{}]{0,500}\}[^{}]{0,500}){0,40}\}){1,2}"
)
_ACCENTS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
            "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "r": "\u030a"}
_ACCENT = re.compile(r"\\(?:(['`^\"~=.])\s*|([cvuHr])(?=[\s{\\])\s*)(?:\{\s*(\\?[A-Za-z])\s*\}|(\\[ij](?![A-Za-z])|[A-Za-z]))")
_LETTERS = {r"\ss": "ß", r"\ae": "æ", r"\AE": "Æ", r"\oe": "œ", r"\OE": "Œ", r"\o": "ø", r"\O": "Ø", r"\l": "ł", r"\L": "Ł",
            r"\aa": "å", r"\AA": "Å", r"\i": "i", r"\j": "j", r"\textquestiondown": "¿", r"\textexclamdown": "¡"}
_LETTER = re.compile(r"\\(ss|ae|AE|oe|OE|aa|AA|o|O|l|L|i|j|textquestiondown|textexclamdown)(?![A-Za-z])\s?(?:\{\})?")
_DROPPED_WITH_ARGUMENT = re.compile(
    r"\\(?:label|ref|pageref|eqref|cite[a-z]*|vspace|hspace|includegraphics|input|include|bibliographystyle|bibliography|"
    r"usepackage|documentclass|pagestyle|thispagestyle|setlength|addtolength|setcounter|newcommand|renewcommand|index|"
    r"color|hypersetup|geometry|vskip|hskip|url(?=\{\}))\*?\s*(?:\[[^\]]{0,500}\])*\s*(?:\{[^{}]{0,2000}\})?"
)
_COMMAND = re.compile(r"\\[A-Za-z@]+\*?\s*(?:\[[^\]]{0,500}\])?")
_NOTE = re.compile(r"[ \t]{0,20}\\(?:footnote|footnotetext|marginpar|todo|thanks)\s*(?:\[[^\]]{0,500}\])?\s*\{")
_QUOTE = re.compile(r"\\begin\{(quote|quotation|verse)\}")
_MARK = "\x01"
_NOTE_MARK = "\x03"
_NOTED = re.compile(f"{_NOTE_MARK}(\\d+){_NOTE_MARK}")


def read_latex(source: Source) -> Document:
    builder = DocumentBuilder("latex")
    text = decode(source.read(source.options.max_text_bytes)).replace("\r\n", "\n").replace("\r", "\n")
    for name in ("title", "author", "date"):
        value = plain_latex(_argument_of(text, name))
        if name == "title":
            builder.title = value
        else:
            builder.property(name, value)
    body = re.search(r"\\begin\{document\}(.*?)(?:\\end\{document\}|\Z)", text, re.DOTALL)
    _add(builder, body.group(1) if body else text)
    return builder.build()


def _argument_of(text: str, command: str) -> str:
    match = re.search(rf"\\{command}\s*(?:\[[^\]]{0,500}\])?\s*\{{", text)
    return _braced(text, match.end())[0] if match else ""


def _braced(text: str, start: int) -> tuple[str, int]:
    """What stands between an open brace before `start` and its closing one; and the place after that."""
    depth, i = 1, start
    while i < len(text) and depth and i - start < 20_000:
        if text[i] == "\\":
            i += 1
        elif text[i] == "{":
            depth += 1
        elif text[i] == "}":
            depth -= 1
        i += 1
    return text[start : i - 1], i


def _add(builder: DocumentBuilder, text: str) -> None:
    kept: list[tuple[str, str]] = []

    def keep(kind: str, content: str) -> str:
        kept.append((kind, content))
        return f"\n\n{_MARK}{len(kept) - 1}{_MARK}\n\n"

    text = _replaced(_VERBATIM, text, lambda content: keep("code", content))
    text = "\n".join(_COMMENT.sub("", line) for line in text.split("\n"))
    text = _without_notes(text, kept)
    text = _replaced(_QUOTE, text, lambda content: keep("quote", content))
    text = _replaced(_TABULAR, text, lambda content: keep("table", content))
    text = re.sub(r"\\item\b\s*(?:\[([^\]]{0,500})\])?", lambda m: f"\n\n{_MARK}item{_MARK}{m.group(1) or ''} ", text)
    text = re.sub(r"\\caption\s*(?:\[[^\]]{0,500}\])?\s*\{", lambda m: f"\n\n{_MARK}caption{_MARK}{{", text)
    text = re.sub(r"\\begin\{(?:itemize|enumerate|description|figure|table|quote|quotation|center|abstract|frame|"
                  r"thebibliography|equation|align|block|theorem|proof)\*?\}(?:\[[^\]]{0,500}\])*|\\end\{\w+\*?\}", "\n\n", text)
    at = 0
    for match in _HEADING.finditer(text):
        if match.start() < at:
            continue
        _add_paragraphs(builder, text[at : match.start()], kept)
        title, at = _braced(text, match.end())
        builder.heading(plain_latex(_NOTED.sub("", title)), _LEVELS[match.group(1)])
        for number in _NOTED.findall(title):
            builder.note(plain_latex(kept[int(number)][1]))
    _add_paragraphs(builder, text[at:], kept)


def _replaced(begins: re.Pattern[str], text: str, replace: Callable[[str], str]) -> str:
    """The text with what `replace` makes of each environment's content; one that never ends stays as it is.

    Args:
        begins: matches all of an environment that stands before its content; group 1 is the name.
    """
    parts: list[str] = []
    at = 0
    endless: set[str] = set()           # no such end follows: looked for once, not once for each beginning
    for match in begins.finditer(text):
        name = match[1]
        if match.start() < at or name in endless:
            continue
        end = f"\\end{{{name}}}"
        ends = text.find(end, match.end())
        if ends < 0:
            endless.add(name)
            continue
        parts += [text[at : match.start()], replace(text[match.end() : ends])]
        at = ends + len(end)
    return "".join([*parts, text[at:]])


def _without_notes(text: str, kept: list[tuple[str, str]]) -> str:
    """The text with a mark for each footnote, whose words go to `kept`."""
    parts: list[str] = []
    at = 0
    for match in _NOTE.finditer(text):
        if match.start() < at:      # a note in a note
            continue
        note, end = _braced(text, match.end())
        parts += [text[at : match.start()], f"{_NOTE_MARK}{len(kept)}{_NOTE_MARK}"]
        kept.append(("note", note))
        at = end
    return "".join([*parts, text[at:]])


def _add_paragraphs(builder: DocumentBuilder, text: str, kept: list[tuple[str, str]]) -> None:
    for paragraph in re.split(r"\n[ \t]*\n|\\par\b|\\\\\s*\n", text):
        notes = [kept[int(number)][1] for number in _NOTED.findall(paragraph)]
        paragraph = _NOTED.sub("", paragraph)
        match = re.fullmatch(rf"\s*{_MARK}(\d+){_MARK}\s*", paragraph)
        if match:
            kind, content = kept[int(match.group(1))]
            if kind == "code":
                builder.code(content)
            elif kind == "quote":
                notes += [kept[int(number)][1] for number in _NOTED.findall(content)]
                builder.quote(plain_latex(_NOTED.sub("", content)))
            else:
                notes += [kept[int(number)][1] for number in _NOTED.findall(content)]
                _add_table(builder, _NOTED.sub("", content))
        elif f"{_MARK}item{_MARK}" in paragraph:
            builder.list_item(plain_latex(paragraph.replace(f"{_MARK}item{_MARK}", "")))
        elif f"{_MARK}caption{_MARK}" in paragraph:
            builder.caption(plain_latex(paragraph.replace(f"{_MARK}caption{_MARK}", "")))
        else:
            builder.paragraph(plain_latex(paragraph))
        for note in notes:
            builder.note(plain_latex(note))


def _add_table(builder: DocumentBuilder, content: str) -> None:
    rows = []
    for line in re.split(r"\\\\(?:\[[^\]]{0,500}\])?|\\tabularnewline", content):
        line = re.sub(r"\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot|cline\{[^}]{0,2000}\}|cmidrule(?:\([^)]{0,40}\))?\{[^}]{0,2000}\})", "", line)
        cells = [plain_latex(re.sub(r"\\multi(?:column|row)\{[^}]{0,2000}\}\{[^}]{0,2000}\}", "", cell)) for cell in re.split(r"(?<!\\)&", line)]
        rows.append(cells)
    builder.table(rows, count_header_rows(rows))


def plain_latex(text: str) -> str:
    """The words of a piece of LaTeX: accents composed, commands dropped, arguments kept."""
    text = _ACCENT.sub(_accented, text)
    text = _LETTER.sub(lambda m: _LETTERS["\\" + m.group(1)], text)
    text = _DROPPED_WITH_ARGUMENT.sub("", text)
    text = re.sub(r"\\href\s*\{[^{}]{0,2000}\}", "", text)
    text = text.replace("``", "“").replace("''", "”").replace("---", "—").replace("--", "–")
    text = re.sub(r"\\([%$&#_{}])", lambda m: "\x02" + str("%$&#_{}".index(m.group(1))), text)
    text = text.replace("\\\\", "\n").replace("~", " ").replace("\\,", " ").replace("\\ ", " ").replace("\\-", "")
    text = re.sub(r"\\(?:begin|end)\{[^}]{0,2000}\}", " ", text)
    text = _COMMAND.sub("", text)
    text = re.sub(r"[{}]|\\[()\[\];:!/ ]", "", text)
    return re.sub("\x02(\\d)", lambda m: "%$&#_{}"[int(m.group(1))], text).strip()


def _accented(match: re.Match[str]) -> str:
    letter = (match.group(3) or match.group(4)).lstrip("\\")
    return unicodedata.normalize("NFC", letter + _ACCENTS[match.group(1) or match.group(2)])
