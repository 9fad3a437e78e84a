"""What happened to the index that a person may want to know later: a store that was damaged and rebuilt, a writer cut short.

One JSON object a line in the data folder, of the last hundreds of events. Never a document's text, its name or a query.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

log = logging.getLogger(__name__)

FILE_NAME = "journal.jsonl"
KEPT = 200
_ROOM_BYTES = 100_000       # over this size the oldest go


@dataclass(frozen=True, slots=True)
class Event:
    """`kind` is a word for scripts and translations; `count` of documents or files concerned, 0 where that says nothing."""

    at: str                 # ISO 8601, of this computer's clock and time zone
    kind: str
    detail: str = ""
    count: int = 0


class Journal:
    """Written by whoever holds the index lock, read by everybody."""

    def __init__(self, data_dir: Path, now: Callable[[], datetime] = datetime.now) -> None:
        self._path = data_dir / FILE_NAME
        self._now = now

    def note(self, kind: str, detail: str = "", count: int = 0) -> None:
        """Add an event. Where that cannot be written (a full disk) the log has it: what is at work goes on."""
        log.warning("%s: %s (%d)", kind, detail, count)
        event = Event(self._now().astimezone().isoformat(timespec="seconds"), kind, detail[:300], count)
        try:
            if self._path.exists() and self._path.stat().st_size > _ROOM_BYTES:
                self._shorten()
            with self._path.open("a", encoding="ascii") as file:
                file.write(json.dumps(asdict(event)) + "\n")
        except OSError as error:
            log.warning("the journal cannot be written: %s", error.strerror)

    def events(self, at_most: int = 20) -> list[Event]:
        """The latest, the oldest of them first. A line that a killed writer left unfinished is left out."""
        try:
            lines = self._path.read_text("ascii", "replace").splitlines()
        except OSError:
            return []
        events = [event for line in lines[-at_most:] if (event := _event(line)) is not None]
        return events

    def _shorten(self) -> None:
        lines = self._path.read_text("ascii", "replace").splitlines()[-KEPT:]
        temporary = self._path.with_suffix(".new")
        temporary.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
        os.replace(temporary, self._path)


def _event(line: str) -> Event | None:
    try:
        found = json.loads(line)
        return Event(str(found["at"]), str(found["kind"]), str(found.get("detail", "")), int(found.get("count", 0)))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
