"""What the test takes from the system before it starts: no rights above permissions, and a small disk of its own (Linux)."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

_DAC_OVERRIDE, _DAC_READ_SEARCH = 1, 2
_DROP_FROM_BOUNDING_SET = 24            # prctl(2)
_CAPABILITY_VERSION = 0x20080522        # capset(2), version 3
_NEW_NAMESPACE = 0x00020000             # unshare(2): mounts


def obey_permissions() -> bool:
    """Make the superuser, in this process and its children, as bound by permissions as anybody. False where that is not possible."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return True
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in (_DAC_OVERRIDE, _DAC_READ_SEARCH):
        libc.prctl(_DROP_FROM_BOUNDING_SET, capability, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    data = (ctypes.c_uint32 * 6)()
    if libc.capget(header, data) != 0:
        return False
    for sets in (0, 1, 2):              # effective, permitted, inheritable: of the first 32 capabilities
        data[sets] &= ~((1 << _DAC_OVERRIDE) | (1 << _DAC_READ_SEARCH))
    return bool(libc.capset(header, data) == 0)


class SmallDisk:
    """A file system in memory, seen by this process and its children alone, that can be filled and emptied at will."""

    def __init__(self, place: Path) -> None:
        self.place = place
        place.mkdir(parents=True, exist_ok=True)

    def mount(self) -> bool:
        """False where the system does not let us: the place is then an ordinary folder, which never fills."""
        if sys.platform != "linux" or os.geteuid() != 0:
            return False
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.unshare(_NEW_NAMESPACE) != 0:
            return False
        made_private = _mount("--make-rprivate", "/")
        return made_private and _mount("-t", "tmpfs", "-o", "size=2g,mode=700", "fichero-test", str(self.place))

    def leave_free(self, n_bytes: int) -> None:
        """Only so much more can be written from now on."""
        status = os.statvfs(self.place)
        used = (status.f_blocks - status.f_bfree) * status.f_frsize
        _mount("-o", f"remount,size={used + n_bytes}", str(self.place))

    def empty(self) -> None:
        _mount("-o", "remount,size=2g", str(self.place))

    def unmount(self) -> None:
        subprocess.run(["umount", "-l", str(self.place)], check=False, stderr=subprocess.DEVNULL)


def _mount(*arguments: str) -> bool:
    return subprocess.run(["mount", *arguments], check=False, stderr=subprocess.DEVNULL).returncode == 0
