"""Makes the built folder smaller where a whole file cannot be left out: see `main`. For 64-bit files of Linux.

    python packaging/linux/slim.py FOLDER

Two things that no compiler is needed for. A library that is named by others and used by none of them is taken off their lists
and removed. ICU's data, one table of contents over 6,000 parts in a library of its own, keep the parts that Qt asks for.
"""

from __future__ import annotations

import fnmatch
import struct
import sys
from pathlib import Path

# Named by every library and module of Arrow, since they are linked alike; used by one module, which stays out (contents.py).
UNUSED_LIBRARIES = ("libarrow_substrait.so.*",)

# Qt asks ICU for the order of letters, their case, old encodings (of an SVG file, say) and the names of time zones; its own are languages,
# numbers, dates and line breaks. So out are the names of languages, countries, currencies and units, dictionaries for line breaks,
# transliterations, spelt-out numbers, encodings of mainframes, and of each language but the window's two what is not its alphabet.
ICU_KEPT = (
    "coll/*", "zone/es.res", "zone/en.res", "zone/root.res", "zone/pool.res", "zone/res_index.res", "*.cnv", "*.icu", "*.nrm", "pool.res", "res_index.res",
    "root.res", "es.res", "en.res", "supplementalData.res", "likelySubtags.res", "numberingSystems.res", "keyTypeData.res", "timezoneTypes.res",
    "zoneinfo64.res", "metaZones.res", "windowsZones.res", "plurals.res", "dayPeriods.res", "langInfo.res", "icuver.res", "icustd.res",
)
ICU_OUT = (
    "unames.icu", "cns-*", "euc-tw-*", "icu-internal-*", "iso-ir-*", "jisx-212.cnv",
    *(f"ibm-{number}_*" for number in (930, 933, 935, 964, 1364, 1371, 1388, 1390, 5471, 5478)),
)

_LOAD, _DYNAMIC = 1, 2                              # kinds of segments
_NULL, _NEEDED, _STRTAB = 0, 1, 5                   # kinds of entries of the dynamic section
_SEGMENT, _ENTRY = struct.Struct("<IIQQQQQQ"), struct.Struct("<qQ")
_PAGE = 4096


class NotSlimmed(Exception):
    """A file is not laid out as these steps need it: better a build that ends than a program that does not start."""


def _segments(content: bytes | bytearray) -> list[tuple[int, tuple[int, ...]]]:
    """(place of the header, its fields) of every segment: kind, flags, offset, address, physical address, size, size in memory, alignment."""
    if content[:6] != b"\x7fELF\x02\x01":
        raise NotSlimmed("no 64-bit library of Linux")
    start, size, count = (*struct.unpack_from("<Q", content, 32), *struct.unpack_from("<HH", content, 54))
    return [(place, _SEGMENT.unpack_from(content, place)) for place in range(start, start + size * count, size)]


def _dynamic(content: bytes | bytearray) -> list[tuple[int, int, int]]:
    """(place, kind, value) of the entries of the dynamic section, the closing ones too."""
    found = [fields for _, fields in _segments(content) if fields[0] == _DYNAMIC]
    if len(found) != 1:
        raise NotSlimmed("no dynamic section")
    _, _, offset, _, _, size, _, _ = found[0]
    return [(place, *_ENTRY.unpack_from(content, place)) for place in range(offset, offset + size, _ENTRY.size)]


def _text(content: bytes | bytearray, start: int) -> str:
    return bytes(content[start:content.index(0, start)]).decode()


def needed(content: bytes | bytearray) -> dict[int, str]:
    """The libraries that a file names: place of the entry, name."""
    entries = _dynamic(content)
    (address,) = (value for _, kind, value in entries if kind == _STRTAB)
    strings = next(
        address - start + offset for _, (kind, _, offset, start, _, size, _, _) in _segments(content) if kind == _LOAD and start <= address < start + size
    )
    return {place: _text(content, strings + value) for place, kind, value in entries if kind == _NEEDED}


def without_needed(content: bytes, patterns: tuple[str, ...]) -> bytes:
    """The same file without those names on its list. Nothing moves but the entries behind them."""
    named = needed(content)
    entries = _dynamic(content)
    kept = [(kind, value) for place, kind, value in entries if not any(fnmatch.fnmatchcase(named.get(place, ""), pattern) for pattern in patterns)]
    kept += [(_NULL, 0)] * (len(entries) - len(kept))
    changed = bytearray(content)
    for (place, _, _), entry in zip(entries, kept, strict=True):
        _ENTRY.pack_into(changed, place, *entry)
    return bytes(changed)


def icu_parts(package: bytes) -> dict[str, bytes]:
    """The parts of a package of ICU's data (unicode/udata.h, "CmnD"): name, content. The last may be followed by bytes of nothing."""
    (header,) = struct.unpack_from("<H", package)
    if package[2:4] != b"\xda\x27" or package[8] != 0 or package[12:16] != b"CmnD":
        raise NotSlimmed("no package of ICU's data")
    (count,) = struct.unpack_from("<I", package, header)
    places = [struct.unpack_from("<II", package, header + 4 + 8 * number) for number in range(count)]
    ends = [start for _, start in places[1:]] + [len(package) - header]
    return {_text(package, header + name): package[header + start:header + end] for (name, start), end in zip(places, ends, strict=True)}


def icu_package(header: bytes, parts: dict[str, bytes]) -> bytes:
    """A package with these parts, sorted by name, each at a multiple of 16 bytes as ICU wants it."""
    names = sorted(parts)
    strings, name_places = bytearray(), []
    for name in names:
        name_places.append(4 + 8 * len(names) + len(strings))
        strings += name.encode() + b"\0"
    body, part_places = bytearray(), []
    start = _rounded(4 + 8 * len(names) + len(strings), 16)
    for name in names:
        part_places.append(start + len(body))
        body += parts[name].ljust(_rounded(len(parts[name]), 16), b"\0")
    table = b"".join(struct.pack("<II", *places) for places in zip(name_places, part_places, strict=True))
    return header + (struct.pack("<I", len(names)) + table + bytes(strings)).ljust(start, b"\0") + bytes(body)


def smaller_icu(content: bytes) -> bytes:
    """ICU's data library with the parts of ICU_KEPT alone. What follows the data in the file moves down; in memory nothing does."""
    found = [(place, list(fields)) for place, fields in _segments(content)]
    loads = [fields for _, fields in found if fields[0] == _LOAD]
    start = content.index(b"CmnD") - 12
    if len(loads) != 2 or loads[0][2] != 0 or not 0 < start < loads[0][5] <= loads[1][2]:
        raise NotSlimmed("ICU's data do not lie in a segment of their own")
    package = content[start:loads[0][5]]
    (header,) = struct.unpack_from("<H", package)
    parts = {name: part for name, part in icu_parts(package).items() if _is_kept(name.partition("/")[2])}
    data = icu_package(package[:header], parts)

    end, behind = start + len(data), loads[1][2]
    after = _rounded(end, _PAGE) + behind % _PAGE           # a segment keeps its place within a page
    changed = bytearray(content[:start] + data).ljust(after, b"\0") + content[behind:behind + loads[1][5]]
    for place, fields in found:
        if fields is loads[0]:
            fields[5] = fields[6] = end
        elif fields[2] >= behind:
            fields[2] += after - behind
        _SEGMENT.pack_into(changed, place, *fields)
    struct.pack_into("<Q", changed, 40, 0)                      # no table of sections any more: only tools read it
    struct.pack_into("<HH", changed, 60, 0, 0)
    return bytes(changed)


def _is_kept(name: str) -> bool:
    def is_among(patterns: tuple[str, ...]) -> bool:
        return any(name.count("/") == pattern.count("/") and fnmatch.fnmatchcase(name, pattern) for pattern in patterns)

    return is_among(ICU_KEPT) and not is_among(ICU_OUT)


def _rounded(size: int, step: int) -> int:
    return -(-size // step) * step


def main(folder: Path) -> None:
    """Raises: NotSlimmed"""
    libraries = [path for path in sorted(folder.rglob("*.so*")) if path.is_file() and not path.is_symlink()]
    for path in libraries:
        content = path.read_bytes()
        if path.name.startswith("libicudata.so"):
            path.write_bytes(smaller_icu(content))
        elif any(fnmatch.fnmatchcase(name, pattern) for name in needed(content).values() for pattern in UNUSED_LIBRARIES):
            path.write_bytes(without_needed(content, UNUSED_LIBRARIES))
    for path in sorted(folder.rglob("*.so*")):          # the link at the top of the folder too
        if any(fnmatch.fnmatchcase(path.name, pattern) for pattern in UNUSED_LIBRARIES):
            path.unlink()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
