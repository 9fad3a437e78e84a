"""A report of how Fichero is doing, to be shown to somebody who helps: no document's text, no name, no path, no query.

What is taken are counts, sizes, versions and the names of our own parts. The ends of the logs pass `redacted`, which keeps
paths of the program alone and cuts a line at whatever could be another one.
"""

from __future__ import annotations

import contextlib
import getpass
import os
import platform
import re
import shutil
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.discovery.rules import PATTERN
from engine.errors import FicheroError
from engine.machine.portable import is_portable, program_folder
from engine.machine.version import VERSION

if TYPE_CHECKING:
    from engine.settings import Settings

LOG_LINES = 150
_PATH = re.compile(r"(?:^|(?<=[\s'\"(=:<\[]))(?:[A-Za-z]:)?[\\/].*|\\\\.*|~[\\/].*|file:[\\/].*")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|«[^»]*»|“[^”]*”|`[^`]*`")
_FRAME = re.compile(r'^\s*File "(?P<path>[^"]+)", line (?P<line>\d+), in (?P<name>\w+|<\w+>)\s*$')
_HEAD = re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d+ (?:DEBUG|INFO|WARNING|ERROR|CRITICAL) [\w.]+: ")
_RAISED = re.compile(r"^(?P<name>(?:\w+\.)*\w*(?:Error|Exception|Exit|Interrupt|Damaged|Missing|Locked|Full)\w*)(?::.*)?$")
_HIDDEN = "<…>"
_SHOWN_SETTINGS = (                 # of these the values say nothing about a person
    "n_threads", "ocr", "language", "theme", "max_file_mb", "hidden", "gitignore", "on_battery", "indexing_paused", "tray",
    "close_to_tray", "notifications", "start_at_login", "refine",
)


def report(settings: Settings) -> dict[str, Any]:
    """What `doctor --report` writes. An index that cannot be read is part of the report, not the end of it."""
    made: dict[str, Any] = {
        "fichero": {"version": VERSION, "python": platform.python_version(), "frozen": bool(getattr(sys, "frozen", False))},
        "computer": _computer(settings),
        "settings": {name: getattr(settings, name) for name in _SHOWN_SETTINGS} | {
            "left_out": len(settings.left_out), "left_out_kinds": len(settings.left_out_kinds),
            "folder_rules": len(settings.folder_rules), "other_embedder": bool(settings.embedder),
            "other_cross_encoder": bool(settings.cross_encoder), "portable": is_portable(),
        },
    }
    try:
        made["index"] = _index(settings)
    except FicheroError as error:
        made["index"] = {"cannot be read": error.code}
    except Exception as error:      # whatever a damaged store makes of itself: this is when a report is asked for
        made["index"] = {"cannot be read": type(error).__name__}
    made["logs"] = {
        name: redacted(_tail(settings.data_dir / "logs" / f"{name}.log"), _names(settings))
        for name in ("window", "search", "indexing")
    }
    return made


def _computer(settings: Settings) -> dict[str, Any]:
    import psutil

    try:
        free = shutil.disk_usage(settings.data_dir).free
    except OSError:
        free = None
    return {
        "system": platform.system(), "release": platform.release(), "machine": platform.machine(), "cores": os.cpu_count(),
        "memory_mb": psutil.virtual_memory().total >> 20, "free_memory_mb": psutil.virtual_memory().available >> 20,
        "free_disk_mb": None if free is None else free >> 20,
        "desktop": _word(os.environ.get("XDG_CURRENT_DESKTOP")), "session": _word(os.environ.get("XDG_SESSION_TYPE")),
        "encoding": sys.getfilesystemencoding(),
    }


def _word(value: str | None) -> str:
    return value if value is not None and re.fullmatch(r"[A-Za-z:_-]{1,40}", value) else ""


def _index(settings: Settings) -> dict[str, Any]:
    from engine.build import list_models, open_catalog, read_status

    status, own = read_status(settings), {(model["name"], model["version"]) for model in list_models()}
    with open_catalog(settings) as catalog:
        reasons = Counter(error.reason for error in catalog.errors())
        kinds = dict(catalog.kinds())
    return {
        **{name: status[name] for name in ("documents", "chunks", "failed", "pending", "stage", "bytes", "ocr")},
        "folders": [
            {
                "documents": folder["documents"], "chunks": folder["chunks"], "stage": folder["stage"],
                "failed": folder["failed"], "pending": folder["pending"], "is_available": folder["is_available"],
                "left_out": _by_rule(folder["left_out"]),
            }
            for folder in status["folders"]
        ],
        "errors": dict(reasons), "kinds": kinds,
        "models": [
            {"name": model["name"], "version": model["version"], "licence": model["licence"], "in_use": model["in_use"]}
            for model in status["models"] if (model["name"], model["version"]) in own
        ],
        "other_models": sum((model["name"], model["version"]) not in own for model in status["models"]),
        "model_change": bool(status["model_change"]),
        "events": [{"at": event["at"], "kind": event["kind"], "count": event["count"]} for event in status["events"]],
    }


def _by_rule(rules: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """A person's own pattern may be a name: the rule is said, and not the pattern."""
    made = [dict(rule) for rule in rules]
    for rule in made:
        if str(rule["rule"]).startswith(PATTERN):
            rule["rule"] = PATTERN + _HIDDEN
    return made


def _tail(path: Path) -> list[str]:
    try:
        with path.open("rb") as file:
            file.seek(0, os.SEEK_END)
            file.seek(max(0, file.tell() - 40_000))
            lines = file.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return []
    return lines[-LOG_LINES:]


def _names(settings: Settings) -> tuple[str, ...]:
    """What names the person or the computer, wherever it may stand."""
    found = [str(Path.home()), Path.home().name, platform.node(), str(settings.data_dir)]
    with contextlib.suppress(OSError, KeyError, ImportError):
        found.append(getpass.getuser())
    return tuple(sorted({name for name in found if len(name) > 2}, key=len, reverse=True))


def redacted(lines: Sequence[str], names: Sequence[str] = ()) -> list[str]:
    """Lines of a log: heads, our own frames and names of errors stay, quoted text and paths go, source lines go."""
    kept = []
    for line in lines:
        shown = _redacted_line(line)
        for name in names:
            shown = shown.replace(name, _HIDDEN)
        if shown:
            kept.append(shown)
    return kept


def _redacted_line(line: str) -> str:
    if (frame := _FRAME.match(line)) is not None:
        return f"  {_of_program(frame['path'])}:{frame['line']} {frame['name']}"
    head = _HEAD.match(line)
    if head is not None:
        rest = _PATH.sub(_HIDDEN, _QUOTED.sub(_HIDDEN, line[head.end():]))
        return head.group() + rest
    if line.startswith("Traceback "):
        return "Traceback"
    if (raised := _RAISED.match(line)) is not None:
        return raised["name"]
    return ""           # a line of source in a traceback, or the rest of a message: nobody knows what it holds


def _of_program(path: str) -> str:
    """A module's path from the program's or the library's folder on."""
    parts = Path(path).parts
    if "site-packages" in parts:
        return "/".join(parts[parts.index("site-packages") + 1:])
    try:
        return Path(path).relative_to(program_folder()).as_posix()
    except ValueError:
        return f"python/{parts[-1]}" if f"python{sys.version_info.major}.{sys.version_info.minor}" in parts else _HIDDEN
