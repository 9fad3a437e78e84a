"""Files that are listed here and whose content lies in a cloud: opening one would fetch it over the network, or wait for ever.

OneDrive and others on Windows mark them by attributes (FILE_ATTRIBUTE_OFFLINE, _RECALL_ON_OPEN, _RECALL_ON_DATA_ACCESS),
iCloud, Dropbox and others on macOS by the flag SF_DATALESS; iCloud before macOS 14 put ".name.icloud" in the file's place.
A file without blocks is no such sign: file systems keep small files beside their names, and some count no blocks at all.
"""

from __future__ import annotations

import os

_ELSEWHERE_ATTRIBUTES = 0x1000 | 0x40000 | 0x400000
_SF_DATALESS = 0x40000000

DETAIL = "its content lies in a cloud, not on this computer"


def is_placeholder(status: os.stat_result) -> bool:
    """Whether a file's content would have to be fetched; told without opening it."""
    attributes = getattr(status, "st_file_attributes", 0)
    return bool(attributes & _ELSEWHERE_ATTRIBUTES or getattr(status, "st_flags", 0) & _SF_DATALESS)


def is_stub(name: str) -> bool:
    """Whether a file stands for another one that was moved to iCloud: ".informe.pdf.icloud"."""
    return name.startswith(".") and name.endswith(".icloud") and len(name) > len("..icloud")
