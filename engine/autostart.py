"""Starting with the session: one file (Linux, macOS) or one value of the registry (Windows), made and removed on request."""

from __future__ import annotations

import hashlib
import logging
import os
import plistlib
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.errors import FicheroError
from engine.machine.system_words import system_words

log = logging.getLogger(__name__)

REGISTRY_KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"
BACKGROUND = "--background"         # start without showing the window, where there is a notification area
_RESERVED = set(" \t\n\"'\\><~|&;$*?#()`")


class AutostartUnwritable(FicheroError):
    code = "autostart-unwritable"

    def __init__(self, place: str, detail: str, in_spanish: str) -> None:
        super().__init__(
            f"Starting at login could not be changed in {place}: {detail}.",
            f"No se pudo cambiar el inicio con la sesión en {place}: {in_spanish}.",
        )


def name_for(data_dir: Path, default: Path) -> str:
    """One entry a data folder: two of them can both start with the session."""
    if data_dir == default:
        return "fichero"
    return "fichero-" + hashlib.sha256(os.fsencode(data_dir)).hexdigest()[:12]


def desktop_entry(command: Sequence[str]) -> str:
    """An entry of the XDG autostart specification 0.5; `Exec` quoted as the desktop entry specification 1.5 asks."""
    return "\n".join((
        "[Desktop Entry]", "Type=Application", "Name=Fichero", "Comment=Search your own documents",
        "Comment[es]=Busca en sus propios documentos", f"Exec={' '.join(_exec_word(word) for word in command)}",
        "Icon=fichero", "Terminal=false", "X-GNOME-Autostart-enabled=true", "",
    ))


def _exec_word(word: str) -> str:
    """Quoted where it must be; the value as a whole is a string, in which a backslash is written as two."""
    doubled = word.replace("%", "%%")
    if word and not set(word) & _RESERVED:
        return doubled
    escaped = "".join("\\" + sign if sign in '"`$\\' else sign for sign in doubled)
    return '"' + escaped.replace("\\", "\\\\") + '"'


def linux_place(name: str, environment: Mapping[str, str], home: Path) -> Path:
    folder = environment.get("XDG_CONFIG_HOME", "")
    return (Path(folder) if os.path.isabs(folder) else home / ".config") / "autostart" / f"{name}.desktop"


def launch_agent(name: str, command: Sequence[str]) -> bytes:
    """A property list of launchd: see launchd.plist(5)."""
    return plistlib.dumps({"Label": f"org.{name}", "ProgramArguments": list(command), "RunAtLoad": True, "ProcessType": "Interactive"})


def mac_place(name: str, home: Path) -> Path:
    return home / "Library" / "LaunchAgents" / f"org.{name}.plist"


def registry_value(command: Sequence[str]) -> str:
    return subprocess.list2cmdline(command)


def set_autostart(is_on: bool, data_dir: Path) -> None:
    """Start Fichero with the session, without its window where there is a notification area; or no longer.

    Raises:
        AutostartUnwritable
    """
    from engine.own_program import command
    from engine.settings import default_data_dir

    name = name_for(data_dir, default_data_dir())
    words = [*command(data_dir), BACKGROUND]
    if sys.platform == "win32":
        _set_registry(name, registry_value(words) if is_on else None)
    elif sys.platform == "darwin":
        _set_file(mac_place(name, Path.home()), launch_agent(name, words) if is_on else None)
    else:
        _set_file(linux_place(name, os.environ, Path.home()), os.fsencode(desktop_entry(words)) if is_on else None)


def _set_file(place: Path, content: bytes | None) -> None:
    try:
        if content is None:
            place.unlink(missing_ok=True)
            return
        place.parent.mkdir(parents=True, exist_ok=True)
        temporary = place.with_name(place.name + ".new")
        temporary.write_bytes(content)
        os.replace(temporary, place)
    except OSError as error:
        raise AutostartUnwritable(str(place), *system_words(error)) from error


def _set_registry(name: str, value: str | None) -> None:
    import winreg  # type: ignore[import-not-found,unused-ignore]

    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, REGISTRY_KEY, 0, winreg.KEY_SET_VALUE) as key:  # type: ignore[attr-defined,unused-ignore]
            if value is None:
                winreg.DeleteValue(key, name)  # type: ignore[attr-defined,unused-ignore]
            else:
                winreg.SetValueEx(key, name, 0, winreg.REG_SZ, value)  # type: ignore[attr-defined,unused-ignore]
    except FileNotFoundError:
        if value is not None:
            raise AutostartUnwritable(REGISTRY_KEY, "no key", "no existe la clave") from None
    except OSError as error:
        raise AutostartUnwritable(REGISTRY_KEY, *system_words(error)) from error
