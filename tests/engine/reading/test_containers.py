"""Mail with attachments, mailboxes and archives: each member a document of its own, within bounds."""

from __future__ import annotations

import base64
import gzip
import io
import os
import tarfile
from email.message import EmailMessage
from pathlib import Path

import py7zr
import pytest
from backports import zstd

from engine.document import Document
from engine.errors import Unreadable
from engine.reading.archives import clean_name
from engine.reading.compressed_rtf import decompress_rtf
from engine.reading.source import Part, ReadOptions
from tests.data.sample_binary_formats import msg
from tests.engine.reading.reading_parts import document_of, docx, p, parts_of, reason_of, zipped

ENCRYPTED_ZIP = (
    "504b03040a00090000005d607e5d71a181c31a0000000e00000005000000732e74787414a2cb04ca8711b3215a80a3b5d71d8042b03ab2cf3714"
    "a6b235504b070871a181c31a0000000e000000504b01021e030a00090000005d607e5d71a181c31a0000000e0000000500000000000000010000"
    "00a48100000000732e747874504b05060000000001000100330000004d0000000000"
)
AES_ZIP = (
    "504b030433000100630060607e5d000000002a0000000e00000005000b00732e7478740199070002004145030000bd5a09201b67ddb8f38c1b33"
    "56401e05d31b1d33cec2c00877b51a8018d4bc7ad27ffc8eb0a8d1e292b2504b01023f0333000100630060607e5d000000002a0000000e000000"
    "05002f000000000000002080a48100000000732e7478740a0020000000000001001800cdfacbbdc280dd01000000000000000000000000000000"
    "000199070002004145030000504b0506000000000100010062000000580000000000"
)


def _message() -> EmailMessage:
    message = EmailMessage()
    message["From"] = "Íñigo Peña <i@example.es>"
    message["To"] = "ana@example.es"
    message["Subject"] = "Las llaves del almacén"
    message["Date"] = "Mon, 1 Jan 2024 10:00:00 +0100"
    message.set_content("Están en el cajón de la cocina.")
    return message


def test_a_message_with_attachments(tmp_path: Path) -> None:
    message = _message()
    message.add_attachment(docx(p("la fianza")), maintype="application", subtype="octet-stream", filename="contrato año.docx")
    inner = _message()
    inner.replace_header("Subject", "Reenviado")
    message.add_attachment(inner)
    message.add_attachment(b"\x89PNG\r\n\x1a\n" + bytes(30), maintype="image", subtype="png", filename="foto.png")
    parts = parts_of(tmp_path, "a.eml", message.as_bytes())
    mail = parts[0].outcome
    assert isinstance(mail, Document)
    assert mail.title == "Las llaves del almacén"
    assert dict(mail.properties)["from"] == "Íñigo Peña <i@example.es>"
    assert dict(mail.properties)["date"] == "2024-01-01T10:00:00+01:00"
    assert "Están en el cajón" in mail.text and "From: Íñigo Peña" in mail.text
    assert [part.inner for part in parts[1:]] == ["contrato año.docx", "Reenviado.eml", "foto.png"]
    assert isinstance(parts[1].outcome, Document) and parts[1].outcome.text == "la fianza"
    assert isinstance(parts[3].outcome, Unreadable) and parts[3].outcome.reason == "unsupported"


def test_of_alternatives_the_one_that_says_more_is_read(tmp_path: Path) -> None:
    message = _message()
    message.set_content("Vea la versión HTML.")
    message.add_alternative("<p>El recibo de la luz vence el lunes.</p><p>Importe: 40 euros</p>", subtype="html")
    text = document_of(tmp_path, "a.eml", message.as_bytes()).text
    assert "El recibo de la luz vence el lunes.\n\nImporte: 40 euros" in text


def test_raw_bytes_and_unknown_charsets_in_mail(tmp_path: Path) -> None:
    raw = b"From: a@b.es\nSubject: =?x-nada?Q?a=F1o?= y ca\xf1a\nContent-Type: text/plain; charset=nada\n\ncami\xf3n y se\xf1al\n"
    document = document_of(tmp_path, "a.eml", raw)
    assert "camión y señal" in document.text
    assert document.title is not None and "caña" in document.title


def test_a_mailbox_gives_its_messages(tmp_path: Path) -> None:
    one = "From a@b.es Mon Jan  1 10:00:00 2024\nFrom: a@b.es\nSubject: {}\n\n{}\n\n"
    box = one.format("Uno", "cuerpo uno\n>From aquí sigue") + one.format("Dos", "cuerpo dos")
    parts = parts_of(tmp_path, "Inbox", box)
    assert [(part.inner, part.outcome.title) for part in parts if isinstance(part.outcome, Document)] == [
        ("1.eml", "Uno"), ("2.eml", "Dos")]
    first = parts[0].outcome
    assert isinstance(first, Document) and "From aquí sigue" in first.text


def test_archives_in_archives_within_bounds(tmp_path: Path) -> None:
    nested = zipped({"fin.txt": "hondo"})
    for _ in range(8):
        nested = zipped({"más.zip": nested})
    (last,) = parts_of(tmp_path, "a.zip", nested)
    assert isinstance(last.outcome, Unreadable) and last.outcome.reason == "too-large"
    assert reason_of(tmp_path, "vacío.zip", zipped({})) == "empty"
    bomb = zipped({"a.txt": b"0" * 40_000_000})
    assert reason_of(tmp_path, "bomba.zip", bomb) == "too-large"
    many = parts_of(tmp_path, "b.zip", zipped({f"{n}.txt": "x" for n in range(30)}), ReadOptions(max_members=10))
    assert isinstance(many[0].outcome, Unreadable) and many[0].outcome.reason == "too-large"


def test_names_in_a_tar_that_are_no_utf8_are_read_as_western_and_can_be_stored(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT, encoding="latin-1") as archive:
        info = tarfile.TarInfo("año 1998/avería.txt")
        info.size = 6
        archive.addfile(info, io.BytesIO(b"bomba\n"))
    assert [part.inner for part in parts_of(tmp_path, "a.tar", buffer.getvalue())] == ["año 1998/avería.txt"]
    assert clean_name("a\ud800.txt", True) == "a?.txt"             # stands for no byte


def test_tar_and_single_compressed_files(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, text in (("d/a.txt", "uno"), ("d/b.md", "# dos"), ("/etc/c.txt", "tres")):
            info = tarfile.TarInfo(name)
            info.size = len(text)
            archive.addfile(info, io.BytesIO(text.encode()))
        link = tarfile.TarInfo("enlace")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    parts = parts_of(tmp_path, "a.tar.gz", buffer.getvalue())
    assert [part.inner for part in parts] == ["d/a.txt", "d/b.md", "etc/c.txt"]
    (single,) = parts_of(tmp_path, "carta.txt.gz", gzip.compress("Estimada señora".encode()))
    assert single.inner == "carta.txt" and isinstance(single.outcome, Document)


def test_compressed_rtf_of_the_specification() -> None:
    # Example 1 of [MS-OXRTFCP], 4.1.1
    data = bytes.fromhex("2d0000002b0000004c5a4675f1c5c7a703000a0072637067313235423"
                         "20af32068656c090020627705b06c647d0a800fa0")
    assert decompress_rtf(data) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
    assert decompress_rtf(b"nada") == b""


def _seven_zip(members: dict[str, bytes], password: str | None = None, hides_names: bool = False) -> bytes:
    buffer = io.BytesIO()
    with py7zr.SevenZipFile(buffer, "w", password=password, header_encryption=hides_names) as archive:
        for name, data in members.items():
            archive.writestr(data, name)
    return buffer.getvalue()


def _outcomes(parts: list[Part]) -> list[tuple[str, str]]:
    return [(part.inner, part.outcome.text if isinstance(part.outcome, Document) else part.outcome.reason) for part in parts]


def test_7z_members_are_read_within_bounds(tmp_path: Path) -> None:
    inner = zipped({"a.txt": "dentro de dentro"})
    data = _seven_zip({"uno.txt": b"primero", "c/dos.md": b"# segundo", "b.zip": inner, "ceros.txt": bytes(12_000_000), "z.txt": b"final"})
    assert _outcomes(parts_of(tmp_path, "a.7z", data)) == [
        ("uno.txt", "primero"), ("c/dos.md", "segundo"), ("b.zip!a.txt", "dentro de dentro"), ("ceros.txt", "too-large"), ("z.txt", "final")]
    few = ReadOptions(max_members=3)
    assert _outcomes(parts_of(tmp_path, "b.7z", data, few)) == [("", "too-large")]
    small = ReadOptions(max_unpacked_bytes=1_000)
    assert _outcomes(parts_of(tmp_path, "c.7z", data, small))[-1] == ("…", "too-large")


def test_7z_cut_broken_or_split(tmp_path: Path) -> None:
    data = _seven_zip({"uno.txt": os.urandom(3_000), "dos.txt": b"segundo"})
    assert reason_of(tmp_path, "a.7z", data[:200]) == "damaged"
    broken = bytearray(data)
    broken[40:60] = bytes(20)
    assert "damaged" in [reason for _, reason in _outcomes(parts_of(tmp_path, "b.7z", bytes(broken)))]
    (tmp_path / "c.7z.002").write_bytes(data[1_000:2_000])
    (tmp_path / "c.7z.003").write_bytes(data[2_000:])
    assert _outcomes(parts_of(tmp_path, "c.7z.001", data[:1_000])) == [("uno.txt", "unsupported"), ("dos.txt", "segundo")]


def test_links_and_odd_names_in_7z_stay_inside(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/etc/passwd")
    with py7zr.SevenZipFile(tmp_path / "a.7z", "w") as archive:
        archive.write(tmp_path / "link", "enlace.txt")
        archive.writestr(b"no sale", "fuera.txt")
    data = (tmp_path / "a.7z").read_bytes()
    assert _outcomes(parts_of(tmp_path, "b.7z", data)) == [("fuera.txt", "no sale")]
    assert clean_name("../../fuera.txt", True) == "fuera.txt" and clean_name("C:\\a\\b.txt", True) == "C:/a/b.txt"


@pytest.mark.parametrize("hides_names", [False, True])
def test_7z_under_a_password(tmp_path: Path, hides_names: bool) -> None:
    data = _seven_zip({"uno.txt": b"secreto"}, "clave ñ", hides_names)
    assert reason_of(tmp_path, "a.7z", data) == "encrypted"
    assert _outcomes(parts_of(tmp_path, "b.7z", data, ReadOptions(passwords=("otra", "clave ñ")))) == [("uno.txt", "secreto")]
    assert _outcomes(parts_of(tmp_path, "c.7z", data, ReadOptions(passwords=("otra",)))) == [("", "encrypted")]


@pytest.mark.parametrize("written", [ENCRYPTED_ZIP, AES_ZIP], ids=["old", "AES-256"])
def test_zip_under_a_password(tmp_path: Path, written: str) -> None:
    # Written by Info-ZIP and 7-Zip with the password "clave"; zipfile writes no encrypted members.
    data = bytes.fromhex(written)
    assert reason_of(tmp_path, "a.zip", data) == "encrypted"
    assert _outcomes(parts_of(tmp_path, "b.zip", data, ReadOptions(passwords=("mala", "clave")))) == [("s.txt", "la llave verde")]
    assert _outcomes(parts_of(tmp_path, "c.zip", data, ReadOptions(passwords=("mala",)))) == [("", "encrypted")]
    broken = bytearray(data)
    broken[60] ^= 0xFF
    (part,) = parts_of(tmp_path, "d.zip", bytes(broken), ReadOptions(passwords=("clave",)))
    assert isinstance(part.outcome, Unreadable) and part.outcome.reason in ("encrypted", "damaged")


def test_a_password_that_fits_a_member_packed_in_an_unknown_way(tmp_path: Path) -> None:
    data = bytes.fromhex(AES_ZIP.replace("4145030000", "4145030900"))       # Deflate64
    assert _outcomes(parts_of(tmp_path, "a.zip", data, ReadOptions(passwords=("clave",)))) == [("s.txt", "unsupported")]
    assert _outcomes(parts_of(tmp_path, "b.zip", data, ReadOptions(passwords=("mala",)))) == [("", "encrypted")]


def test_zstandard_and_unknown_compression(tmp_path: Path) -> None:
    packed = zstd.compress(b"La fianza se devuelve")
    (part,) = parts_of(tmp_path, "carta.txt.zst", packed)
    assert part.inner == "carta.txt" and isinstance(part.outcome, Document)
    odd = bytearray(zipped({"a.txt": "texto"}))
    for place in (8, odd.index(b"PK\x01\x02") + 10):
        odd[place : place + 2] = b"\x09\x00"      # Deflate64
    assert _outcomes(parts_of(tmp_path, "a.zip", bytes(odd))) == [("a.txt", "unsupported")]


def _mailbox(*messages: str, line: str = "From - Mon Jan 01 10:00:00 2024") -> str:
    return "".join(f"{line}\r\n{message}\r\n\r\n" for message in messages)


@pytest.mark.parametrize("line", ["From - Mon Jan 01 10:00:00 2024", "From ", "From ana@example.es Mon Jan  1 10:00:00 2024"])
def test_what_thunderbird_has_deleted_is_not_shown(tmp_path: Path, line: str) -> None:
    head = "X-Mozilla-Status: {}\r\nX-Mozilla-Status2: 00000000\r\nFrom: a@b.es\r\nSubject: {}\r\n\r\ncuerpo {}"
    box = _mailbox(head.format("0001", "uno", 1), head.format("0009", "dos", 2), head.format("0000", "tres", 3), line=line)
    parts = parts_of(tmp_path, "Archivo 2020.01", box)
    assert [(part.inner, part.outcome.title) for part in parts if isinstance(part.outcome, Document)] == [
        ("1.eml", "uno"), ("3.eml", "tres")]


def test_a_mailbox_is_bounded_message_by_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.reading.mail.MAX_MESSAGE_BYTES", 500)
    text = "From: a@b.es\r\nSubject: {}\r\n\r\n{}"
    box = _mailbox(text.format("uno", "x"), text.format("dos", "línea\r\n" * 200), text.format("tres", "y"))
    assert [name for name, outcome in _outcomes(parts_of(tmp_path, "Inbox", box)) if outcome == "too-large"] == ["2.eml"]
    many = _mailbox(*(text.format(n, "x") for n in range(30)))
    small = ReadOptions(max_messages=10, max_members=3, max_file_bytes=1_200)
    outcomes = _outcomes(parts_of(tmp_path, "Sent", many, small))
    assert 8 < len(outcomes) < 14 and outcomes[-1][1] == "too-large" and outcomes[0][1] != "too-large"


def test_a_message_of_outlook_without_a_header_names_its_sender(tmp_path: Path) -> None:
    found = parts_of(tmp_path, "a.msg", msg("Llaves", "Ana Sanz", "Pedro", "Están en el cajón.", ("nota.txt", b"segundo cajon")))
    document, attached = (part.outcome for part in found)
    assert isinstance(document, Document)
    assert isinstance(attached, Document)
    assert document.text.startswith("From: Ana Sanz\nTo: Pedro\nSubject: Llaves")
    assert (found[1].inner, attached.text) == ("nota.txt", "segundo cajon")


def test_encrypted_mail_and_lock_files(tmp_path: Path) -> None:
    enveloped = b"\x30\x82\x01\x1e\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x03" + bytes(range(256))
    part = b"Content-Type: application/pkcs7-mime; smime-type=enveloped-data;\n name=smime.p7m\nContent-Transfer-Encoding: base64\n\n"
    for name, data in (("smime.p7m", enveloped), ("a.txt", part + base64.b64encode(enveloped))):
        assert parts_of(tmp_path, name, data)[-1].outcome.reason == "encrypted"
    members = zipped({"~$carta.docx": "Ana", ".~lock.carta.odt#": "Ana", "dentro/carta.txt": "Querida Eva"})
    assert [part.inner for part in parts_of(tmp_path, "a.zip", members)] == ["dentro/carta.txt"]
