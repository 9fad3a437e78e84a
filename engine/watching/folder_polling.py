"""Looking every so often whether anything below a folder is different, where the system does not tell: on network drives,
and where there are more folders than it watches. Remembers one number, however many files there are.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.discovery.discovery import Discovery
from engine.discovery.rules import Rules
from engine.errors import Cancelled, FolderMissing, FolderUnreadable
from engine.watching.at_rest import REST_S

log = logging.getLogger(__name__)

POLL_S = 5.0                # between two looks, at least
SHARE = 20                  # … and so many times what a look takes: at most a twentieth of one core
LONGEST_S = 300.0
_LOOKS_UNTIL_REST = 10


class FolderPoll(threading.Thread):
    """Tells `changed` once at its start, and whenever two looks differ and the newer one holds for a moment."""

    def __init__(
        self, folder: str, rules: Rules, own_folders: Sequence[Path], changed: Callable[[], None], poll_s: float = POLL_S,
        base: str | None = None,
    ) -> None:
        """`base`: the root that `folder` is a part of."""
        super().__init__(name="folder-poll", daemon=True)
        self._folder = Path(folder)
        self._rules = rules
        self._base = base
        self._own_folders = own_folders
        self._changed = changed
        self._poll_s = poll_s
        self._stopped = threading.Event()

    def stop(self) -> None:
        """Ends soon: a share that does not answer may hold it, so nobody waits for it."""
        self._stopped.set()

    def run(self) -> None:
        seen: bytes | None = b"nothing yet"
        pause = 0.0
        while not self._stopped.wait(pause):
            begun = time.monotonic()
            now = self._look()
            pause = min(max(self._poll_s, SHARE * (time.monotonic() - begun)), LONGEST_S)
            if now is None or now == seen:
                continue
            seen = self._at_rest(now)
            if seen is not None:
                self._changed()

    def _at_rest(self, now: bytes) -> bytes | None:
        """The state of the folder once it stays the same, or after some looks."""
        for _ in range(_LOOKS_UNTIL_REST):
            if self._stopped.wait(min(REST_S, self._poll_s)):
                return None
            before, again = now, self._look()
            if again is None:
                return None
            now = again
            if now == before:
                break
        return now

    def _look(self) -> bytes | None:
        """A hash of every path, size and time; None if stopped meanwhile."""
        digest = hashlib.blake2b(digest_size=16)
        try:
            discovery = Discovery(
                self._folder, self._rules, self._own_folders, is_cancelled=self._stopped.is_set, base=self._base
            )
            for found in discovery.files():
                digest.update(repr((found.path, found.stamp, found.problem)).encode("utf-8", "surrogatepass"))
        except (FolderMissing, FolderUnreadable) as error:
            return error.code.encode("ascii")
        except Cancelled:
            return None
        except OSError as error:        # a share that fails half-way
            log.debug("a look was cut short: %s", error.strerror)
            return b"cut short"
        return digest.digest()
