"""What `why.py` answers. Light and picklable: the window imports this."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

# found: by words and meaning; found-by-words: the meaning is to come; found-by-name: it could not be read; not-current: the
# file has changed or gone since it was read, and is not shown before it is read again; not-available: its drive is away.
# Of folders: all-unreadable: no document in it could be read; nothing-to-read: it is empty, or rules leave out all it holds.
WhyState = Literal[
    "found", "found-by-words", "found-by-name", "not-current", "not-available", "left-out", "removed-by-you",
    "not-in-a-folder", "missing", "not-read-yet", "all-unreadable", "nothing-to-read",
]


@dataclass(frozen=True, slots=True)
class Why:
    """`rule`, `pattern` and `source` (the file that holds the pattern) say what leaves it out; `left_out_at` is the path
    that the rule is about: it, or a folder above it. `reason` and `detail` say why it could not be read."""

    path: str
    state: WhyState
    folder: str | None = None           # the added folder that it lies in
    rule: str | None = None
    pattern: str = ""
    source: str = ""
    left_out_at: str = ""
    reason: str | None = None
    detail: str | None = None
    documents: int = 0                  # at or below it, that can be found

    def as_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}
