"""What all tests share: no test shows a window, writes into the folders of the person who runs it, or needs a locale."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "tests" / "data" / "sample"

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"
os.environ.pop("FICHERO_LANGUAGE", None)

# Before any test module is imported, since libraries ask for these folders when they are loaded.
_home = tempfile.TemporaryDirectory(prefix="fichero-tests-")
for _name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
    os.environ[_name] = str(Path(_home.name) / _name.lower())


@pytest.fixture(scope="session", autouse=True)
def own_home() -> Iterator[Path]:
    """The folder that stands in for the person's own."""
    yield Path(_home.name)
    _home.cleanup()


@pytest.fixture(scope="session")
def sample_folder() -> Path:
    """tests/data/sample: only to be read. A test that changes files copies it first."""
    return SAMPLE


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of evaluation sets and difficult files, which are not in the repository."""
    folder = Path(os.environ.get("FICHERO_DATA") or ROOT.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"there is no folder {folder} with evaluation sets (set FICHERO_DATA)")
    return folder


@pytest.fixture(scope="session")
def model_folder() -> Path:
    """models/files, prepared where it is not: seconds, once."""
    from models.manifest import FILES
    from models.prepare import prepare

    prepare(FILES)
    return FILES
