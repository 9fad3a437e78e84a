"""The walk: every document once, nothing doubled, nothing left out without being counted."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from engine.discovery.discovery import Discovery
from engine.discovery.ignore_patterns import IgnoreTree
from engine.discovery.mail_places import profile_folders
from engine.discovery.rules import Rules
from engine.errors import Cancelled, FolderMissing, FolderUnreadable


def make(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")


def walk(root: Path, rules: Rules | None = None, **more: object) -> tuple[list[str], Discovery]:
    discovery = Discovery(root, rules or Rules(), **more)  # type: ignore[arg-type]
    return sorted(os.path.relpath(found.path, root) for found in discovery.files()), discovery


def test_rules_leave_out_what_is_no_document_and_count_it(tmp_path):
    make(tmp_path, "a.txt", "sub/b.pdf", ".oculto", ".git/config", "node_modules/x/y.js", "~$carta.docx", "Thumbs.db",
         "foto.JPG", "canción.mp3", "venv2/pyvenv.cfg", "venv2/lib.py", "lista.tmp", "README")
    names, discovery = walk(tmp_path)
    assert names == ["README", "a.txt", "sub/b.pdf"]
    assert discovery.left_out.by_rule == {
        "hidden": 2, "program-folder": 3, "temporary": 3, "kind": 1, "picture": 1,
    }
    assert len(walk(tmp_path, Rules(all_files=True))[0]) == 13
    assert "foto.JPG" in walk(tmp_path, Rules(pictures=True))[0]


def test_own_patterns(tmp_path):
    make(tmp_path, "a.LOG", "b.txt", "Borradores/c.txt")
    names, discovery = walk(tmp_path, Rules(patterns=("*.log", "borradores")))
    assert names == ["b.txt"] and discovery.left_out.by_rule == {"pattern:*.log": 1, "pattern:borradores": 1}
    assert discovery.left_out.folders_by_rule == {"pattern:borradores": 1}


def test_links_are_not_followed_and_loops_end(tmp_path):
    make(tmp_path, "in/a.txt", "outside/b.txt")
    (tmp_path / "in" / "loop").symlink_to("..")
    (tmp_path / "in" / "again.txt").symlink_to("a.txt")
    (tmp_path / "in" / "away").symlink_to(tmp_path / "outside")
    (tmp_path / "in" / "broken.txt").symlink_to("nowhere")
    found = {Path(f.path).name: f.problem for f in Discovery(tmp_path / "in", Rules(all_files=True)).files()}
    assert found == {"a.txt": None, "broken.txt": "special-file"}


def test_special_files_are_named_not_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "s"))
        found = {Path(f.path).name: (f.problem, f.detail) for f in Discovery(tmp_path, Rules()).files()}
    assert found == {"pipe.txt": ("special-file", "a named pipe"), "s": ("special-file", "a socket")}


def test_a_file_is_a_root_of_its_own_whatever_the_rules_say(tmp_path):
    make(tmp_path, ".notas/.foto.jpg")
    found = list(Discovery(tmp_path / ".notas" / ".foto.jpg", Rules()).files())
    assert [Path(f.path).name for f in found] == [".foto.jpg"]


def test_odd_names_are_found(tmp_path):
    odd = [b"a\nb.txt", b"\xff\xfe.txt", "añ\u0303o 年.txt".encode(), b"x" * 251 + b".txt", b" .txt", b"a'b\".txt"]
    for name in odd:
        with open(os.path.join(os.fsencode(tmp_path), name), "w"):
            pass
    assert {os.path.basename(os.fsencode(f.path)) for f in Discovery(tmp_path, Rules()).files()} == set(odd)


def test_the_data_folder_and_removed_paths_are_not_entered(tmp_path):
    make(tmp_path, "data/catalog.txt", "a/b.txt", "a/c.txt")
    names, discovery = walk(
        tmp_path, Rules(all_files=True), own_folders=[tmp_path / "data"], removed=frozenset({str(tmp_path / "a" / "b.txt")})
    )
    assert names == ["a/c.txt"] and discovery.left_out.by_rule == {"own-data": 1, "removed-by-you": 1}


def test_roots_inside_are_left_to_their_own_walk(tmp_path):
    make(tmp_path, "a.txt", "inner/b.txt")
    names, discovery = walk(tmp_path, elsewhere=frozenset({str(tmp_path / "inner")}))
    assert names == ["a.txt"] and discovery.left_out.total == 0


def test_missing_unreadable_cancelled(tmp_path):
    with pytest.raises(FolderMissing):
        list(Discovery(tmp_path / "none", Rules()).files())
    make(tmp_path, "a/b.txt")
    with pytest.raises(Cancelled):
        list(Discovery(tmp_path, Rules(), is_cancelled=lambda: True).files())


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read_is_recorded(tmp_path):
    make(tmp_path, "secret/a.txt", "b.txt")
    (tmp_path / "secret").chmod(0)
    try:
        discovery = Discovery(tmp_path, Rules())
        found = {Path(f.path).name: f.problem for f in discovery.files()}
        assert found == {"secret": "permission", "b.txt": None}
        assert discovery.unread_folders == [str(tmp_path / "secret")]
        with pytest.raises(FolderUnreadable):
            list(Discovery(tmp_path / "secret", Rules()).files())
    finally:
        (tmp_path / "secret").chmod(0o700)


def test_a_folder_that_is_left_out_leaves_out_what_is_below():
    assert IgnoreTree("/a", Rules()).between("/a/b/c.txt") is None
    assert IgnoreTree("/a", Rules()).between("/a/.b/c.txt") == "hidden"
    assert IgnoreTree("/a", Rules(all_files=True)).between("/a/.b/c.txt") is None


def test_unknown_binary_kinds_are_left_out_and_broken_documents_listed():
    assert Rules().for_unsupported("datos.xyz") == "kind" and Rules().for_unsupported("programa") == "kind"
    assert Rules().for_unsupported("carta.DOC") is None and Rules(all_files=True).for_unsupported("datos.xyz") is None


def test_of_a_thunderbird_profile_only_the_mail_is_found(tmp_path):
    profile = "abc.default/"
    make(tmp_path, "profiles.ini", "Crash Reports/a.txt", profile + "prefs.js", profile + "logins.json", profile + "cache2/x.html",
         profile + "Mail/Local Folders/Inbox", profile + "Mail/Local Folders/Inbox.msf", profile + "Mail/Local Folders/Inbox.sbd/Casa",
         profile + "Mail/Local Folders/msgFilterRules.dat", profile + "ImapMail/imap.example.es/INBOX",
         profile + "Mail/pop/Inbox/cur/1:2,S", profile + "Mail/pop/Inbox/cur/2:2,ST", profile + "Mail/pop/Inbox/new/3",
         profile + "Mail/pop/Inbox/tmp/4", profile + "Mail/pop/Inbox/.Sent/cur/5.eml", profile + "Mail/pop/Inbox/.Sent/new/6")
    (tmp_path / profile / "Mail/Local Folders/Trash").touch()
    (tmp_path / profile / "Mail/Local Folders/Trash.msf").touch()
    names, discovery = walk(tmp_path)
    assert names == [profile + name for name in (
        "ImapMail/imap.example.es/INBOX", "Mail/Local Folders/Inbox", "Mail/Local Folders/Inbox.sbd/Casa",
        "Mail/pop/Inbox/.Sent/cur/5.eml", "Mail/pop/Inbox/.Sent/new/6", "Mail/pop/Inbox/cur/1:2,S", "Mail/pop/Inbox/new/3")]
    assert discovery.left_out.total == 11
    assert walk(tmp_path / profile / "Mail")[0] == [name.removeprefix(profile + "Mail/") for name in names if "/Mail/" in name]
    assert len(walk(tmp_path, Rules(all_files=True))[0]) == 18


def test_mail_folders_are_known_wherever_they_are_installed(tmp_path):
    for folder in (".thunderbird", "snap/thunderbird/common/.thunderbird", "Library/Thunderbird/Profiles", "AppData/Roaming/Thunderbird/Profiles"):
        make(tmp_path, f"{folder}/x.default/prefs.js", f"{folder}/x.default/Mail/Local Folders/Inbox")
    make(tmp_path, ".icedove/y/prefs.js")
    below = tmp_path.joinpath
    assert profile_folders(tmp_path, {}, "linux") == [below(".thunderbird"), below("snap/thunderbird/common/.thunderbird")]
    assert profile_folders(tmp_path, {}, "darwin") == [below("Library/Thunderbird")]
    assert profile_folders(tmp_path, {"APPDATA": str(below("AppData/Roaming"))}, "win32") == [below("AppData/Roaming/Thunderbird")]
    assert profile_folders(tmp_path / "nobody", {}, "linux") == []


def test_the_parts_of_a_saved_page_are_left_out(tmp_path):
    make(tmp_path, "Noticia.html", "Noticia_archivos/estilo.css", "Noticia_archivos/marco.html", "otra_files/nota.txt", "b.htm", "b_files/x.js")
    names, discovery = walk(tmp_path)
    assert names == ["Noticia.html", "b.htm", "otra_files/nota.txt"] and discovery.left_out.by_rule == {"program-folder": 3}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_called_like_an_ignore_file_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / ".ficheroignore")
    (tmp_path / "a.txt").write_text("uno", encoding="utf-8")
    program = "from engine.discovery.ignore_patterns import IgnoreTree as T; from engine.discovery.rules import Rules as R; import sys;" \
        " print(T(sys.argv[1], R()).rule(sys.argv[1] + '/a.txt', False))"
    asked = subprocess.run(      # of its own: a thread that waits for a pipe cannot be stopped
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, timeout=60, check=True,
    )
    assert asked.stdout.strip() == "None"
