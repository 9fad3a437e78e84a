"""What a person can set: a frozen dataclass, read once from settings.json in the data folder."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import BadUsage, DataFolderUnreadable, DataFolderUnwritable, DiskFull, SettingsInvalid, is_disk_full
from engine.index_place import check_is_there, chosen_folder
from engine.machine.allowed_values import allowed_in_words, choices_of
from engine.machine.bad_json import fault_of
from engine.machine.data_folder import prepare_data_dir
from engine.machine.portable import is_portable, portable_data_dir
from engine.machine.system_words import system_words

FILE_NAME = "settings.json"
_MODEL_NAME = re.compile(r"(?:[a-z0-9][a-z0-9._-]{0,79})?")
_NOT_IN_FILE = frozenset({"data_dir", "models_at"})


@dataclass(frozen=True, slots=True)
class FolderRules:
    """What one of the added folders leaves out besides, or (None: as all folders) instead."""

    path: str
    left_out: tuple[str, ...] = ()
    left_out_kinds: tuple[str, ...] = ()
    max_file_mb: int | None = None
    hidden: bool | None = None
    gitignore: bool | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """`data_dir` is where everything Fichero writes lies; it is not itself in the file, nor is `models_at`."""

    data_dir: Path
    models_at: Path | None = None       # of an index apart (an evaluation's): where the person's models lie
    n_threads: int = 0                  # for indexing; 0: all cores on the command line, half of them in the window
    ocr: bool = False                   # read pictures and scanned pages
    language: str = "auto"              # of the window: "auto", "es", "en"
    theme: str = "auto"                 # of the window: "auto", "light", "dark"
    left_out: tuple[str, ...] = ()      # patterns as in .gitignore, besides the built-in rules: "*.log", "borradores/"
    left_out_kinds: tuple[str, ...] = ()        # extensions: "csv"
    max_file_mb: int = 0                # larger files are left out; 0: none for its size
    hidden: bool = False                # look at hidden files and folders too
    gitignore: bool = False             # leave out what .gitignore files say
    folder_rules: tuple[FolderRules, ...] = ()
    on_battery: str = "less"            # of the window's indexing: "less", "same", "pause"
    indexing_paused: bool = False       # in the window
    tray: bool = False                  # of the window: an icon in the notification area
    close_to_tray: bool = False         # of the window: closing it leaves Fichero there, where there is such an area
    notifications: bool = True          # of the window: after a long first reading, and when a person is needed
    start_at_login: bool = False        # with the session (engine/autostart.py)
    embedder: str = ""                  # an imported one, by name; "": the one that is part of Fichero
    cross_encoder: str = ""             # an imported one, by name; "": none
    refine: bool = True                 # let the cross-encoder refine the first hits, where one is chosen
    hub: str = ""                       # where `models fetch` looks instead of the usual hub: a mirror's address
    answer_address: str = ""            # of a model for written answers, on this computer; "": no answers are written
    answer_model: str = ""              # its name there
    assistant_folders: tuple[str, ...] = ()     # absolute; what assistants may read (`mcp`): these and all below; none: nothing

    @property
    def path(self) -> Path:
        return self.data_dir / FILE_NAME

    def rules_for(self, root: str) -> EffectiveRules:
        """What is left out of the folder `root` by the person's own rules."""
        own = next((rules for rules in self.folder_rules if rules.path == root), FolderRules(root))
        return EffectiveRules(
            self.left_out + own.left_out, self.left_out_kinds + own.left_out_kinds,
            self.max_file_mb if own.max_file_mb is None else own.max_file_mb,
            self.hidden if own.hidden is None else own.hidden,
            self.gitignore if own.gitignore is None else own.gitignore,
        )

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
    def models_dir(self) -> Path:
        """Of the models that a person brought in."""
        return self.models_at or self.data_dir / "models"

    @property
    def recognised_dir(self) -> Path:
        """What text recognition found in pictures, by content."""
        return self.data_dir / "recognised"

    @property
    def bits_dir(self) -> Path:
        return self.data_dir / "bits"


@dataclass(frozen=True, slots=True)
class EffectiveRules:
    """The person's own rules for one folder, those for all folders among them."""

    left_out: tuple[str, ...]
    left_out_kinds: tuple[str, ...]
    max_file_mb: int
    hidden: bool
    gitignore: bool


RULE_KEYS = tuple(field.name for field in dataclasses.fields(EffectiveRules))


def default_data_dir() -> Path:
    """The usual folder, or the one that a person keeps the index in instead (engine/index_place.py).

    Raises:
        DataFolderUnreadable: the file that names that folder cannot be read.
    """
    usual = usual_data_dir()
    return chosen_folder(usual) or usual


def usual_data_dir() -> Path:
    """`fichero`, in lower case, below the platform's folder for an application's data. Not made here.

    Beside the program where a file `fichero-portable` lies there.
    """
    import platformdirs

    if is_portable():
        return portable_data_dir()
    return Path(platformdirs.user_data_dir("fichero", appauthor=False))


def load_settings(data_dir: Path | None = None) -> Settings:
    """The settings in `data_dir` (the default one if None); the default values where there is no file.

    Raises:
        SettingsInvalid: the file is no JSON object, or holds an unknown key or a value out of bounds: it is named.
        BadUsage: `data_dir` is a file.
        DataFolderUnreadable
        IndexAway: the folder that a person has chosen is locked, or on a drive that is not connected.
    """
    if data_dir is None:
        check_is_there(usual_data_dir())
    folder = (data_dir if data_dir is not None else default_data_dir()).absolute()
    path = folder / FILE_NAME
    try:
        loaded = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings(folder)
    except NotADirectoryError as error:
        raise BadUsage(f"{folder} is not a folder.", f"{folder} no es una carpeta.") from error
    except PermissionError as error:
        raise DataFolderUnreadable(folder, *system_words(error)) from error
    except (OSError, ValueError) as error:
        raise SettingsInvalid(path, *fault_of(error)) from error
    if not isinstance(loaded, dict):
        raise SettingsInvalid(path, "not a JSON object", "no es un objeto JSON")
    return Settings(folder, **{key: _checked(path, key, value) for key, value in loaded.items()})


def save_settings(settings: Settings) -> None:
    """Write settings.json whole or not at all.

    Raises:
        DataFolderUnwritable, DiskFull
    """
    values = {
        field.name: getattr(settings, field.name)
        for field in dataclasses.fields(settings)
        if field.name not in _NOT_IN_FILE and getattr(settings, field.name) != field.default
    }
    if "folder_rules" in values:
        values["folder_rules"] = {rules.path: _folder_values(rules) for rules in settings.folder_rules}
    prepare_data_dir(settings.data_dir)
    try:
        handle, name = tempfile.mkstemp(dir=settings.data_dir, prefix=".settings-")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(_as_json(values))
            file.flush()
            os.fsync(file.fileno())         # a power cut leaves the old ones or the new ones
        os.replace(name, settings.path)
    except OSError as error:
        if is_disk_full(error):
            raise DiskFull(settings.data_dir) from error
        raise DataFolderUnwritable(settings.data_dir, *system_words(error)) from error


def _as_json(values: dict[str, Any]) -> str:
    """As a person would write it; in ASCII where the bytes of a folder's name are no text."""
    try:
        (text := json.dumps(values, ensure_ascii=False, indent=2)).encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(values, indent=2)
    return text


def _checked(path: Path, key: str, value: Any) -> Any:
    match key:
        case "n_threads" if type(value) is int and 0 <= value <= 256:
            return value
        case (
            "ocr" | "indexing_paused" | "refine" | "tray" | "close_to_tray" | "notifications" | "start_at_login"
        ) if isinstance(value, bool):
            return value
        case "embedder" | "cross_encoder" if isinstance(value, str) and _MODEL_NAME.fullmatch(value):
            return value
        case "hub" if isinstance(value, str) and len(value) <= 200:
            return value
        case "language" | "theme" | "on_battery" if value in choices_of(key):
            return value
        case "answer_address" if isinstance(value, str):
            if value:
                _refuse_elsewhere(path, value)
            return value
        case "answer_model" if isinstance(value, str) and len(value) <= 200 and (value.isprintable() or not value):
            return value
        case "assistant_folders" if _is_words(value) and all(map(os.path.isabs, value)):
            return tuple(dict.fromkeys(value))
        case "left_out" if _is_words(value):
            from engine.discovery.ignore_patterns import is_pattern

            if bad := next((pattern for pattern in value if not is_pattern(pattern)), None):
                raise SettingsInvalid(path, f"{key}: {bad!r} is no pattern", f"{key}: {bad!r} no es un patrón")
            return tuple(value)
        case "left_out_kinds" if _is_words(value):
            return tuple(value)
        case "max_file_mb" if type(value) is int and 0 <= value <= 1_000_000:
            return value
        case "hidden" | "gitignore" if isinstance(value, bool):
            return value
        case "folder_rules" if isinstance(value, dict) and all(isinstance(rules, dict) for rules in value.values()):
            return tuple(folder_rules_of(path, folder, rules) for folder, rules in sorted(value.items()))
    known = {field.name for field in dataclasses.fields(Settings)} - _NOT_IN_FILE
    if key not in known:
        raise SettingsInvalid(path, f"unknown key {key!r}", f"no existe el ajuste {key!r}")
    allowed, allowed_in_spanish = allowed_in_words(key)
    raise SettingsInvalid(
        path, f"{key}: {value!r} is not allowed; allowed: {allowed}", f"{key}: {value!r} no vale; admite {allowed_in_spanish}"
    )


def _refuse_elsewhere(path: Path, address: str) -> None:
    """Raises SettingsInvalid with the reason where it is not an address on this computer."""
    from engine.machine.local_address import AddressRefused, read_address

    try:
        read_address(address)
    except AddressRefused as error:
        raise SettingsInvalid(path, f"answer_address: {error.detail}", f"answer_address: {error.detail_in_spanish}") from error


def folder_rules_of(path: Path, folder: str, values: dict[str, Any]) -> FolderRules:
    """The rules of one folder as they stand in the settings file `path`; raises SettingsInvalid."""
    if unknown := next((key for key in values if key not in RULE_KEYS), None):
        allowed = ", ".join(RULE_KEYS)
        raise SettingsInvalid(
            path, f"unknown key {unknown!r} for the folder {folder}; a folder has {allowed}",
            f"no existe el ajuste {unknown!r} para la carpeta {folder}; una carpeta tiene {allowed}",
        )
    return FolderRules(folder, **{key: _checked(path, key, value) for key, value in values.items()})


def _folder_values(rules: FolderRules) -> dict[str, Any]:
    default = FolderRules(rules.path)
    return {key: getattr(rules, key) for key in RULE_KEYS if getattr(rules, key) != getattr(default, key)}


def _is_words(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(item, str) and item.strip() for item in value)


def _check_patterns(path: Path, patterns: Sequence[str]) -> None:
    """What a person sets now is looked at more closely than what lies in the file, which is still to be loaded."""
    from engine.discovery.ignore_patterns import pattern_fault

    for pattern in patterns:
        if fault := pattern_fault(pattern):
            raise SettingsInvalid(path, f"left_out: '{pattern}': {fault[0]}", f"left_out: '{pattern}': {fault[1]}")


def change_settings(data_dir: Path, change: Callable[[Settings], Settings]) -> Settings:
    """Read the settings anew, change them and write them: what another Fichero has changed meanwhile is kept.

    Raises:
        SettingsInvalid, DataFolderUnwritable, DiskFull
    """
    changed = change(load_settings(data_dir))
    save_settings(changed)
    return changed


def with_value(settings: Settings, key: str, value: Any, folder: str | None = None) -> Settings:
    """The settings with another value, or (None) the default one; of one folder if `folder` is given.

    Raises:
        SettingsInvalid: there is no such key, or the value is not allowed.
    """
    if key == "left_out" and _is_words(value):
        before = (*settings.left_out, *(pattern for rules in settings.folder_rules for pattern in rules.left_out))
        _check_patterns(settings.path, [pattern for pattern in value if pattern not in before])
    if folder is not None:
        known = {rules.path: _folder_values(rules) for rules in settings.folder_rules}
        values = {name: old for name, old in known.get(folder, {}).items() if name != key}
        if key not in RULE_KEYS or value is not None:
            values[key] = value
        known[folder] = values
        made = tuple(folder_rules_of(settings.path, path, rules) for path, rules in sorted(known.items()) if rules)
        return dataclasses.replace(settings, folder_rules=made)
    fields = {field.name: field for field in dataclasses.fields(settings) if field.name not in _NOT_IN_FILE}
    if value is None and key in fields:
        default: dict[str, Any] = {key: fields[key].default}
        return dataclasses.replace(settings, **default)
    return dataclasses.replace(settings, **{key: _checked(settings.path, key, value)})
