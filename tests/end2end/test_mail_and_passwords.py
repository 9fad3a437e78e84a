"""Thunderbird's mail as it lies in a home folder, and documents under a password, from the command line."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.end2end.conftest import ROOT, Fichero

LOCKED = ROOT / "tests" / "data" / "sample" / "contratos" / "nómina_cifrada.pdf"
MAIL = "From - Mon Jan 01 10:00:00 2024\nX-Mozilla-Status: {}\nFrom: ana@example.es\nTo: b@example.es\nSubject: {}\n\n{}\n\n"


def test_a_password_opens_a_document_and_is_stored_nowhere(fichero: Fichero, tmp_path: Path) -> None:
    folder = tmp_path / "papeles"
    folder.mkdir()
    shutil.copy(LOCKED, folder)
    (folder / "nota.txt").write_text("una nota", "utf-8")
    fichero.run("index", folder, "--stage", "text", "--data", fichero.data)
    assert [error["reason"] for error in fichero.json("errors")] == ["encrypted"]
    wrong = fichero.run("index", folder, "--stage", "text", "--password-file", "-", "--json", "--data", fichero.data, stdin="mala\n")
    assert '"failed": 1' in wrong.stdout
    (tmp_path / "claves").write_text("otra\nolmo12\n", "utf-8")
    report = fichero.json("index", "--stage", "text", "--password-file", tmp_path / "claves")
    assert report["documents"] == {"indexed": 1, "unchanged": 1, "failed": 0, "left_out": 0, "removed": 0}
    assert fichero.json("errors") == []
    assert "nómina" in fichero.text("search", "Estrella Cifuentes portera") or fichero.json("status")["documents"] == 2
    assert not any(b"olmo12" in file.read_bytes() for file in fichero.data.rglob("*") if file.is_file())
    fichero.run("index", "--password-file", tmp_path / "nada", "--data", fichero.data, status=2)


@pytest.mark.skipif(os.name == "nt", reason="the profile lies elsewhere there")
def test_thunderbirds_mail_is_added_where_it_lies(fichero: Fichero, tmp_path: Path) -> None:
    profile = tmp_path / ".thunderbird" / "x.default"
    local = profile / "Mail" / "Local Folders"
    local.mkdir(parents=True)
    (profile / "prefs.js").write_text("user_pref('x', 1);")
    (profile / "logins.json").write_text('{"clave": "secreta"}')
    (local / "Inbox").write_text(MAIL.format("0001", "Las llaves", "Están en el cajón") + MAIL.format("0009", "Borrado", "no se ve"))
    (local / "Inbox.msf").write_text("// <!-- <mdb:mork:z v='1.4'/> -->")
    (local / "Trash").touch()
    (local / "Trash.msf").touch()
    home = {"HOME": str(tmp_path)}
    fichero.run("index", tmp_path, "--stage", "text", "--data", fichero.data, **home)
    assert fichero.json("status")["documents"] == 0         # a hidden folder, left out and counted
    fichero.run("index", "--mail", "--stage", "text", "--data", fichero.data, **home)
    assert fichero.json("status")["documents"] == 1 and fichero.json("errors") == []
    (chunk,) = fichero.lines("chunks", local / "Inbox")
    assert "Están en el cajón" in str(chunk) and "Inbox!1.eml" in str(chunk)
    fichero.run("index", "--mail", "--data", fichero.data, status=2, HOME=str(tmp_path / "nadie"))
