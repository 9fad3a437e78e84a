"""The packaging's own modules lie in packaging/, which is no package: its scripts run without the rest of the project."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in ("packaging", "packaging/check", "packaging/linux"):
    sys.path.append(str(ROOT / folder))
