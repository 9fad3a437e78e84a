"""Rules that change after an archive or a mail was read reach what lies in it, though the file itself is as it was."""

from __future__ import annotations

import io
import tarfile
import zipfile
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.end2end.conftest import Fichero


def zip_of(**members: str | bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return packed.getvalue()


@pytest.fixture
def docs(fichero: Fichero) -> Path:
    """In each container: a note, a table, a hidden note, a note in a hidden folder and one in a program's, and a binary file."""
    docs = fichero.cwd / "docs"
    docs.mkdir()
    members = {
        "nota.txt": "La nota del fontanero.", "precios.csv": "tubo;codo\n3;4\n", ".clave.txt": "La clave del fontanero.",
        ".git/rama.txt": "La rama del fontanero.", "node_modules/guion.txt": "El guion del fontanero.", "datos.xyz": b"\x00\xff\xfe\x01",
    }
    inner = zip_of(**members)       # type: ignore[arg-type]
    (docs / "dentro.zip").write_bytes(inner)
    (docs / "fuera.zip").write_bytes(zip_of(**{"dentro.zip": inner}))
    with tarfile.open(docs / "dentro.tar.gz", "w:gz") as archive:
        for name, content in members.items():
            data = content.encode() if isinstance(content, str) else content
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    mail = EmailMessage()
    mail["Subject"], mail["From"] = "Presupuesto", "ana@example.org"
    mail.set_content("Va adjunto.")
    for name in ("nota.txt", "precios.csv"):
        mail.add_attachment(str(members[name]).encode(), maintype="application", subtype="octet-stream", filename=name)
    mail.add_attachment(members["datos.xyz"], maintype="application", subtype="octet-stream", filename="datos.xyz")
    mail.add_attachment(inner, maintype="application", subtype="zip", filename="dentro.zip")
    (docs / "carta.eml").write_bytes(mail.as_bytes())
    (docs / "suelta.txt").write_text("Una nota suelta.")
    return docs


class Shown:
    """What is found by words, and what is listed as unreadable, by the part of the path below the folder."""

    def __init__(self, fichero: Fichero, docs: Path) -> None:
        self._fichero, self._docs = fichero, docs

    def names(self) -> set[str]:
        (answer,) = self._fichero.batch({"id": "1", "text": "fontanero OR codo OR adjunto OR suelta", "top": 100, "mode": "lexical"})
        return {str(hit["path"]).removeprefix(f"{self._docs}/") for hit in answer["hits"]}

    def unreadable(self) -> set[str]:
        return {str(error["path"]).removeprefix(f"{self._docs}/") for error in self._fichero.json("errors")}


def everywhere(*names: str) -> set[str]:
    """These members in each container: of the mail those that are attached, and what lies in the zip that is attached."""
    places = {f"{container}!{name}" for container in ("dentro.zip", "dentro.tar.gz", "fuera.zip!dentro.zip", "carta.eml!dentro.zip")
              for name in names}
    return places | {f"carta.eml!{name}" for name in names if name in ("nota.txt", "precios.csv", "datos.xyz")}


def test_rules_that_change_reach_members(fichero: Fichero, docs: Path) -> None:
    shown = Shown(fichero, docs)
    always = {"suelta.txt", "carta.eml"}
    fichero.json("index", docs)
    assert shown.names() == always | everywhere("nota.txt", "precios.csv") and shown.unreadable() == set()
    assert fichero.json("index", "--stage", "text")["documents"]["indexed"] == 0

    fichero.json("settings", "set", "hidden", "true")
    assert shown.names() == always | everywhere("nota.txt", "precios.csv", ".clave.txt", ".git/rama.txt")
    fichero.json("settings", "set", "left_out_kinds", "csv")
    assert shown.names() == always | everywhere("nota.txt", ".clave.txt", ".git/rama.txt")
    fichero.json("settings", "unset", "hidden")
    assert shown.names() == always | everywhere("nota.txt")
    fichero.json("settings", "unset", "left_out_kinds")
    assert shown.names() == always | everywhere("nota.txt", "precios.csv")

    fichero.json("index", docs, "--all-files")
    every = everywhere("nota.txt", "precios.csv", ".clave.txt", ".git/rama.txt", "node_modules/guion.txt")
    assert shown.names() == always | every and shown.unreadable() == everywhere("datos.xyz")
    report = fichero.json("index", docs, "--no-all-files")
    assert shown.names() == always | everywhere("nota.txt", "precios.csv") and shown.unreadable() == set()
    assert report["documents"]["indexed"] == len(everywhere("nota.txt", "precios.csv")) + 1      # not the note of its own
    assert fichero.json("doctor")["problems"] == []
    assert fichero.json("index")["documents"]["indexed"] == 0
