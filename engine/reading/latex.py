"""LaTeX sources: sections, lists, tables, captions and notes; the document's own commands carried out, formulas as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from engine.document import Document
from engine.reading.builder import DocumentBuilder
from engine.reading.decoding import decode
from engine.reading.latex_math import math_text
from engine.reading.latex_source import MARK, Definitions, Macro, Paired, after_span, define, prepared
from engine.reading.latex_symbols import ACCENTS, DROPPED, LENGTHS, SIGNS, SWITCHES, UNITS, accented
from engine.reading.latex_tables import cells_of
from engine.reading.latex_words import Words, numbered_labels, words_for
from engine.reading.source import Source

_LEVELS = {"part": 1, "chapter": 1, "addchap": 1, "section": 2, "addsec": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5, "subparagraph": 6,
           "frametitle": 4, "framesubtitle": 5}
_TOKEN = re.compile(
    rf"{MARK}(?P<kept>\d+){MARK}|\\(?P<name>[A-Za-z@]+)\*?[ \t]*|\\(?P<sign>.|\n)|(?P<math>\$\$?)|(?P<brace>[{{}}])|(?P<par>\n[ \t]*\n\s*)|"
    r"(?P<tie>~)|(?P<dash>--+)|(?P<quote>``|''|,,|<<|>>|\?`|!`)|(?P<short>\"[=~`'<>|/aousAOU-])",
    re.DOTALL,
)
_SIGNS = {",": " ", ";": " ", ":": " ", "!": "", " ": " ", "\n": " ", "/": "", "-": "", "@": "", ">": "\t", "<": "", "+": "", "|": "", "*": ""}
_QUOTES = {"``": "“", "''": "”", ",,": "„", "<<": "«", ">>": "»", "?`": "¿", "!`": "¡"}
_SHORTHANDS = {"=": "-", "~": "-", "`": "„", "'": "“", "<": "«", ">": "»", "|": "", "/": "/", "-": ""}
_FORMULAS = frozenset({"equation", "align", "gather", "multline", "eqnarray", "displaymath", "math", "flalign", "alignat", "dmath", "IEEEeqnarray", "subequations*"})
_TABLES = frozenset({"tabular", "tabularx", "tabulary", "longtable", "tabu", "longtabu", "tblr", "longtblr", "supertabular", "xtabular", "array", "NiceTabular", "mpxtabular"})
_SIZED_TABLES = frozenset({"tabularx", "tabulary"})
_DRAWINGS = frozenset({"tikzpicture", "pgfpicture", "picture", "pspicture", "axis", "circuitikz", "forest", "tikzcd", "filecontents", "overpic", "asy", "pspicture*"})
_LISTS = frozenset({"itemize", "enumerate", "description", "compactitem", "compactenum", "inparaenum", "tasks", "list", "trivlist", "labeling", "asparaenum", "compactdesc"})
_QUOTING = frozenset({"quote", "quotation", "verse", "displayquote", "quoting"})
_ONE_ARGUMENT = frozenset({"minipage", "column", "multicols", "adjustbox", "spacing", "thebibliography", "wrapfigure*", "adjustwidth*", "subfigure", "subtable", "otherlanguage", "comment*"})
_NOTES = frozenset({"footnote", "footnotetext", "marginpar", "todo", "thanks", "sidenote", "endnote", "note", "marginnote"})
_CITED = re.compile(r"[a-zA-Z]*[cC]ite[a-zA-Z]*$")
_REFERRED = frozenset({"ref", "autoref", "cref", "Cref", "eqref", "pageref", "nameref", "vref", "subref", "fullref", "vpageref", "labelcref"})
_NAMED_CONTENT = frozenset({"title", "name", "caption", "frametitle", "titulo"})
_FRONT = frozenset({"title", "subtitle", "author", "date", "institute", "affiliation", "address", "email"})
_NODE = re.compile(r"\bnode\b[^{};]{0,300}\{|\\(?:node|put|rput|uput)\b[^{};]{0,300}\{|\b(?:x|y|z)label\s{0,5}=\s{0,5}\{|\btitle\s{0,5}=\s{0,5}\{|\[(?=[^\[\]\\{},]{2,80}[\[\],])")
_LENGTH = re.compile(r"\s*=?\s*(?:-?[\d.,]*\s*(?:true)?(?:pt|em|ex|cm|mm|in|bp|pc|sp|dd|mu|fill?l?)(?![a-z])|-?[\d.]*\\[A-Za-z]+)(?:\s*(?:plus|minus)\s*-?[\d.]+\s*(?:pt|em|ex|cm|mm|in|fill?l?)\b){0,2}")
_OVERLAY = re.compile(r"<[\d,\-+.()| a-z@:*]{1,40}>")
_BLANKS = re.compile(r"\s*")
_SPECIAL = re.compile(rf"[{MARK}\\${{}}~\"`'<>?!,\n]|--")     # without any of them a piece of source is its words
_RUN = re.compile(r"[ \t]{2,}")
_BEFORE_POINT = re.compile(r"(?<![ \t])[ \t]+([,.;])(?=\s|$)")
_NAME = re.compile(r"\\([A-Za-z@]+)[ \t]*")
_DEPTH = 24                 # of commands within commands' arguments and bodies
_EXPANDED = 300_000         # characters that a document's own commands may come to
_MAX_FORMULA = 20_000       # characters: what lies further from its beginning does not end it
_MAX_LETTER = 60            # characters of what an accent stands on: a longer group is text with a stray accent before it
_MAX_OPTION = 2_000         # characters in brackets: a longer piece is text with a bracket before it


def read_latex(source: Source) -> Document:
    text = decode(source.read(source.options.max_text_bytes))
    builder = DocumentBuilder("latex")
    definitions = Definitions()
    reader = _Reader(builder, definitions, words_for(text), len(text))
    text = prepared(text, definitions)
    begin, end = text.find("\\begin{document}"), text.find("\\end{document}")
    preamble, body = (text[:begin], text[begin + 16 : end if end > begin else None]) if begin >= 0 else ("", text)
    whole = Paired(preamble)
    is_whole = bool(preamble.strip())
    reader.front(whole, define(whole, definitions))
    reader.labels = numbered_labels(body, definitions.theorems, is_whole)
    reader.is_numbered = is_whole
    reader.walk(Paired(body))
    reader.flush()
    reader.show_front()
    return builder.build()


def plain_latex(text: str) -> str:
    """The words of a piece of LaTeX in one paragraph: accents composed, commands dropped, arguments kept."""
    definitions = Definitions()
    return _Reader(DocumentBuilder("latex"), definitions, words_for("")).inline(prepared(text, definitions))


class _Reader:
    """Walks a source and gives its blocks to the builder. `_out` holds the pieces of the paragraph that is being read."""

    def __init__(self, builder: DocumentBuilder, definitions: Definitions, words: Words, n_chars: int = 0) -> None:
        self._builder = builder
        self._definitions = definitions
        self._words = words
        self.labels: dict[str, str] = {}
        self.is_numbered = False
        self._out: list[str] = []
        self._notes: list[str] = []
        self._lists: list[tuple[str, int]] = []     # kind of each open list, and its items so far
        self._kind = ""                             # of the paragraph being read: "item", "caption", "quote" or ""
        self._n_quotes = 0
        self._depth = 0
        self._n_inline = 0
        self._n_expanded = 0
        self._max_expanded = _EXPANDED + 2 * n_chars
        self._front: dict[str, str] = {}
        self._is_shown = False
        self._in_float = ""
        self._floats: dict[str, int] = {}
        self._spans: list[tuple[int, int]] = []

    # --- paragraphs

    def flush(self) -> None:
        """End the paragraph that is being read; in a cell or argument it is only a line."""
        if self._n_inline:
            self._out.append("\n")
            return
        text = "".join(self._out).strip()
        self._out.clear()
        kind, self._kind = self._kind, ""
        if text:
            if " ," in text or " ." in text or " ;" in text or "\t" in text:
                text = _BEFORE_POINT.sub(r"\1", text)
            if kind == "item" or (self._lists and kind != "caption"):
                self._builder.list_item(text, max(len(self._lists), 1))
            elif kind == "caption":
                self._builder.caption(text)
            elif self._n_quotes:
                self._builder.quote(text)
            else:
                self._builder.paragraph(text)
        notes, self._notes = self._notes, []
        for note in notes:
            self._builder.note(note)

    def inline(self, text: str) -> str:
        """The words of a piece of source, without blocks of its own."""
        if not _SPECIAL.search(text):
            return _RUN.sub(" ", text).strip()
        with self._apart() as out:
            if self._depth < _DEPTH:
                self.walk(Paired(text))
            else:
                out.append(re.sub(r"\\[A-Za-z@]+\*?|[\\{}$]", "", text))
        return _RUN.sub(" ", "".join(out)).strip()

    @contextmanager
    def _apart(self) -> Iterator[list[str]]:
        kept, self._out = self._out, []
        self._n_inline += 1
        try:
            yield self._out
        finally:
            self._out = kept
            self._n_inline -= 1

    # --- walking

    def walk(self, source: Paired) -> None:
        self._depth += 1
        spans = define(source, self._definitions) if "\\" in source.text else []
        try:
            self._walk(source, spans)
        finally:
            self._depth -= 1

    def _walk(self, source: Paired, spans: list[tuple[int, int]]) -> None:
        text = source.text
        at = 0
        while at < len(text) and not self._builder.is_full:
            token = _TOKEN.search(text, at)
            if token is None:
                self._out.append(text[at:])
                break
            self._out.append(text[at : token.start()])
            at = after_span(spans, token.start()) or self._token(source, token)

    def _token(self, source: Paired, token: re.Match[str]) -> int:
        """Take one token; where to go on."""
        kind = token.lastgroup
        end = token.end()
        if kind == "name":
            return self._command(source, token)
        if kind == "sign":
            return self._sign(source, token["sign"], end)
        if kind == "math":
            return self._math(source, token["math"], end)
        if kind == "par":
            self.flush()
        elif kind == "kept":
            self._literal(int(token["kept"]))
        elif kind == "tie":
            self._out.append(" ")
        elif kind == "dash":
            self._out.append("–" if len(token[0]) == 2 else "—" if len(token[0]) == 3 else token[0])
        elif kind == "quote":
            self._out.append(self._words.quotes.get(token[0]) or _QUOTES[token[0]])
        elif kind == "short":
            self._out.append(self._shorthand(source, token))
        return end

    def _shorthand(self, source: Paired, token: re.Match[str]) -> str:
        """A sign of babel behind a quotation mark: "= is a hyphen, "a in Spanish ª, in German ä."""
        sign = token[0][1]
        if sign.isalpha():
            return self._words.letters.get(sign, token[0])
        before = token.string[token.start() - 1 : token.start()]
        after = token.string[token.end() : token.end() + 1]
        if sign in "=~|/-":
            return _SHORTHANDS[sign] if before.isalnum() else token[0]
        return _SHORTHANDS[sign] if self._words.letters or (after.isalpha() and sign in "`<") or (before.isalpha() and sign in "'>" and source.find('"`', 0, len(token.string)) >= 0) else token[0]

    def _literal(self, number: int) -> None:
        kind, content = self._definitions.kept[number]
        if kind == "inline" or self._n_inline:
            self._out.append(content)
            return
        self.flush()
        self._builder.code(content)

    def _math(self, source: Paired, sign: str, start: int) -> int:
        text = source.text
        end = start
        while True:
            end = source.find(sign, end, start + _MAX_FORMULA - end)
            if end < 0:
                return start
            if text[end - 1] != "\\" or text[end - 2 : end] == "\\\\":
                break
            end += 1
        if "\n\n" in text[start:end] and sign == "$":
            return start
        self._formula(text[start:end], sign == "$$")
        return end + len(sign)

    def _formula(self, source: str, is_display: bool) -> None:
        words = math_text(self._expanded(source))
        self._out.append(f"\n{words}\n" if is_display and words else words)

    def _expanded(self, formula: str) -> str:
        """A formula with the document's own commands carried out, some levels deep."""
        for _ in range(4):
            expanded = self._with_macros(formula)
            if expanded == formula:
                break
            formula = expanded
        return formula

    def _with_macros(self, formula: str) -> str:
        """One level of them: in one pass, however many commands there are."""
        macros = self._definitions.macros
        if not macros or "\\" not in formula or len(formula) > _MAX_FORMULA:
            return formula
        source = Paired(formula)
        parts: list[str] = []
        at = 0
        for match in _NAME.finditer(formula):
            macro = macros.get(match[1])
            if macro is None or match.start() < at or self._n_expanded > self._max_expanded:
                continue
            body, end = self._body(source, macro, match.end())
            self._n_expanded += len(body) + 1
            parts += [formula[at : match.start()], body, " " if body[-1:].isalpha() else ""]
            at = end
        return "".join([*parts, formula[at:]])

    # --- arguments

    def _option(self, source: Paired, at: int) -> tuple[str | None, int]:
        """What stands in brackets at `at`, behind blanks; and the place behind it."""
        text = source.text
        begin = _BLANKS.match(text, at).end()  # type: ignore[union-attr]
        if text[begin : begin + 1] != "[" or "\n\n" in text[at:begin]:
            return None, at
        end = source.closing(begin)
        if end is None or end - begin > _MAX_OPTION or "\n\n" in text[begin:end]:
            return None, at
        return text[begin + 1 : end], end + 1

    def _argument(self, source: Paired, at: int) -> tuple[str, int]:
        """The group at `at`, behind blanks, or the one command or character that stands there."""
        text = source.text
        begin = _BLANKS.match(text, at).end()  # type: ignore[union-attr]
        if text[begin : begin + 1] == "{":
            end = source.closing(begin)
            return (text[begin + 1 : end], end + 1) if end is not None else ("", begin + 1)
        if begin >= len(text) or "\n\n" in text[at:begin] or text[begin] == "}":
            return "", at
        token = _TOKEN.match(text, begin)
        end = token.end() if token is not None and (token["name"] or token["sign"] or token["kept"]) else begin + 1
        return text[begin:end], end

    def _has_group(self, source: Paired, at: int) -> bool:
        begin = _BLANKS.match(source.text, at).end()  # type: ignore[union-attr]
        return source.text[begin : begin + 1] == "{" and "\n\n" not in source.text[at:begin]

    def _skipped(self, source: Paired, shape: str, at: int) -> int:
        """The place behind arguments that are no words; a missing one in braces ends them."""
        for sign in shape:
            if sign == "o":
                at = self._option(source, at)[1]
            elif self._has_group(source, at):
                at = self._argument(source, at)[1]
            else:
                break
        return at

    # --- commands

    def _sign(self, source: Paired, sign: str, at: int) -> int:
        if sign in ACCENTS and not sign.isalpha():
            letter, end = self._argument(source, at)
            if len(letter) > _MAX_LETTER:
                return at
            words = self.inline(letter) if letter else ""
            if words[:1].isalpha():
                self._out.append(accented(words, sign))
                return end
            return end if not words and letter in ("", "}") else at
        if sign in "([":
            closing = {"(": "\\)", "[": "\\]"}[sign]
            end = source.find(closing, at, _MAX_FORMULA)
            if end >= 0:
                self._formula(source.text[at:end], sign == "[")
                return end + 2
        elif sign == "\\":
            self._out.append("\n")
            return self._option(source, at + (source.text[at : at + 1] == "*"))[1]
        self._out.append(_SIGNS.get(sign, sign if sign in "%$&#_{}()[]" else ""))
        return at

    def _command(self, source: Paired, token: re.Match[str]) -> int:
        name, at = token["name"], token.end()
        if name in self._definitions.macros and self._depth < _DEPTH and self._n_expanded < self._max_expanded:
            return self._carried_out(source, self._definitions.macros[name], at)
        if name == "begin":
            return self._begin(source, token.start(), at)
        if name == "end":
            return self._end(source, at)
        if name in _LEVELS:
            return self._heading(source, name, at)
        if name == "item":
            return self._item(source, at)
        if name in ("caption", "captionof", "subcaption", "bicaption"):
            return self._caption(source, name, at)
        if name in _NOTES:
            return self._note(source, at)
        if name in _FRONT and not self._n_inline:
            return self._front_part(source, name, at)
        if len(name) == 1 and name in ACCENTS and not (name.isupper() and source.text[at : at + 1] not in "{\\"):
            letter, end = self._argument(source, at)
            words = self.inline(letter) if len(letter) <= _MAX_LETTER else ""
            if words:
                self._out.append(accented(words, name))
                return end
        if name in _REFERRED:
            key, end = self._argument(source, self._option(source, at)[1])
            self._out.append(self._reference(name, key))
            return end
        if _CITED.match(name) and name != "nocite":
            return self._citation(source, at)
        return self._other(source, name, at, token)

    def _other(self, source: Paired, name: str, at: int, token: re.Match[str]) -> int:
        if name in ("maketitle", "titlepage", "frontmatter*"):
            self.show_front()
        elif name == "bibitem":
            self.flush()
            label, end = self._option(source, at)
            key, end = self._argument(source, end)
            self._out.append(f"[{self.inline(label) if label else key}] ")
            return end
        elif name in ("SI", "qty", "num", "si", "unit", "ang", "SIrange", "numrange"):
            return self._quantity(source, name, at)
        elif name == "url" or name == "path" or name == "nolinkurl":
            words, end = self._argument(source, at)
            self._out.append(re.sub(r"\\([%#&_{}~])", r"\1", words))
            return end
        elif name in ("enquote", "textquote"):
            words, end = self._argument(source, at)
            self._out.append(f"{self._words.quotes.get('``', '“')}{self.inline(words)}{self._words.quotes.get(chr(39) * 2, '”')}")
            return end
        elif name in ("cs", "cmd", "csname"):
            self._out.append("\\")
        elif name in ("ce", "ensuremath", "schemestart*"):
            words, end = self._argument(source, at)
            self._formula(words, False)
            return end
        elif name in LENGTHS:
            length = _LENGTH.match(source.text, at)
            return length.end() if length else at
        elif name in SIGNS:
            return self._said(source, SIGNS[name], at, token)
        elif name in DROPPED:
            return self._skipped(source, DROPPED[name], at)
        elif name in ("textsuperscript", "textsubscript", "up"):
            words, end = self._argument(source, at)
            self._out.append(math_text(f"{'_' if name == 'textsubscript' else '^'}{{{self.inline(words)}}}").lstrip("^_") if len(words) < 9 else f" {self.inline(words)}")
            return end
        elif name in ("input", "include"):
            return self._skipped(source, "m", at)
        elif source.text[at : at + 2] in ("{}", "\\ ") and name not in SWITCHES and len(name) > 1:
            self._out.append(name)
            return at + 2 * (source.text[at : at + 2] == "{}")
        elif source.text[at : at + 1] == "}" and source.text.endswith(("\\texttt{", "\\code{"), 0, token.start()):
            self._out.append(f"\\{name}")
        elif source.text[at : at + 1] == "<":
            overlay = _OVERLAY.match(source.text, at)
            return overlay.end() if overlay else at
        elif source.text[at : at + 1] == "[":
            return self._option(source, at)[1]
        return at

    def _said(self, source: Paired, sign: str, at: int, token: re.Match[str]) -> int:
        """A command that stands for a sign or a word; TeX eats the blank behind it, people often write it so."""
        if sign == "\n\n":
            self.flush()
            return at
        self._out.append(sign)
        if source.text[at : at + 2] == "{}":
            return at + 2
        if token[0][-1:] in " \t" and len(sign) > 1:
            self._out.append(" ")
        return at

    def _carried_out(self, source: Paired, macro: Macro, at: int) -> int:
        if macro.n_arguments == 0 and source.text[at : at + 2] == "{}":
            at += 2
        body, end = self._body(source, macro, at)
        self._n_expanded += len(body) + 1
        before = len(self._out)
        self.walk(Paired(body))
        said = "".join(self._out[before:])
        if source.text[end - 1 : end] in " \t" and said[-1:].isalnum():
            self._out.append(" ")
        return end

    def _body(self, source: Paired, macro: Macro, at: int) -> tuple[str, int]:
        """A macro's body with its arguments put in; and the place behind them."""
        arguments: list[str] = []
        for number in range(macro.n_arguments):
            if number == 0 and macro.default is not None:
                option, at = self._option(source, at)
                arguments.append(macro.default if option is None else option)
            else:
                argument, at = self._argument(source, at)
                arguments.append(argument)
        body = macro.body.replace("\\xspace", "")
        return re.sub(r"#([1-9])", lambda m: arguments[int(m[1]) - 1] if int(m[1]) <= len(arguments) else "", body), at

    def _heading(self, source: Paired, name: str, at: int) -> int:
        overlay = _OVERLAY.match(source.text, at)
        _, at = self._option(source, overlay.end() if overlay else at)
        title, end = self._argument(source, at)
        if self._n_inline:
            self._out.append(f"\n{self.inline(title)}\n")
            return end
        self.flush()
        self._builder.heading(self.inline(title), _LEVELS[name])
        self._show_notes()
        return end

    def _show_notes(self) -> None:
        notes, self._notes = self._notes, []
        for note in notes:
            self._builder.note(note)

    def _item(self, source: Paired, at: int) -> int:
        self.flush()
        overlay = _OVERLAY.match(source.text, at)
        label, end = self._option(source, overlay.end() if overlay else at)
        self._kind = "item"
        if self._lists:
            kind, n = self._lists[-1]
            self._lists[-1] = (kind, n + 1)
            if label is None and kind.endswith("enumerate") and not self._n_inline:
                self._out.append(f"{n + 1}. ")
        if label:
            words = self.inline(label)
            self._out.append(f"{words} " if words[-1:] in ":.)-–•" else f"{words}: " if words else "")
        return _BLANKS.match(source.text, end).end()  # type: ignore[union-attr]

    def _caption(self, source: Paired, name: str, at: int) -> int:
        kind = self._in_float
        if name == "captionof":
            kind, at = self._argument(source, at)
        _, at = self._option(source, at + (source.text[at : at + 1] == "*"))
        words, end = self._argument(source, at)
        said = self.inline(words)
        if kind in self._words.floats and name in ("caption", "captionof"):
            self._floats[kind] = self._floats.get(kind, 0) + 1
            if self.is_numbered and said:
                said = f"{self._words.floats[kind]} {self._floats[kind]}: {said}"
        if self._n_inline:
            self._out.append(f"\n{said}\n")
            return end
        self.flush()
        self._builder.caption(said)
        self._show_notes()
        return end

    def _note(self, source: Paired, at: int) -> int:
        words, end = self._argument(source, self._option(source, at)[1])
        if self._out and self._out[-1].endswith((" ", "\t")):
            self._out[-1] = self._out[-1].rstrip(" \t")
        if words:
            self._notes.append(self.inline(words))
        return end

    def _reference(self, name: str, keys: str) -> str:
        said = [self.labels.get(key.strip(), "") or f"[{key.strip()}]" for key in keys.split(",")]
        return f"({said[0]})" if name == "eqref" and said[0].isdigit() else ", ".join(said)

    def _citation(self, source: Paired, at: int) -> int:
        first, at = self._option(source, at)
        second, at = self._option(source, at)
        keys, end = self._argument(source, at)
        around = [self.inline(part) for part in (first, second) if part]
        before = f"{around[0]} " if second is not None and first else ""
        behind = f", {around[-1]}" if around and (second or (second is None and first)) else ""
        self._out.append(f"[{before}{', '.join(key.strip() for key in keys.split(','))}{behind}]")
        return end

    def _quantity(self, source: Paired, name: str, at: int) -> int:
        parts: list[str] = []
        at = self._option(source, at)[1]
        n_numbers = {"si": 0, "unit": 0, "SIrange": 2, "numrange": 2}.get(name, 1)
        n_units = 0 if name in ("num", "numrange", "ang") else 1
        for _ in range(n_numbers):
            words, at = self._argument(source, at)
            parts.append(words.strip())
        said = "–".join(parts) + ("°" if name == "ang" else "")
        if n_units:
            unit, at = self._argument(source, at)
            unit = re.sub(r"\\([A-Za-z]+)\s*", lambda m: UNITS.get(m[1], m[1]), unit).replace("~", " ").replace(".", "·")
            said = f"{said} {math_text(unit)}".strip()
        self._out.append(said)
        return at

    # --- title and authors

    def front(self, preamble: Paired, spans: list[tuple[int, int]]) -> None:
        """Note title, authors and date of the preamble, outside of the definitions in `spans`."""
        for match in re.finditer(r"\\(title|subtitle|author|date|institute)(?![A-Za-z])\*?", preamble.text):
            if not any(start <= match.start() < end for start, end in spans):
                self._front_part(preamble, match[1], match.end())

    def _front_part(self, source: Paired, name: str, at: int) -> int:
        at = self._option(source, at)[1]
        if not self._has_group(source, at):
            return at
        words, end = self._argument(source, at)
        said = self.inline(words)
        if said and self._is_shown and name != "date":
            self.flush()
            self._builder.paragraph(said)
        elif said and said not in self._front.get(name, ""):
            self._front[name] = f"{self._front[name]}\n{said}" if name in self._front else said
        return end

    def show_front(self) -> None:
        """Title and authors, where the document shows them; at the end where it shows them nowhere."""
        if self._is_shown or not self._front:
            return
        self._is_shown = True
        title = " ".join(self._front.get("title", "").split())
        self._builder.title = title
        if self._builder.is_empty:
            self._builder.heading(title, 1)
        for name in ("author", "date"):
            self._builder.property(name, self._front.get(name))
        self.flush()
        self._builder.paragraph("\n".join(self._front[name] for name in self._front if name != "title"))
        self._show_notes()

    # --- environments

    def _begin(self, source: Paired, start: int, at: int) -> int:
        name, at = self._argument(source, at)
        name = name.strip()
        plain = name.rstrip("*")
        ends = source.end_of(start)
        if plain in _FORMULAS or plain in _TABLES or plain in _DRAWINGS:
            if ends is None:
                return at
            self._whole(source.text[at : ends[0]], plain, name != plain)
            return ends[1]
        if plain == "frame":
            return self._frame(source, at)
        is_block = not self._n_inline
        if is_block:
            self.flush()
        options, at = self._option(source, at)
        if plain in ("figure", "table", "wrapfigure", "wraptable", "sidewaystable", "sidewaysfigure", "SCfigure"):
            self._in_float = "table" if "table" in plain else "figure"
            at = self._skipped(source, "mom" if plain.startswith("wrap") else "", at)
        elif plain in _LISTS:
            self._lists.append((plain, 0))
            at = self._option(source, at)[1]
            at = self._skipped(source, {"list": "mm", "labeling": "m", "tasks": "m"}.get(plain, ""), at)
        elif plain in _QUOTING:
            self._n_quotes += 1
        elif plain == "abstract" and is_block:
            self.show_front()
            self._builder.heading(self._words.abstract, 2)
        elif plain == "thebibliography" and is_block:
            self._builder.heading(self._words.references, 2)
            at = self._skipped(source, "m", at)
        elif plain in self._definitions.theorems or plain in self._words.theorems:
            label = self._definitions.theorems.get(plain) or self._words.theorems[plain]
            self._out.append(f"{self.inline(label)} ({self.inline(options)}). " if options else f"{self.inline(label)}. ")
        elif plain in _ONE_ARGUMENT:
            at = self._skipped(source, "oom", at)
        elif options and "=" in options:
            at = self._titled(source, options, at)
        else:
            at = self._skipped(source, "m" * self._definitions.arguments.get(name, 0), at)
            at = self._box_arguments(source, at)
        return at

    def _box_arguments(self, source: Paired, at: int) -> int:
        """Arguments of an environment that nobody told of: words are kept as its title, names and lengths dropped."""
        while source.text[at : at + 1] == "{" and not self._n_inline:
            words, at = self._argument(source, at)
            said = self.inline(words)
            if "=" in words or not re.search(r"[A-Za-zÀ-ÿ]{2,}.*\s|^\W?[A-ZÀ-Þ][a-zà-ÿ]{3,}$", said):
                continue
            self._out.append(said)
            self.flush()
        return at

    def _titled(self, source: Paired, options: str, at: int) -> int:
        match = re.search(r"(?:^|,)\s*(\w+)\s*=\s*(?:\{([^{}]{0,300})\}|([^,{}]{1,200}))", options)
        while match:
            if match[1].lower() in _NAMED_CONTENT and not self._n_inline:
                self._out.append(self.inline(match[2] or match[3]))
                self.flush()
            match = re.compile(r",\s*(\w+)\s*=\s*(?:\{([^{}]{0,300})\}|([^,{}]{1,200}))").search(options, match.end())
        return at

    def _frame(self, source: Paired, at: int) -> int:
        self.flush()
        overlay = _OVERLAY.match(source.text, at)
        options, at = self._option(source, overlay.end() if overlay else at)
        at = self._option(source, at)[1]
        for level in (4, 5):
            if self._has_group(source, at):
                title, at = self._argument(source, at)
                self._builder.heading(self.inline(title), level)
        return self._titled(source, options, at) if options and "=" in options else at

    def _end(self, source: Paired, at: int) -> int:
        name, at = self._argument(source, at)
        plain = name.strip().rstrip("*")
        if not self._n_inline:
            self.flush()
        if plain in _LISTS and self._lists:
            self._lists.pop()
        elif plain in _QUOTING:
            self._n_quotes = max(self._n_quotes - 1, 0)
        elif plain.endswith(("figure", "table")):
            self._in_float = ""
        return at

    def _whole(self, content: str, name: str, is_starred: bool) -> None:
        """A formula, a table or a drawing: all that stands in an environment."""
        if name in _FORMULAS:
            self._formula(re.sub(r"^\s*\{[^{}]{0,60}\}", "", content) if name.startswith(("alignat", "IEEE")) else content, True)
        elif name in _DRAWINGS:
            self._drawing(content)
        else:
            self._table(content, name in _SIZED_TABLES or (name == "tabular" and is_starred) or content.lstrip().startswith("to"))

    def _drawing(self, content: str) -> None:
        """The words on a drawing: its nodes' and axes' labels."""
        source = Paired(content[:200_000])
        words: list[str] = []
        for match in _NODE.finditer(source.text):
            if match[0] == "[":
                continue
            end = source.closing(match.end() - 1)
            if end is not None and end - match.end() < 2_000:
                words.append(" ".join(self.inline(source.text[match.end() : end]).split()))
        said = "; ".join(dict.fromkeys(word for word in words if len(word) > 1))
        if said:
            self._out.append(f"\n{said}\n")
            self.flush()

    def _table(self, content: str, has_width: bool) -> None:
        source = Paired(content)
        at = self._option(source, 0)[1]
        at = self._skipped(source, "om" + "m" * has_width, at)
        rows, covered, n_headers, captions = cells_of(content[at:], self.inline)
        if self._n_inline:
            self._out.append("; ".join(" ".join(filter(None, row)) for row in rows))
            return
        self.flush()
        for caption in captions:
            if caption.startswith("\\caption"):
                self._in_float = self._in_float or "table"
                self._caption(Paired(caption.removeprefix("\\caption")), "caption", 0)
            else:
                self._builder.caption(self.inline(caption))
        self._builder.table(rows, n_headers, covered=covered)
        self._show_notes()
