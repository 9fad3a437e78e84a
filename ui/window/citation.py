"""A passage with its source, to be pasted elsewhere."""

from __future__ import annotations

import re
from pathlib import PurePath

from engine.hits import Hit
from ui.window import wording
from ui.window.language import translate


def cite(hit: Hit, passage: str) -> str:
    """The passage in quotation marks, then title, section, page and path."""
    source = f"{', '.join(_place(hit))} ({wording.printable(hit.path)})\n"
    if not passage.strip():         # of an older version no passage is at hand
        return source
    quoted = translate("Citation", "“{passage}”").format(passage=" ".join(passage.split()))
    return f"{quoted}\n— {source}"


def cite_as_markdown(hit: Hit, passage: str) -> str:
    """The passage as a quotation, its lines kept; then the title, as a link to its file, section, page and path."""
    title, *others = map(_plain, _place(hit))
    file = PurePath(hit.path)
    if file.is_absolute() and "!" not in hit.path:      # a member of a container has no address of its own
        source = ", ".join((f"[{title}]({file.as_uri()})", *others))
    else:
        source = f"{', '.join((title, *others))} (`{wording.printable(hit.path)}`)"
    lines = [_plain(line.strip()) for line in passage.strip().splitlines()]
    quoted = "".join(f"> {line}".rstrip() + "\n" for line in lines)
    return f"{quoted}>\n> — {source}\n" if lines else f"{source}\n"


def _place(hit: Hit) -> list[str]:
    place = [wording.printable(hit.title)]
    if hit.heading_path:
        place.append(" › ".join(hit.heading_path))
    if hit.page is not None:
        place.append(translate("Citation", "p. {page}").format(page=wording.number(hit.page)))
    return place


def _plain(text: str) -> str:
    """Text that Markdown does not take for marks of its own."""
    escaped = re.sub(r"([\\`*_\[\]<>#|~])", r"\\\1", text)
    return re.sub(r"^(\d+)([.)])|^([-+])", lambda found: f"{found[1] or ''}\\{found[2] or found[3]}", escaped)
