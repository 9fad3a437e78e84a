"""Which run of the computer this is, so that a power cut can be told from a process that was killed."""

from __future__ import annotations

from pathlib import Path

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def boot_id() -> str:
    """The same until the computer starts again. Where the system has no name for it, the time of the start, to the minute: a
    clock that is set changes that, and the index is looked through once for nothing."""
    try:
        return _BOOT_ID.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        import psutil

        return str(round(psutil.boot_time() / 60))
