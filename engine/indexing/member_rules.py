"""What the rules say of the members of archives, mailboxes and mails, and under which rules those of a file were read.

The rules that decide about members are kept with each file as one number, so that the next look finds out by comparing two
numbers whether others hold now. Only what decides is part of it: another pattern, or text recognition where no member is a
picture, makes nothing be read again.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import re
from collections.abc import Iterator
from itertools import pairwise

from engine.catalog.records import NO_MEMBERS, UNKNOWN_RULES
from engine.discovery.rules import HIDDEN, OWN_KIND, PICTURES, Rules, extension_of
from engine.document import Document
from engine.errors import Unreadable
from engine.protocols import Part

_ARCHIVES = frozenset(["zip", "7z", "001", "tar", "tgz", "gz", "tbz", "tbz2", "bz2", "txz", "xz", "tzst", "zst"])
_CONTAINERS = _ARCHIVES | frozenset(["eml", "emlx", "msg", "mbox", "mbx", "pdf"])
_REST = "…"             # stands for what of a file was not read (engine/reading/reader.py)
# Messages of a mailbox are numbered by us: they are no files that a person could have named "eml".
_NUMBERED = re.compile(r"(?:.*!)?\d+(?: \(\d+\))?\.eml")


def rule_for(path: str, part: Part, rules: Rules) -> str | None:
    """The rule that leaves out a member that would be left out in a folder, or a file found to be of no known kind.

    Members that can be read are left out by the folder they lie in, as hidden ones, and by the person's own kinds; not by
    the kinds that are left out for all: mail programs name attachments ".dat" and ".bin" that are documents.
    """
    names = [(os.path.basename(path), False), *_names(part.inner)]
    for (container, _), (name, is_folder) in pairwise(names):
        if is_folder:
            rule = rules.for_folder(name)
        else:
            is_message = _NUMBERED.fullmatch(name) is not None and extension_of(container) not in _ARCHIVES
            rule = None if is_message else rules.for_file(name)
            rule = rule if rule in (HIDDEN, OWN_KIND) else None
        if rule:
            return rule
    if isinstance(part.outcome, Unreadable) and part.outcome.reason == "unsupported":
        if part.outcome.is_for_ocr and rules.pictures:
            return None
        name = names[-1][0]
        return (rules.for_file(name) if part.inner else None) or rules.for_unsupported(name)
    return None


def is_member(part: Part) -> bool:
    return part.inner not in ("", _REST)


def is_picture(part: Part) -> bool:
    """Whether it depends on text recognition whether this member is left out."""
    found = part.outcome
    is_one = found.kind == "image" if isinstance(found, Document) else found.reason == "unsupported" and found.is_for_ocr
    return is_member(part) and (is_one or extension_of(part.inner) in PICTURES)


@functools.lru_cache(maxsize=64)
def number_of(rules: Rules, has_pictures: bool) -> int:
    """What decides about members, as a positive number of 31 bits. `has_pictures`: some of them are pictures."""
    decides: object = "all"
    if not rules.all_files:
        decides = rules.hidden, sorted(rules.kinds), rules.pictures if has_pictures else None
    digest = hashlib.blake2b(json.dumps(decides).encode("utf-8", "surrogatepass"), digest_size=4).digest()
    return (int.from_bytes(digest, "big") >> 1) or 1


def are_followed(read_under: int, rules: Rules) -> bool:
    """Whether the members of a file are those that these rules let in, judged by the number kept with it."""
    if read_under in (NO_MEMBERS, UNKNOWN_RULES):
        return read_under == NO_MEMBERS
    return read_under in (number_of(rules, False), number_of(rules, True))


def _names(inner: str) -> Iterator[tuple[str, bool]]:
    """Each name on the way to a member, and whether it is a folder's; "¡ya!.txt" is one name, "a.zip!b.txt" two."""
    if not inner:
        return
    pieces = re.split(r"[/\\]", inner)
    for number, piece in enumerate(pieces):
        name = ""
        tokens = piece.split("!")
        for n_tokens, token in enumerate(tokens, 1):
            name = f"{name}!{token}" if n_tokens > 1 and name else token
            if n_tokens < len(tokens) and extension_of(name) in _CONTAINERS:
                yield name, False
                name = ""
        yield name, number < len(pieces) - 1
