"""Text in pictures, recognised page by page: what recognises them, and what has been recognised already.

A page is recognised once: what came out is kept in a file named after the hash of the file's content, so that a copy, a
moved file, a later version of the readers, or a run that was cut short finds it there. The recogniser itself is made by
engine/build.py and lives in the reading workers.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from engine.machine.fingerprint import content_hash
from engine.reading.cleaning import one_line

log = logging.getLogger(__name__)

MAX_PAGES = 3_000               # of one document


class Box(Protocol):
    @property
    def corners(self) -> Any:
        """float (4, 2): clockwise from where the text begins; x to the right, y downwards."""


class PictureLine(Protocol):
    @property
    def text(self) -> str: ...

    @property
    def box(self) -> Box: ...


class PictureText(Protocol):
    @property
    def lines(self) -> Sequence[PictureLine]: ...

    @property
    def turned(self) -> int: ...

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...


class Recogniser(Protocol):
    def read(self, picture: Any) -> PictureText:
        """The lines of a picture, uint8 (height, width, 3), in no order."""


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line in pixels of the turned picture; corners clockwise from where it begins: x, y, x, y, …"""

    text: str
    corners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RecognisedPage:
    lines: tuple[PageLine, ...]
    turned: int                 # degrees clockwise by which the picture was turned to be read: 0, 90, 180, 270
    width: int                  # pixels, of the turned picture
    height: int


class KnownPages:
    """What has been recognised of one file, kept in `folder`: a line of JSON a page, written as soon as it is known."""

    def __init__(self, folder: Path, file_hash: str, version: str) -> None:
        self._path = folder / f"{file_hash}.jsonl"
        self._version = version
        self._pages: dict[str, RecognisedPage] | None = None

    def get(self, key: str) -> RecognisedPage | None:
        return self._load().get(key)

    def put(self, key: str, page: RecognisedPage) -> None:
        self._load()[key] = page
        lines = [[line.text, *line.corners] for line in page.lines]
        entry = json.dumps([self._version, key, page.turned, page.width, page.height, lines], ensure_ascii=False)
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with os.fdopen(handle, "ab") as file:
                file.write(f"\n{entry}\n".encode("utf-8", "surrogatepass"))     # a line that was cut short ends here
        except OSError as error:
            log.warning("what was recognised could not be kept: %s", error.strerror)

    def _load(self) -> dict[str, RecognisedPage]:
        if self._pages is None:
            self._pages = {}
            try:
                written = self._path.read_bytes().decode("utf-8", "surrogatepass")
            except (OSError, UnicodeDecodeError):
                written = ""
            for line in written.split("\n"):
                if line and (entry := _entry(line)) is not None and entry[0] == self._version:
                    self._pages[entry[1]] = entry[2]
        return self._pages


def _entry(line: str) -> tuple[str, str, RecognisedPage] | None:
    try:
        version, key, turned, width, height, lines = json.loads(line)
        found = tuple(PageLine(text, tuple(corners)) for text, *corners in lines)
        if any(len(each.corners) != 8 for each in found):
            return None
    except (ValueError, TypeError):         # written half when the computer went out
        return None
    return version, key, RecognisedPage(found, turned, width, height)


def _nothing() -> None:
    """What is told to nobody."""


@dataclass(frozen=True, slots=True)
class Ocr:
    """What recognising takes; part of the options of reading, and None there where it is off."""

    load: Callable[[], Recogniser]          # gives the same one each time; crosses to the workers by its name
    version: str                            # of what comes out
    folder: Path | None = None              # where it is kept
    page_done: Callable[[], None] = field(default=_nothing, compare=False)     # the reader is alive
    known: KnownPages | None = field(default=None, compare=False)

    def for_file(self, path: Path) -> Ocr:
        """With what is known of this file."""
        try:
            known = KnownPages(self.folder, content_hash(path), self.version) if self.folder is not None else None
        except OSError:                     # gone meanwhile: its reader says so
            known = None
        return replace(self, known=known)

    def page(self, key: str, picture: Callable[[], Any]) -> RecognisedPage:
        """A page's lines. `picture` gives it as uint8 (height, width, 3); it is asked only where nothing is known yet."""
        page = self.known.get(key) if self.known is not None else None
        if page is None:
            found = self.load().read(picture())
            lines = (
                PageLine(text, tuple(round(float(side)) for corner in line.box.corners for side in corner))
                for line in found.lines if (text := one_line(line.text))
            )
            page = RecognisedPage(tuple(lines), found.turned, found.width, found.height)
            if self.known is not None:
                self.known.put(key, page)
        self.page_done()
        return page


def key_of(data: bytes | None) -> str:
    """What tells the members of one file apart; "" for the file itself."""
    return hashlib.blake2b(data, digest_size=8).hexdigest() if data is not None else ""
