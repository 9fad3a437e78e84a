"""What the window waits for before it shows: no store, no model, and none of the libraries that they bring."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LATER = ("numpy", "sqlite3", "lancedb", "pyarrow", "tantivy", "onnxruntime", "tokenizers", "pypdfium2", "lxml", "pygments", "mcp")


def test_the_window_comes_up_without_what_only_search_and_indexing_need() -> None:
    program = f"import sys, ui.window.application\nprint(*[name for name in {LATER!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
