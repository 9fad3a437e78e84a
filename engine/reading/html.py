"""HTML and XHTML: blocks, headings, lists and tables out of the tree that lexbor (selectolax) builds.

Scripts, styles and menus are left out; everything else is kept, because a search must not lose text. The tree is
walked without recursion: real pages nest a thousand elements deep.
"""

from __future__ import annotations

import re
from typing import Any

from engine.document import Document
from engine.reading.builder import DocumentBuilder
from engine.reading.cleaning import number_of
from engine.reading.decoding import decode
from engine.reading.list_numbers import letters, roman
from engine.reading.source import Source
from engine.reading.tables import count_header_rows

MAX_BYTES = 64_000_000
_SKIPPED_TAGS = (
    "script style nav template noscript head object embed applet iframe audio video canvas map datalist link meta svg select"
)
_SKIPPED = frozenset(_SKIPPED_TAGS.split())
_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_INLINE_TAGS = (
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q rb rp rt ruby s samp "
    "small span strike strong sub sup time tt u var wbr img tbody thead tfoot math mi mo mn mrow msup msub mfrac "
    "annotation semantics button input textarea meter progress slot #text"
)
_INLINE = frozenset(_INLINE_TAGS.split())
_BLOCK_TAGS = (
    "address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure "
    "footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu ol optgroup option p plaintext pre "
    "rtc search section summary table td th title tr ul xmp br"
)
_KNOWN = _INLINE | _SKIPPED | frozenset(_BLOCK_TAGS.split())
_LISTS = frozenset({"ul", "ol", "menu", "dir"})
_SPACED = re.compile(r"[ \t\n\r\f]+")
_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_XML_ENCODING = re.compile(rb"""<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.:-]+)""", re.IGNORECASE)
_MENU = re.compile(
    r"(^|[\s_-])(nav|navbar|navbox|navigation|menu|menubar|breadcrumbs?|cookies?|sidebar|skip-link|pagination|pager|catlinks|"
    r"social|share|sharing|related|relacionad[oa]s?|recommended|tags?|toolbar|topbar|footer|portlet|dropdown)($|[\s_-])",
    re.IGNORECASE,
)
_CONSENT = re.compile(r"(^|[\s_-])(cookies?|consent|gdpr|rgpd|didomi|onetrust|cmp)($|[\s_-])", re.IGNORECASE)
_MAIN = "main, article, [role=main]"
_MENU_TAGS = frozenset({"div", "ul", "ol", "section", "aside", "header", "footer", "table", "dl", "form"})
_MAX_MENU_CHARS, _MIN_MAIN_CHARS = 4000, 200
# What documentation tools write round each page: links to the pages before and after, with the title once more.
_GENERATED_MENU = re.compile(r"(^|\s)(navheader|navfooter|sphinxsidebar|sphinxsidebarwrapper|rst-footer-buttons|mw-jump-link|mw-editsection|"
                             r"wy-breadcrumbs|skip-to-content)($|\s)")
_MARKS = frozenset({"#", "¶", "§", "🔗", "∞"})     # of a link to the heading that it stands in
_SKIPS = re.compile(r"(?:^|[\s_-])skip(?:$|[\s_-])|skipnav|skiplink", re.IGNORECASE)       # a class of a link over the menus
_SAYS_SKIP = re.compile(r"(?:skip|jump|saltar|ir|pasar|aller|passer|zum|vai|ir para o|salta)\s[^.]{0,25}"
                        r"(?:content|navigation|search|contenido|navegación|búsqueda|contenu|inhalt|contenuto|conteúdo|contingut|menú?)s?(?:\s\w+)?", re.IGNORECASE)
_MAX_SPAN = 200
_NOTE_MARK = re.compile(r"\d{1,4}|[a-z]|[*†‡§]{1,3}")
_LABELLED = re.compile(r"\s*(?:\(?(?:\d{1,4}|[a-zA-Z]|[ivxIVX]{1,5})[.)ºª°]|\d{1,4}\s|(?:art[íi]culo|cl[áa]usula)\s)", re.IGNORECASE)    # an item that brings its own number
# What Outlook writes over the message that is answered: sender, date or receiver, subject, each on its line.
_HISTORY = re.compile(
    r"\s*(?:-{3,}[^\n]{0,60}-{3,}\s*)?(?:de|from|von|da|desde)\s?:[^\n]{2,300}\n(?:[^\n:]{2,20}:[^\n]{0,2000}\n){1,5}"
    r"\s*(?:asunto|subject|betreff|objet|oggetto|assunto|assumpte)\s?:", re.IGNORECASE)
_FEW_CELLS, _LONG_CELL = 4, 200


def read_html(source: Source) -> Document:
    data = source.read(MAX_BYTES)
    builder = DocumentBuilder("html")
    add_html(builder, decode(data, declared_charset(data)))
    return builder.build()


def declared_charset(data: bytes) -> str | None:
    """The charset named in a meta element or XML declaration within the first 4 KB."""
    match = _XML_ENCODING.search(data[:400]) or _CHARSET.search(data[:4096])
    return match.group(1).decode("ascii", "replace") if match else None


def add_html(builder: DocumentBuilder, text: str, page: int | None = None, skip_menus: bool = True, is_mail: bool = False) -> None:
    """Adds a page's blocks, its title and properties to a builder; of mail the history below an answer as quotes, and no menu is left out."""
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(text)
    _add_head(builder, tree)
    if tree.body is not None:
        _Walker(builder, page, skip_menus and not is_mail, is_mail).walk(tree.body)
    elif tree.root is not None:
        _Walker(builder, page, skip_menus and not is_mail, is_mail).walk(tree.root)


def html_to_text(text: str) -> str:
    """The text of a fragment, blocks on lines of their own."""
    builder = DocumentBuilder("html")
    add_html(builder, text)
    return builder.text


def _add_head(builder: DocumentBuilder, tree: Any) -> None:
    node = tree.css_first("head > title") or tree.css_first("body > title")
    if node is not None and not builder.title:
        builder.title = node.text()
    for meta in tree.css("meta")[:200]:
        attributes = meta.attributes
        name = (attributes.get("name") or attributes.get("property") or "").lower()
        content = attributes.get("content") or ""
        if name in ("author", "article:author", "dc.creator", "dcterms.creator"):
            builder.property("author", content)
        elif name in ("date", "article:published_time", "dc.date", "dcterms.date", "created"):
            builder.property("date", content)
        elif name in ("keywords", "description"):
            builder.property(name, content)


class _Walker:
    """Walks a tree in document order; text gathers until a block begins or ends, then becomes a block."""

    def __init__(self, builder: DocumentBuilder, page: int | None, skip_menus: bool, is_mail: bool = False) -> None:
        self._builder = builder
        self._page = page
        self._skip_menus = skip_menus
        self._is_mail = is_mail
        self._text: list[str] = []
        self._heading = 0
        self._list_depth = 0
        self._lists: list[tuple[str, int]] = []     # of each open list: the form of its numbers ("" for bullets), and the last one
        self._label = ""                            # stands before the words of the item that begins
        self._item_depth = 0
        self._quote_depth = 0
        self._pre_depth = 0
        self._caption_depth = 0
        self._main_depth = 0
        self._has_main = False

    def walk(self, root: Any) -> None:
        if self._skip_menus:
            self._has_main = any(len((part.text() or "").strip()) >= _MIN_MAIN_CHARS for part in root.css(_MAIN)[:50])
        stack: list[tuple[Any, str, bool]] = [(root, "body", False)]
        while stack:
            node, tag, leaving = stack.pop()
            if leaving:
                self._leave(node, tag)
                continue
            if tag == "#text":
                self._text.append(node.text_content or "")
                continue
            if tag not in _KNOWN and _is_among_words(node, tag):
                tag = "span"
            if not self._enter(node, tag):
                continue
            if tag not in _INLINE:
                stack.append((node, tag, True))
            children = []
            child = node.child
            while child is not None:
                name = child.tag
                if name == "-text":
                    name = "#text"
                if name == "#text" or (name and name[0] not in "-!_#"):
                    children.append((child, name, False))
                child = child.next
            stack.extend(reversed(children))
        self._flush()

    def _enter(self, node: Any, tag: str) -> bool:
        """Opens an element; False where its content is left out or already taken."""
        if tag in _SKIPPED:
            return False
        if tag == "br":
            self._text.append("\n" if self._pre_depth else "\x00")
            return False
        if tag == "img" or (tag == "button" and self._skip_menus):
            return False
        if tag in ("td", "th"):         # of a table used for layout
            self._flush()
            return True
        if tag in _INLINE:
            if tag == "sup" and (mark := _note_mark(node)):
                self._text.append(f" [{mark}]")
                return False
            if tag == "a" and (node.attributes.get("class") or "") in ("sdfootnotesym", "sdendnotesym"):      # LibreOffice's, before the note
                self._text.append(f"[{(node.text() or '').strip()}] ")
                return False
            if tag in ("a", "span") and _is_page_mark(node):
                return False
            if tag in ("a", "button") and node.prev is not None and node.prev.tag == tag:
                self._text.append(" ")      # menus set links apart by their style alone
            if tag in ("ins", "del", "s") and node.prev is not None and node.prev.tag in ("ins", "del", "s"):
                self._text.append(" ")      # what was struck out, and what stands instead
            return True
        if self._skip_menus and tag in _MENU_TAGS and _is_menu(node, self._has_main and not self._main_depth):
            return False
        self._flush()
        if tag == "table" and _is_data_table(node):
            self._add_table(node)
            return False
        self._open_block(node, tag)
        self._main_depth += _is_main(node, tag)
        return True

    def _open_block(self, node: Any, tag: str) -> None:
        if tag in _HEADINGS:
            self._heading = _HEADINGS[tag]
        elif tag in _LISTS:
            self._list_depth += 1
            attributes = node.attributes
            self._lists.append((attributes.get("type") or "1" if tag == "ol" else "", number_of(attributes.get("start"), 1) - 1))
        elif tag == "li":
            self._item_depth += 1
            self._label = self._next_label(node)
        elif tag == "blockquote":
            self._quote_depth += 1
        elif tag in ("pre", "listing", "xmp"):
            self._pre_depth += 1
        elif tag in ("figcaption", "caption"):
            self._caption_depth += 1

    def _leave(self, node: Any, tag: str) -> None:
        self._flush()
        self._main_depth -= bool(self._main_depth) and _is_main(node, tag)
        if tag in _HEADINGS:
            self._heading = 0
        elif tag in _LISTS:
            self._list_depth = max(self._list_depth - 1, 0)
            if self._lists:
                self._lists.pop()
        elif tag == "li":
            self._item_depth = max(self._item_depth - 1, 0)
            self._label = ""
        elif tag == "blockquote":
            self._quote_depth -= 1
        elif tag in ("pre", "listing", "xmp"):
            self._pre_depth -= 1
        elif tag in ("figcaption", "caption"):
            self._caption_depth -= 1

    def _next_label(self, item: Any) -> str:
        """The number of an item of a numbered list, as a browser shows it: "3. "."""
        if not self._lists or not self._lists[-1][0]:
            return ""
        form, number = self._lists[-1]
        number = number_of(item.attributes.get("value"), number + 1)
        self._lists[-1] = (form, number)
        if form in "aAiI":
            said = letters(number) if form in "aA" else roman(number)
            return f"{said if form in 'ai' else said.upper()}. "
        return f"{number}. "

    def _flush(self) -> None:
        if not self._text:
            return
        text = "".join(self._text)
        self._text = []
        if not text or text.isspace():
            return
        builder, page = self._builder, self._page
        if self._pre_depth:
            builder.code(text, page=page)
            return
        text = _SPACED.sub(" ", text).replace("\x00", "\n")
        if self._heading:
            builder.heading(text, self._heading, page)
        elif self._item_depth:
            label, self._label = self._label, ""
            text = text.lstrip() if _LABELLED.match(text) else f"{label}{text.lstrip()}"
            builder.list_item(text, max(self._list_depth, 1), page)
        elif self._caption_depth:
            builder.caption(text, page)
        elif self._quote_depth:
            builder.quote(text, page)
        elif self._is_mail and _HISTORY.match(text):
            self._quote_depth += 1          # to the end: Outlook does not mark what it answers
            builder.quote(text, page)
        else:
            builder.paragraph(text, page)

    def _add_table(self, table: Any) -> None:
        caption = table.css_first("caption")
        if caption is not None:
            self._builder.caption(_cell_text(caption), self._page)
        rows, covered, n_headers = _table_cells(table)
        self._builder.table(rows, n_headers or count_header_rows(rows), self._page, covered)


def _is_among_words(node: Any, tag: str) -> bool:
    """Whether an element that HTML does not know is a part of a line: Office's names ("st1:City", "o:p"), in one, or with words beside it."""
    return ":" in tag or (node.parent is not None and node.parent.tag in _INLINE) or any(
        side is not None and side.tag == "-text" and not (side.text_content or "").isspace() for side in (node.prev, node.next)
    )


def _note_mark(sup: Any) -> str:
    """The number or sign of a raised link to a footnote, which would be glued to the word before it; "" for what else is raised."""
    text = (sup.text() or "").strip()
    is_link = sup.css_first("a") is not None or (sup.parent is not None and sup.parent.tag == "a")
    return text if is_link and _NOTE_MARK.fullmatch(text) else ""


def _is_main(node: Any, tag: str) -> bool:
    return tag in ("main", "article") or node.attributes.get("role") == "main"


def _is_page_mark(node: Any) -> bool:
    """Links that lead about the page only: beside headings ("¶", "[editar]"), and over its menus."""
    attributes = node.attributes
    target, words, label = attributes.get("href") or "", (node.text() or "").strip(), attributes.get("class") or ""
    if target.startswith("#") and words in _MARKS:
        return True
    if "#" in target and len(words) < 60 and (_SKIPS.search(label) or _SAYS_SKIP.fullmatch(words)):
        return True
    return any(word in label for word in ("headerlink", "mw-editsection", "anchorjs-link", "mw-jump-link", "skip-link", "skip-to-content"))


def _is_menu(node: Any, is_outside: bool) -> bool:
    """An element that says it is a menu and holds hardly anything but links; `is_outside` the page's main part, one that
    only holds links."""
    attributes = node.attributes
    role = attributes.get("role") or ""
    if role in ("navigation", "menu", "menubar", "search"):
        return True
    label = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
    if _GENERATED_MENU.search(label):
        return True
    says_so = bool(_MENU.search(label))
    if not says_so and not is_outside:
        return False
    text = (node.text() or "").strip()
    total = len(text) - sum(len((heading.text() or "").strip()) for heading in node.css("h2, h3, h4, h5, h6")[:20])
    if total >= _MAX_MENU_CHARS or node.css_first(_MAIN) is not None:
        return False
    if is_outside and _CONSENT.search(label):
        return True
    links = [len((link.text() or "").strip()) for link in node.css("a")]
    return sum(links) > total * (0.6 if says_so or node.tag == "footer" else 0.75) and (says_so or len(links) > 1)


def _is_data_table(table: Any) -> bool:
    """Tables hold data or, on old pages and in mail, layout: nested tables, one cell a row, or pages in a cell."""
    if any(inner.mem_id != table.mem_id for inner in table.css("table")):       # css finds the element itself too
        return False
    rows = table.css("tr")
    cells = table.css("td, th")
    texts = [len((cell.text() or "").strip()) for cell in cells[:200]]
    n_filled = sum(length > 0 for length in texts)
    if n_filled < 2 or (n_filled <= _FEW_CELLS and max(texts) > _LONG_CELL):
        return False        # a frame, or a remark beside its picture
    if table.css_first("th") is not None:
        return True
    if len(cells) <= len(rows):
        return False
    return table.css_first("td h1, td h2, td h3, td ul, td ol, td p + p, td pre") is None


def _table_cells(table: Any) -> tuple[list[list[str]], set[tuple[int, int]], int]:
    """Cells by row, with merged cells filled; which of them only repeat; the number of header rows."""
    rows: list[list[str]] = []
    covered: set[tuple[int, int]] = set()
    pending: dict[int, tuple[int, str]] = {}        # column: (rows still covered, value)
    n_headers, in_header = 0, True
    for tr in table.css("tr"):
        row: list[str] = []
        cells = [child for child in tr.iter() if child.tag in ("td", "th")]
        r = len(rows)

        def fill(row: list[str] = row, r: int = r) -> None:
            while len(row) in pending:
                left, value = pending[len(row)]
                covered.add((r, len(row)))
                if left > 1:
                    pending[len(row)] = (left - 1, value)
                else:
                    del pending[len(row)]
                row.append(value)

        fill()
        for cell in cells:
            text = _cell_text(cell)
            across, down = _span(cell, "colspan"), _span(cell, "rowspan")
            for k in range(across):
                if down > 1:
                    pending[len(row)] = (down - 1, text)
                if k:
                    covered.add((r, len(row)))
                row.append(text)
                if k < across - 1 and len(row) in pending:
                    break
            fill()
        rows.append(row)
        parent = tr.parent
        is_header = bool(cells) and (
            all(cell.tag == "th" for cell in cells) or (parent is not None and parent.tag == "thead")
        )
        in_header = in_header and is_header
        n_headers += in_header
    return rows, covered, n_headers if n_headers < len(rows) else 0


def _span(cell: Any, name: str) -> int:
    return min(max(number_of(cell.attributes.get(name), 1), 1), _MAX_SPAN)


def _cell_text(node: Any) -> str:
    """Text of a cell or caption on one line; block elements inside are separated by a space."""
    parts: list[str] = []
    stack = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        if item.tag == "-text":
            parts.append(item.text_content or "")
            continue
        if item.tag in _SKIPPED:
            continue
        children: list[Any] = []
        child = item.child
        while child is not None:
            name = child.tag
            if name == "-text" or (name and name[0] not in "-!_#"):
                children.append(child)
                if name not in _INLINE and name != "-text" and ":" not in name:
                    children.append(" ")
                    children.insert(len(children) - 2, " ")
            child = child.next
        stack.extend(reversed(children))
    return _SPACED.sub(" ", "".join(parts)).strip()
