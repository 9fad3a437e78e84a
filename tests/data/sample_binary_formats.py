"""XLSB and MSG written by hand, for words in cells and in a message: formats of which no free program writes a file.

Formats: MS-XLSB (BIFF12 records), MS-CFB (compound files) and MS-OXMSG.
"""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Mapping, Sequence

_FREE, _END, _FAT_SECTOR = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
_SECTOR, _MINI = 512, 64
Storage = Mapping[str, "bytes | Storage"]


# ---- XLSB ----------------------------------------------------------------------------------------------------------

def xlsb(sheets: Sequence[tuple[str, Sequence[Sequence[str]]]]) -> bytes:
    """A workbook of sheets (name, rows of texts)."""
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    links = "".join(f'<Relationship Id="r{n}" Type="{relation}/worksheet" Target="worksheets/sheet{n}.bin"/>' for n in range(1, len(sheets) + 1))
    entries = b"".join(
        _record(156, struct.pack("<II", 0, n) + _wide(f"r{n}") + _wide(name)) for n, (name, _) in enumerate(sheets, 1))
    package = "http://schemas.openxmlformats.org/package/2006"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Override PartName="/xl/workbook.bin" '
                               'ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="a" Type="{relation}/officeDocument" Target="xl/workbook.bin"/></Relationships>',
        "xl/_rels/workbook.bin.rels": f'<Relationships xmlns="{package}/relationships">{links}</Relationships>',
        "xl/workbook.bin": _record(131) + _record(143) + entries + _record(144) + _record(132),
        **{f"xl/worksheets/sheet{n}.bin": _sheet(rows) for n, (_, rows) in enumerate(sheets, 1)},
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def _sheet(rows: Sequence[Sequence[str]]) -> bytes:
    cells = b"".join(
        _record(0, struct.pack("<I", r) + bytes(21)) + b"".join(_record(6, struct.pack("<II", c, 0) + _wide(cell)) for c, cell in enumerate(row))
        for r, row in enumerate(rows))
    extent = struct.pack("<IIII", 0, len(rows) - 1, 0, max(map(len, rows)) - 1)
    return _record(129) + _record(148, extent) + _record(145) + cells + _record(146) + _record(130)


def _record(kind: int, data: bytes = b"") -> bytes:
    number = bytes([kind]) if kind < 128 else bytes([kind & 0x7F | 0x80, kind >> 7])
    size = bytearray()
    n = len(data)
    while True:
        size.append(n & 0x7F | (0x80 if n > 0x7F else 0))
        n >>= 7
        if not n:
            return number + bytes(size) + data


def _wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


# ---- MSG -----------------------------------------------------------------------------------------------------------

def msg(subject: str, sender: str, recipient: str, body: str, attachment: tuple[str, bytes]) -> bytes:
    """A message of Outlook with an attachment."""
    name, data = attachment
    return compound_file({
        "__nameid_version1.0": {"__substg1.0_00020102": b"", "__substg1.0_00030102": b"", "__substg1.0_00040102": b""},
        "__properties_version1.0": struct.pack("<8xIIII8x", 1, 1, 1, 1) + _properties({0x0037: subject, 0x0C1A: sender, 0x1000: body}),
        **_strings({0x0037: subject, 0x0C1A: sender, 0x0E04: recipient, 0x1000: body}),
        "__recip_version1.0_#00000000": {"__properties_version1.0": bytes(8) + _properties({0x3001: recipient}), **_strings({0x3001: recipient})},
        "__attach_version1.0_#00000000": {
            "__properties_version1.0": bytes(8) + _number(0x3705, 1) + _properties({0x3707: name})
            + struct.pack("<HHIQ", 0x0102, 0x3701, 6, len(data)), **_strings({0x3707: name}),
            "__substg1.0_37010102": data},
    })


def _strings(values: Mapping[int, str]) -> dict[str, bytes]:
    return {f"__substg1.0_{number:04X}001F": text.encode("utf-16-le") for number, text in values.items()}


def _properties(values: Mapping[int, str]) -> bytes:
    return b"".join(struct.pack("<HHIQ", 0x001F, number, 6, len(text) * 2 + 2) for number, text in values.items())


def _number(number: int, value: int) -> bytes:
    return struct.pack("<HHIQ", 0x0003, number, 6, value)


# ---- compound files ------------------------------------------------------------------------------------------------

def compound_file(content: Storage) -> bytes:
    """An OLE file of streams (bytes) and storages. Streams are kept in the mini stream; each must be under 4096 bytes."""
    entries: list[list[object]] = []        # name, type, child, next sibling, first mini sector, size
    mini = bytearray()
    mini_table: list[int] = []

    def add(name: str, item: bytes | Storage, kind: int) -> int:
        entry: list[object] = [name, kind, _FREE, _FREE, _END if isinstance(item, bytes) else 0, 0]
        entries.append(entry)
        number = len(entries) - 1
        if isinstance(item, bytes):
            if item:
                first = len(mini_table)
                n = -(-len(item) // _MINI)
                mini_table.extend([*range(first + 1, first + n), _END])
                mini.extend(item.ljust(n * _MINI, b"\0"))
                entry[4], entry[5] = first, len(item)
            return number
        before: list[object] | None = None
        for inner in sorted(item, key=lambda text: (len(text), text.upper())):
            child = add(inner, item[inner], 2 if isinstance(item[inner], bytes) else 1)
            if before is None:
                entry[2] = child
            else:
                before[3] = child
            before = entries[child]
        return number

    add("Root Entry", content, 5)
    n_mini = -(-len(mini) // _SECTOR)
    n_directory = -(-len(entries) * 128 // _SECTOR)
    n_table = -(-len(mini_table) * 4 // _SECTOR)
    entries[0][4], entries[0][5] = 1, len(mini)
    chains = [_FAT_SECTOR]
    for n in (n_mini, n_directory, n_table):
        chains.extend([*range(len(chains) + 1, len(chains) + n), _END])
    directory = b"".join(map(_entry, entries))
    header = struct.pack("<8s16xHHHHH6xIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6, 0, 1, 1 + n_mini, 0, 4096,
                         1 + n_mini + n_directory, n_table, _END, 0)
    header += struct.pack("<109I", 0, *[_FREE] * 108)
    return header + _padded(_table(chains)) + _padded(bytes(mini)) + _padded(directory) + _padded(_table(mini_table), b"\xff")


def _entry(entry: Sequence[object]) -> bytes:
    name, kind, child, following, first, size = entry
    wide = str(name).encode("utf-16-le") + b"\0\0"
    return struct.pack("<64sHBBIII16xI16xIQ", wide, len(wide), kind, 1, _FREE, following, child, 0, first, size)


def _table(chains: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(chains)}I", *chains).ljust(_SECTOR, b"\xff")


def _padded(data: bytes, filler: bytes = b"\0") -> bytes:
    return data.ljust(-(-len(data) // _SECTOR) * _SECTOR, filler)
