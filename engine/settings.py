"""What a person can set: a frozen dataclass, read once from settings.json in the data folder."""

from __future__ import annotations

import dataclasses
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import BadUsage, DataFolderUnreadable, DataFolderUnwritable, DiskFull, SettingsInvalid, is_disk_full

FILE_NAME = "settings.json"


@dataclass(frozen=True, slots=True)
class Settings:
    """`data_dir` is where everything Fichero writes lies; it is not itself in the file."""

    data_dir: Path
    n_threads: int = 0                  # for indexing; 0: all cores on the command line, half of them in the window
    ocr: bool = False                   # read pictures and scanned pages
    language: str = "auto"              # of the window: "auto", "es", "en"
    theme: str = "auto"                 # of the window: "auto", "light", "dark"
    left_out: tuple[str, ...] = ()      # patterns of names left out besides the built-in rules: "*.log", "borradores"
    indexing_paused: bool = False       # in the window

    @property
    def path(self) -> Path:
        return self.data_dir / FILE_NAME

    @property
    def catalog_path(self) -> Path:
        return self.data_dir / "catalog.sqlite"

    @property
    def text_dir(self) -> Path:
        return self.data_dir / "text"

    @property
    def vectors_dir(self) -> Path:
        return self.data_dir / "vectors"

    @property
    def bits_dir(self) -> Path:
        return self.data_dir / "bits"


def default_data_dir() -> Path:
    """`fichero`, in lower case, below the platform's folder for an application's data. Not made here."""
    import platformdirs

    return Path(platformdirs.user_data_dir("fichero", appauthor=False))


def load_settings(data_dir: Path | None = None) -> Settings:
    """The settings in `data_dir` (the default one if None); the default values where there is no file.

    Raises:
        SettingsInvalid: the file is no JSON object, or holds an unknown key or a value out of bounds: it is named.
        BadUsage: `data_dir` is a file.
        DataFolderUnreadable
    """
    folder = (data_dir if data_dir is not None else default_data_dir()).absolute()
    path = folder / FILE_NAME
    try:
        loaded = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings(folder)
    except NotADirectoryError as error:
        raise BadUsage(f"{folder} is not a folder.", f"{folder} no es una carpeta.") from error
    except PermissionError as error:
        raise DataFolderUnreadable(folder, error.strerror or str(error)) from error
    except (OSError, ValueError) as error:
        raise SettingsInvalid(path, str(error)) from error
    if not isinstance(loaded, dict):
        raise SettingsInvalid(path, "not an object")
    return Settings(folder, **{key: _checked(path, key, value) for key, value in loaded.items()})


def save_settings(settings: Settings) -> None:
    """Write settings.json whole or not at all.

    Raises:
        DataFolderUnwritable, DiskFull
    """
    values = {
        field.name: getattr(settings, field.name)
        for field in dataclasses.fields(settings)
        if field.name != "data_dir" and getattr(settings, field.name) != field.default
    }
    prepare_data_dir(settings.data_dir)
    try:
        handle, name = tempfile.mkstemp(dir=settings.data_dir, prefix=".settings-")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(values, file, ensure_ascii=False, indent=2)
        os.replace(name, settings.path)
    except OSError as error:
        if is_disk_full(error):
            raise DiskFull(settings.data_dir) from error
        raise DataFolderUnwritable(settings.data_dir, error.strerror or str(error)) from error


def prepare_data_dir(folder: Path) -> None:
    """Make the data folder, readable by its owner alone: it holds the text of private documents.

    Raises:
        DataFolderUnwritable, DiskFull
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.name == "posix" and folder.stat().st_uid == os.getuid() and folder.stat().st_mode & 0o077:
            folder.chmod(0o700)
        (folder / ".metadata_never_index").touch()      # macOS: Spotlight would index our stores again and again
    except OSError as error:
        if is_disk_full(error):
            raise DiskFull(folder) from error
        raise DataFolderUnwritable(folder, error.strerror or str(error)) from error


def _checked(path: Path, key: str, value: Any) -> Any:
    match key:
        case "n_threads" if type(value) is int and 0 <= value <= 256:
            return value
        case "ocr" | "indexing_paused" if isinstance(value, bool):
            return value
        case "language" if value in ("auto", "es", "en"):
            return value
        case "theme" if value in ("auto", "light", "dark"):
            return value
        case "left_out" if isinstance(value, list) and all(isinstance(item, str) and item for item in value):
            return tuple(value)
    known = {field.name for field in dataclasses.fields(Settings)} - {"data_dir"}
    if key not in known:
        raise SettingsInvalid(path, f"unknown key {key!r}")
    raise SettingsInvalid(path, f"{key}: {value!r} is not allowed")
