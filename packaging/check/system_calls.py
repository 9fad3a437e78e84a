"""Reads what `strace -f` wrote of a run: which sockets were opened, and which files were written where.

    python packaging/check/system_calls.py ALLOWED_FOLDERS... -- TRACE...        status 1, and each offence on a line, where there is one

ALLOWED_FOLDERS: where the run may write. A file of nothing (/dev/null), the terminal, and the kernel's own files about a process
do not count as writing; neither does what fails.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path

# What strace must follow for this to see everything that is looked for.
CALLS = (
    "socket,socketpair,connect,bind,listen,sendto,sendmsg,open,openat,openat2,creat,mkdir,mkdirat,mknod,mknodat,rename,renameat,renameat2,"
    "link,linkat,symlink,symlinkat,truncate,chmod,fchmodat,chown,lchown,fchownat,unlink,unlinkat,rmdir,utimensat,setxattr,lsetxattr,chdir,fchdir"
)
_CALL = re.compile(r"^(?:(?P<pid>\d+)\s+)?(?P<name>\w+)\((?P<words>.*)\)\s*=\s*(?P<status>-?\d+|0x[0-9a-f]+|\?)(?P<after>.*)$")
_UNFINISHED = re.compile(r"^(?P<pid>\d+)\s+(?P<name>\w+)\((?P<words>.*) <unfinished \.\.\.>$")
_RESUMED = re.compile(r"^(?P<pid>\d+)\s+<\.\.\. (?P<name>\w+) resumed>(?P<rest>.*)$")
_PATH = re.compile(r'(?:(?P<base>AT_FDCWD|\d+)(?:<(?P<at>[^>]*)>)?, )?"(?P<path>(?:[^"\\]|\\.)*)"(?:\.\.\.)?')
_WRITES = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|__O_TMPFILE|O_TMPFILE")
LOCAL = ("AF_UNIX", "AF_LOCAL")
NO_FILES = ("/dev/null", "/dev/tty", "/dev/pts/", "/dev/ptmx", "/proc/")
OPENING = ("open", "openat", "openat2", "creat")
CHANGING = {
    "mkdir", "mkdirat", "mknod", "mknodat", "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "truncate", "chmod",
    "fchmodat", "chown", "lchown", "fchownat", "unlink", "unlinkat", "rmdir", "utimensat", "setxattr", "lsetxattr", "creat",
}


def joined(lines: Iterable[str]) -> Iterable[str]:
    """One line a call: strace cuts those in two that another thread came between."""
    waiting: dict[str, tuple[str, str]] = {}
    for line in lines:
        line = line.rstrip("\n")
        if cut := _UNFINISHED.match(line):
            waiting[cut["pid"]] = (cut["name"], cut["words"])
        elif (rest := _RESUMED.match(line)) and rest["pid"] in waiting:
            name, words = waiting.pop(rest["pid"])
            yield f"{rest['pid']} {name}({words}{rest['rest']}"
        else:
            yield line


def offences(lines: Iterable[str], allowed: list[str], start: str = "/") -> list[str]:
    """What a run did that it may not do. Needs strace's option -y, which names the folder that a path is relative to."""
    found: dict[str, None] = {}
    for line in joined(lines):
        call = _CALL.match(line)
        if call is None or call["status"].startswith("-") or call["status"] == "?":
            continue
        name, words = call["name"], call["words"]
        if name == "socket" and not words.startswith(LOCAL):
            found[f"socket {words}"] = None
        elif name in ("connect", "bind", "sendto", "sendmsg") and re.search(r"sa_family=AF_(?!UNIX|LOCAL)", words):
            found[f"{name} {words}"] = None
        elif (name in OPENING and _WRITES.search(words)) or name in CHANGING:
            for path in _paths(words, start, only_last=name.startswith("symlink")):
                if not _may_write(path, allowed) and not (name.startswith("mkdir") and _leads_to(path, allowed)):
                    found[f"{name} {path}"] = None
    return list(found)


def _paths(words: str, start: str, only_last: bool) -> list[str]:
    found = []
    for each in _PATH.finditer(words):
        path = re.sub(r"\\(.)", r"\1", each["path"])
        found.append(path if path.startswith("/") else os.path.normpath(os.path.join(each["at"] or start, path)))
    return found[-1:] if only_last else found


def _may_write(path: str, allowed: list[str]) -> bool:
    if path.startswith(NO_FILES):
        return True
    clean = os.path.normpath(path)
    return any(clean == folder or clean.startswith(folder.rstrip("/") + "/") for folder in allowed)


def _leads_to(path: str, allowed: list[str]) -> bool:
    """Whether it is a folder above one where the run may write: a new account has none of them yet."""
    return any(folder.startswith(os.path.normpath(path).rstrip("/") + "/") for folder in allowed)


def main(words: list[str]) -> int:
    place = words.index("--")
    allowed, traces = words[:place], words[place + 1 :]
    n_lines, found = 0, []
    for trace in traces:
        lines = Path(trace).read_text(encoding="utf-8", errors="replace").splitlines()
        n_lines += len(lines)
        found += offences(lines, allowed)
    for offence in found:
        sys.stdout.write(offence + "\n")
    if n_lines < 100:
        sys.stdout.write(f"{n_lines} calls were seen: strace did not follow the program\n")
        return 1
    sys.stdout.write(f"{n_lines} calls followed, {len(found)} offences\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
