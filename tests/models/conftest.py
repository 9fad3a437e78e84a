"""The stored numbers of the weights' own engine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def reference() -> list[dict[str, Any]]:
    """Entries of name, text, ids (no specials, no prefix) and passage and query vectors (base64 of float16)."""
    return json.loads((Path(__file__).parent / "reference.json").read_bytes())
