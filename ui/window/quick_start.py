"""Lets the window stand sooner: what needs no Qt is imported before it, and no garbage is looked for until the window is shown.

Both cost a sixth of the processor's time of a start and more: once PySide6 is loaded, it reads the source of every module that is
imported after it; and some hundred thousand objects that all stay are walked through again and again while they are made.
"""

from __future__ import annotations

import gc
import importlib

_WITHOUT_QT = (
    "engine.autostart", "engine.evaluation.judging_messages", "engine.messages", "engine.processes.indexing_messages",
    "engine.processes.window_processes", "engine.processes.window_requests", "engine.settings", "engine.written_answers.answer_messages",
)


def prepare() -> None:
    """Before `ui.window.application` is imported. `done` has to follow, whatever happens."""
    gc.disable()
    for name in _WITHOUT_QT:
        importlib.import_module(name)


def done() -> None:
    """The window is shown: what is there stays, and is not looked at again; all that comes is collected as usual."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
