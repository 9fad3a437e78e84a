"""Where mail programs keep their mail, and what lies there that is no mail.

Thunderbird's profile holds mailboxes (files without extension, beside .msf indexes) or one file a message (Maildir) in
`Mail` and `ImapMail`; all else in it is caches, passwords, settings. Maildir folders of other programs look the same
inside. Whoever adds such a folder, or one above it, gets the mail alone. Profiles lie in hidden folders, so a home folder
that is added leaves them out like all that is hidden, and counts them: the mail is added by itself (`profile_folders`).
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

_MAIL_FOLDERS = frozenset({"Mail", "ImapMail", "News"})
_PROFILES = ("profiles.ini",)
_DELETED = re.compile(r"[:;!]2,[A-Z]*T[A-Z]*$")        # Maildir's flag T: to be deleted
_INDEXES = (".msf", ".wdseml", ".mozeml", ".snm")

Has = Callable[[str], bool]


def is_profile(has: Has) -> bool:
    """Whether a folder is a profile of Thunderbird; `has` tells if it holds a name."""
    return has("prefs.js") and (has("Mail") or has("ImapMail"))


def is_maildir(has: Has) -> bool:
    return has("cur") and has("new")


def is_no_mail(name: str, folder: str, is_folder: bool, has: Has) -> bool:
    """Whether an entry of a mail program's folder holds no mail. False in all other folders.

    Args:
        folder: the folder's own name; `has` tells what lies in it.
    """
    if is_profile(has):
        return not (is_folder and name in _MAIL_FOLDERS)
    if any(has(marker) for marker in _PROFILES):
        return not is_folder or name in ("Crash Reports", "Pending Pings")
    if is_maildir(has):
        return name == "tmp" if is_folder else True
    if folder in ("cur", "new"):
        return not is_folder and bool(_DELETED.search(name))
    return not is_folder and name.endswith(_INDEXES)


def is_mail_folder(name: str, has: Has) -> bool:
    """Whether a hidden folder is to be entered: Maildir's subfolders are called `.Sent`."""
    return name.startswith(".") and is_maildir(has)


def is_empty_mailbox(name: str, size: int, has: Has) -> bool:
    """A mailbox without a message: Thunderbird makes one for each folder."""
    return size == 0 and has(f"{name}.msf")


def profile_folders(
    home: Path | None = None, environment: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> list[Path]:
    """Thunderbird's folders of profiles that are there, wherever this system's way of installing it puts them."""
    home = home or Path.home()
    if platform == "win32":
        roots = [Path(environment.get("APPDATA") or home / "AppData" / "Roaming") / "Thunderbird"]
    elif platform == "darwin":
        roots = [home / "Library" / "Thunderbird"]
    else:
        roots = [
            home / ".thunderbird",
            home / "snap" / "thunderbird" / "common" / ".thunderbird",
            home / ".var" / "app" / "org.mozilla.Thunderbird" / ".thunderbird",
            home / ".icedove",
        ]
    return [root for root in roots if _holds_mail(root)]


def _holds_mail(root: Path) -> bool:
    """Whether a profile below has mail, directly or in `Profiles` (Windows, macOS)."""
    for folder in (root, root / "Profiles"):
        try:
            if any(is_profile(partial(_holds, profile)) for profile in folder.iterdir()):
                return True
        except OSError:
            continue
    return False


def _holds(folder: Path, name: str) -> bool:
    return (folder / name).exists()
