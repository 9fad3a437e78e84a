"""LaTeX's formulas as a line of text: x² ≤ α₁/2, with the signs of Unicode."""

from __future__ import annotations

import re
import unicodedata

from engine.reading.latex_symbols import MATH_ACCENTS, MATH_FUNCTIONS, MATH_SIGNS, SIGNS, SUBSCRIPTS, SUPERSCRIPTS

_TOKEN = re.compile(r"\\([A-Za-z]+)\*?[ \t\n]*|\\(.)|([{}^_&~'])|([^\\{}^_&~']+)", re.DOTALL)
_DEPTH = 60         # of commands and groups within each other
_DROPPED_ARGUMENT = frozenset({"label", "hspace", "vspace", "phantom", "hphantom", "vphantom", "color", "begin", "end", "tag*", "mspace"})
_TEXT = frozenset({"text", "textrm", "textbf", "textit", "textsf", "texttt", "mbox", "hbox", "textnormal", "intertext", "mathrm", "operatorname"})
__SILENT = (
    "left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr middle displaystyle textstyle scriptstyle limits "
    "nolimits nonumber notag mathbf mathit mathsf mathtt mathcal mathscr mathfrak boldsymbol bm mathbin mathrel mathord mathop "
    "mathopen mathclose mathstrut strut rm bf it cal sf tt ensuremath centering hfill null protect underline boxed normalfont"
)
_SILENT = frozenset(__SILENT.split())
_DOUBLE = str.maketrans("CHNPQRZ", "ℂℍℕℙℚℝℤ")


def math_text(source: str) -> str:
    """The formula in one line; rows of matrices and systems are parted by semicolons, cells by blanks."""
    text = _Formula(source).read(0)
    text = re.sub(r"[ \t\n]+", " ", text)
    text = re.sub(r" ?;(?: ?;)+", ";", text).strip(" ;")
    text = re.sub(r" (?=[\^_⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱ₀-₉])", "", text)
    return re.sub(r"(?<=[(\[⟨]) | (?=[)\],.;⟩])", "", text)


class _Formula:
    def __init__(self, source: str) -> None:
        self._tokens = list(_TOKEN.finditer(source))
        self._at = 0

    def read(self, depth: int) -> str:
        """Up to the brace that closes this group, or the end."""
        parts: list[str] = []
        while self._at < len(self._tokens):
            if self._tokens[self._at][3] == "}":
                self._at += 1
                if depth:
                    break
                continue
            parts.append(self._atom(depth))
        return "".join(parts)

    def _atom(self, depth: int) -> str:
        token = self._tokens[self._at]
        self._at += 1
        name, sign, mark, plain = token.groups()
        if plain is not None:
            return re.sub(r"(?<=\w)\s*([=<>+])\s*(?=\w)", r" \1 ", plain)
        if mark == "{":
            if depth >= _DEPTH:
                return ""
            return self.read(depth + 1)
        if mark in ("^", "_"):
            return self._script(mark, depth)
        if mark is not None:
            return {"&": " ", "~": " ", "'": "′"}.get(mark, "")
        if sign is not None:
            if sign == "\\":
                self._option()      # \\[2pt]
            return {"\\": "; ", ",": " ", ";": " ", ":": " ", ">": " ", " ": " ", "!": "", "|": "‖", "\n": " "}.get(sign, sign if sign in "{}%$#&_" else "")
        return self._command(name, depth)

    def _command(self, name: str, depth: int) -> str:
        if name in MATH_SIGNS:
            sign = MATH_SIGNS[name]
            return f" {sign} " if (unicodedata.category(sign[0]) == "Sm" and sign not in "¬∂∇∀∃∫∑") or sign in "…⋯" else sign
        if name in MATH_FUNCTIONS:
            return f" {name} "
        if name in ("frac", "dfrac", "tfrac", "cfrac", "sfrac", "nicefrac"):
            return f"{self._grouped(depth)}/{self._grouped(depth)}"
        if name in ("binom", "dbinom", "tbinom"):
            return f"C({self._argument(depth)}, {self._argument(depth)})"
        if name == "sqrt":
            return f"{self._option()}√{self._grouped(depth)}"
        if name in MATH_ACCENTS:
            base = self._argument(depth)
            return unicodedata.normalize("NFC", base + MATH_ACCENTS[name]) if len(base) == 1 else base
        if name == "mathbb":
            return self._argument(depth).translate(_DOUBLE)
        if name == "not":
            return unicodedata.normalize("NFC", self._argument(depth).strip() + "\u0338")
        if name in ("stackrel", "overset", "underset"):
            above, base = self._argument(depth), self._argument(depth)
            return f" {base} ({above}) " if above.strip() else base
        if name == "tag":
            return f" ({self._argument(depth).strip()})"
        if name in _DROPPED_ARGUMENT:
            if (name == "begin" and self._begun(depth) in ("array", "alignedat", "alignat", "tabular")) or name != "begin":
                self._argument(depth)
            return " "
        if name in _TEXT:
            return f" {self._argument(depth)} " if name != "mathrm" else self._argument(depth)
        if name in _SILENT:
            if name in ("left", "right", "middle") and self._at < len(self._tokens) and (self._tokens[self._at][4] or "").startswith("."):
                self._drop_dot()
            return ""
        return SIGNS.get(name) or name + (" " if len(name) > 1 else "")

    def _begun(self, depth: int) -> str:
        """The name of the environment that begins, behind its options."""
        name = self._argument(depth).strip("*")
        self._option()
        return name

    def _drop_dot(self) -> None:
        """The "." of \\left. or \\right., which stands for no bracket."""
        token = self._tokens[self._at]
        rest = _TOKEN.match(token[4][1:] or " ")
        if rest is not None:
            self._tokens[self._at] = rest

    def _script(self, mark: str, depth: int) -> str:
        text = self._argument(depth).strip()
        if text in ("∘", "°"):
            return "°"
        if text and set(text) <= {"′", "†", "∗", "*"}:
            return text
        table = SUPERSCRIPTS if mark == "^" else SUBSCRIPTS
        if text and all(ord(char) in table for char in text):
            return text.translate(table)
        return "" if not text else f"{mark}{text}" if len(text) == 1 else f"{mark}({text})"

    def _grouped(self, depth: int) -> str:
        text = self._argument(depth).strip()
        return text if len(text) == 1 or text.isalnum() else f"({text})"

    def _argument(self, depth: int) -> str:
        """What a command or script applies to: a group, a command, or one character."""
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            plain = token[4]
            if plain is None:
                return self._atom(depth + 1) if token[3] != "}" and depth < _DEPTH else ""
            stripped = plain.lstrip()
            if not stripped:
                self._at += 1
                continue
            rest = _TOKEN.match(stripped[1:])
            if rest is not None:
                self._tokens[self._at] = rest
            else:
                self._at += 1
            return stripped[0]
        return ""

    def _option(self) -> str:
        """The words in brackets that follow, without them: the 3 of \\sqrt[3]{x}."""
        if self._at < len(self._tokens):
            match = re.match(r"\s*\[([^\]]{0,200})\]", self._tokens[self._at][4] or "")
            if match:
                rest = _TOKEN.match(self._tokens[self._at][4][match.end() :])
                if rest is not None:
                    self._tokens[self._at] = rest
                else:
                    self._at += 1
                return match[1].translate(SUPERSCRIPTS)
        return ""
