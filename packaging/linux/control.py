"""Writes the control file of the .deb: what the built folder needs of the system, by the libraries that its files name.

    python packaging/linux/control.py VERSION ARCHITECTURE FOLDER
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

# Library → package; the second name is that of releases since the change to 64-bit times.
PACKAGES = {
    "libEGL.so.1": "libegl1", "libGL.so.1": "libgl1", "libGLX.so.0": "libglx0", "libOpenGL.so.0": "libopengl0", "libGLdispatch.so.0": "libglvnd0",
    "libX11.so.6": "libx11-6", "libX11-xcb.so.1": "libx11-xcb1",
    "libdbus-1.so.3": "libdbus-1-3", "libdrm.so.2": "libdrm2", "libgbm.so.1": "libgbm1",
    "libfontconfig.so.1": "libfontconfig1", "libfreetype.so.6": "libfreetype6",
    "libgcc_s.so.1": "libgcc-s1", "libstdc++.so.6": "libstdc++6",
    "libglib-2.0.so.0": "libglib2.0-0 | libglib2.0-0t64", "libgthread-2.0.so.0": "libglib2.0-0 | libglib2.0-0t64",
    "libgobject-2.0.so.0": "libglib2.0-0 | libglib2.0-0t64", "libgio-2.0.so.0": "libglib2.0-0 | libglib2.0-0t64",
    "libwayland-client.so.0": "libwayland-client0", "libwayland-cursor.so.0": "libwayland-cursor0", "libwayland-egl.so.1": "libwayland-egl1",
    "libwayland-server.so.0": "libwayland-server0",
    "libxcb.so.1": "libxcb1", "libxcb-cursor.so.0": "libxcb-cursor0", "libxcb-glx.so.0": "libxcb-glx0", "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0", "libxcb-keysyms.so.1": "libxcb-keysyms1", "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0", "libxcb-render.so.0": "libxcb-render0", "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0", "libxcb-sync.so.1": "libxcb-sync1", "libxcb-util.so.1": "libxcb-util1", "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xinput.so.0": "libxcb-xinput0", "libxcb-xkb.so.1": "libxcb-xkb1",
    "libzstd.so.1": "libzstd1",
    "libxkbcommon.so.0": "libxkbcommon0", "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
# The plug-in for GNOME's dialogs works where GTK is, and is passed over where it is not.
WITHOUT = {
    "libgtk-3.so.0": "libgtk-3-0 | libgtk-3-0t64",
    **dict.fromkeys((
        "libgdk-3.so.0", "libpango-1.0.so.0", "libpangocairo-1.0.so.0", "libatk-1.0.so.0", "libcairo.so.2", "libcairo-gobject.so.2",
        "libgdk_pixbuf-2.0.so.0", "libharfbuzz.so.0",
    ), ""),
}
C_LIBRARY = ("libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libutil.so.1", "ld-linux-x86-64.so.2", "libresolv.so.2",
             "ld-linux-aarch64.so.1")
_NEEDED = re.compile(r"NEEDED\s+(\S+)")
_GLIBC = re.compile(r"GLIBC_(2\.\d+)")
TEMPLATE = """Package: fichero
Version: {version}
Architecture: {architecture}
Maintainer: The authors of Fichero <authors@fichero.invalid>
Installed-Size: {size}
Depends: {depends}
Recommends: fonts-dejavu-core | fonts-noto-core | fonts-freefont-ttf
Suggests: {suggests}
Section: utils
Priority: optional
Description: search your own documents, offline
 Fichero reads the documents in the folders that you add, and answers searches and questions in any language with the passages
 that hold the answer. Each is shown in place in its document. Nothing leaves the computer: there is no account and no connection.
"""


class UnknownLibrary(Exception):
    """A file needs a library that is neither in the folder nor in the table above."""


def libraries(folder: Path) -> dict[Path, str]:
    """Each ELF file of the folder with what objdump says of it."""
    told = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) != b"\x7fELF":
                    continue
            told[path] = subprocess.run(["objdump", "-p", str(path)], capture_output=True, text=True, check=True).stdout
    return told


def dependencies(folder: Path) -> tuple[list[str], list[str], str]:
    """Packages that are needed, packages that are of use, and the C library's version.

    Raises:
        UnknownLibrary
    """
    told = libraries(folder)
    inside = {path.name for path in folder.rglob("*")}
    needed, useful, glibc = set(), set(), (2, 0)
    for path, said in told.items():
        for library in _NEEDED.findall(said):
            if library in inside or library in C_LIBRARY:
                continue
            if library in WITHOUT:
                useful.add(WITHOUT[library])
            elif library in PACKAGES:
                needed.add(PACKAGES[library])
            else:
                raise UnknownLibrary(f"{path.relative_to(folder)} needs {library}")
        glibc = max([glibc, *(tuple(map(int, found.split("."))) for found in _GLIBC.findall(said))])
    return sorted(needed), sorted(useful - {""}), ".".join(map(str, glibc))


def control(version: str, architecture: str, folder: Path) -> str:
    needed, useful, glibc = dependencies(folder)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return TEMPLATE.format(
        version=version, architecture=architecture, size=size // 1024, suggests=", ".join(useful) or "libgtk-3-0 | libgtk-3-0t64",
        depends=", ".join([f"libc6 (>= {glibc})", *needed, "debconf (>= 0.5) | debconf-2.0"]),
    )


if __name__ == "__main__":
    try:
        sys.stdout.write(control(sys.argv[1], sys.argv[2], Path(sys.argv[3])))
    except UnknownLibrary as error:
        sys.exit(f"control.py: {error}")
