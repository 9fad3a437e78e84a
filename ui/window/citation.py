"""A passage with its source, to be pasted elsewhere."""

from __future__ import annotations

from pathlib import PurePath

from engine.hits import Hit
from ui.window import wording
from ui.window.language import translate
from ui.window.quotation import Quotation, as_markdown, as_text, plain


def cite(hit: Hit, quotation: Quotation) -> str:
    """The passage in quotation marks, then title, section, pages and path."""
    source = f"{', '.join(_place(hit, quotation.last_page))} ({wording.printable(hit.path)})\n"
    if not quotation.pieces:        # of an older version no passage is at hand
        return source
    quoted = translate("Citation", "“{passage}”").format(passage=as_text(quotation.pieces))
    return f"{quoted}\n— {source}"


def cite_as_markdown(hit: Hit, quotation: Quotation) -> str:
    """The passage as a quotation, its lines kept; then the title, as a link to its file, section, pages and path."""
    title, *others = map(plain, _place(hit, quotation.last_page))
    file = PurePath(hit.path)
    if file.is_absolute() and "!" not in hit.path:      # a member of a container has no address of its own
        source = ", ".join((f"[{title}]({file.as_uri()})", *others))
    else:
        source = f"{', '.join((title, *others))} (`{wording.printable(hit.path)}`)"
    quoted = "".join(f"> {line}".rstrip() + "\n" for line in as_markdown(quotation.pieces))
    return f"{quoted}>\n> — {source}\n" if quoted else f"{source}\n"


def _place(hit: Hit, last_page: int | None) -> list[str]:
    title = wording.printable(hit.title)
    place = [title]
    headings = hit.heading_path[1:] if hit.heading_path[:1] == (title,) else hit.heading_path       # the title is said already
    if headings:
        place.append(" › ".join(headings))
    if hit.page is not None and last_page is not None and last_page > hit.page:
        pages = translate("Citation", "pp. {first}–{last}")
        place.append(pages.format(first=wording.number(hit.page), last=wording.number(last_page)))
    elif hit.page is not None:
        place.append(translate("Citation", "p. {page}").format(page=wording.number(hit.page)))
    return place
