"""A passage with its source, to be pasted elsewhere."""

from __future__ import annotations

from engine.hits import Hit
from ui.window import wording
from ui.window.language import translate


def cite(hit: Hit, passage: str) -> str:
    """The passage in quotation marks, then title, section, page and path."""
    place = [wording.printable(hit.title)]
    if hit.heading_path:
        place.append(" › ".join(hit.heading_path))
    if hit.page is not None:
        place.append(translate("Citation", "p. {page}").format(page=wording.number(hit.page)))
    quoted = translate("Citation", "“{passage}”").format(passage=" ".join(passage.split()))
    return f"{quoted}\n— {', '.join(place)} ({wording.printable(hit.path)})\n"
