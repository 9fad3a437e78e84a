"""The window stands sooner, and garbage is collected as ever once it does."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

from ui.window import quick_start


def test_nothing_is_collected_until_the_window_is_shown():
    try:
        quick_start.prepare()
        assert not gc.isenabled()
    finally:
        quick_start.done()
        gc.unfreeze()       # the other tests' windows are to go
    assert gc.isenabled()


def test_where_nothing_was_prepared_nothing_is_kept_from_being_collected():
    before = gc.get_freeze_count()
    quick_start.done()
    assert gc.isenabled() and gc.get_freeze_count() == before


def test_what_comes_first_loads_no_qt():
    code = "import sys; from ui.window import quick_start; quick_start.prepare(); sys.exit('PySide6' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=Path(__file__).resolve().parents[2]).returncode == 0


def test_dialogs_are_not_loaded_before_they_are_wanted():
    code = (
        "import sys; from ui.window import application;"
        "sys.exit(' '.join(name for name in sys.modules if name.startswith('ui.window.') and name.endswith('_dialog')) or None)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, text=True, cwd=Path(__file__).resolve().parents[2]
    )
    assert (ended.returncode, ended.stderr) == (0, "")
