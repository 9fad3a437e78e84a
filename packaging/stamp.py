"""Says which revision is built: writes build/package/revision.json, and on Windows the version resource of the programs.

    python packaging/stamp.py            prints SOURCE_DATE_EPOCH, the time of the revision, for the steps that follow
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "package"
_RESOURCE = """VSVersionInfo(
  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3f, flags=0x0, OS=0x40004, fileType=0x1, subtype=0x0, date=(0, 0)),
  kids=[
    StringFileInfo([StringTable('040904B0', [
      StringStruct('CompanyName', 'The authors of Fichero'), StringStruct('FileDescription', 'Fichero'),
      StringStruct('FileVersion', '{version}'), StringStruct('InternalName', 'fichero'),
      StringStruct('LegalCopyright', 'Copyright 2026 the authors of Fichero. Apache License 2.0.'),
      StringStruct('ProductName', 'Fichero'), StringStruct('ProductVersion', '{version} ({revision})')])]),
    VarFileInfo([VarStruct('Translation', [1033, 1200])])
  ]
)
"""


def of_git(*words: str) -> str:
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=True).stdout.strip()


def revision() -> tuple[str, int]:
    """The commit's abbreviated name, "+changes" behind it where files differ from it, and the time of the commit.

    Raises:
        subprocess.CalledProcessError: this is no clone.
    """
    changes = "+changes" if of_git("status", "--porcelain", "--untracked-files=no") else ""
    return of_git("rev-parse", "--short=12", "HEAD") + changes, int(of_git("log", "-1", "--format=%ct"))


def write(name: str, epoch: int) -> None:
    sys.path.insert(0, str(ROOT))
    from engine.machine.version import VERSION

    WORK.mkdir(parents=True, exist_ok=True)
    (WORK / "revision.json").write_text(json.dumps({"revision": name, "time": epoch}) + "\n", encoding="ascii")
    numbers = tuple([*map(int, VERSION.split(".")), 0, 0, 0][:4])
    (WORK / "version.txt").write_text(_RESOURCE.format(numbers=numbers, version=VERSION, revision=name), encoding="utf-8")


if __name__ == "__main__":
    name, epoch = revision()
    write(name, epoch)
    sys.stdout.write(f"{epoch}\n")
