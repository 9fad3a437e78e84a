"""Names and numbers of RTF: character sets, code pages, destinations that hold no text, named characters."""

from __future__ import annotations

import re

CHARSETS = {
    0: "cp1252", 77: "mac_roman", 78: "shift_jis", 79: "euc_kr", 80: "gb2312", 81: "big5", 83: "mac_greek",
    84: "mac_cyrillic", 85: "mac_turkish", 88: "mac_latin2", 89: "mac_cyrillic", 128: "cp932", 129: "cp949", 130: "johab",
    134: "cp936", 136: "cp950", 161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257",
    204: "cp1251", 222: "cp874", 238: "cp1250", 254: "cp437", 255: "cp850",
}
CODE_PAGES = {10000: "mac_roman", 708: "iso8859_6", 65001: "utf-8", 1361: "johab", 0: "cp1252"}
SYMBOLS = {
    "emdash": "\u2014", "endash": "\u2013", "emspace": "\u2003", "enspace": "\u2002", "qmspace": "\u2005",
    "bullet": "\u2022", "lquote": "\u2018", "rquote": "\u2019", "ldblquote": "\u201c", "rdblquote": "\u201d",
    "zwbo": "", "zwnbo": "", "zwj": "\u200d", "zwnj": "\u200c",
}
_SKIPPED_WORDS = (
    "colortbl pict objdata fldinst listtable listoverridetable rsidtbl themedata colorschememapping datastore xmlnstbl "
    "generator bkmkstart bkmkend latentstyles nonesttables pntxta pntxtb pnseclvl sp shprslt filetbl revtbl "
    "ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn comment operator revtim printim buptim company manager category "
    "doccomm hlinkbase private xe tc tcn rxe mmathpr do nextfile template passwordhash background blipuid objclass "
    "objname atnid atnauthor atntime atnicn atndate atnref atnparent ffdata formfield panose falt fontemb wgrffmtfilter "
    "docvar userprops oldcprops oldpprops oldsprops oldtprops defchp defpap picprop htmltag mhtmltag protusertbl"
)
SKIPPED = frozenset(_SKIPPED_WORDS.split())
_HEADING = re.compile(r"(?:heading|título|titulo|überschrift|titre|titolo|encabezado)\s*(\d)\b", re.IGNORECASE)


def heading_style_level(name: str) -> int:
    """Level of a style by its name ("heading 2"); 0 for others."""
    match = _HEADING.match(name)
    if match:
        return int(match.group(1))
    return 1 if name.lower() in ("title", "título", "titulo") else 0
