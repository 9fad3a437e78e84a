"""Why a path is found or not, where it stands among the hits, and what would mend it: in words."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QUrl

from engine.hits import Hit
from engine.messages import MOST_HITS, WhyTold
from ui.details import detail_in_words
from ui.window import progress_words, wording
from ui.window.language import current, translate
from ui.window.unreadable_list import can_unlock
from ui.wording import reason_in_words

MendName = Literal["add", "add-folder", "again", "again-folder", "unlock", "ocr", "folders", "source", "unreadable", "retry", "rank", "resume"]
_INCLUDED_WHEN_ADDED = ("hidden", "program-folder", "pattern", "ficheroignore", "gitignore")
_MAY_SUCCEED = ("damaged", "memory", "too-large")       # read anew on request: by another version, or with more memory
_TRIED_AGAIN = ("permission", "timeout", "vanished")    # at every look, though the file is the same


@dataclass(frozen=True, slots=True)
class Mend:
    """A button: what it does and what stands on it."""

    name: MendName
    text: str


def given_path(text: str) -> str:
    """The path that a person typed or pasted: in quotation marks, as file:// address, with ~; "" if it is not a whole path."""
    text = text.strip().strip("\"'“”«»").strip()
    if text.lower().startswith("file:"):
        text = QUrl(text).toLocalFile()
    return text if os.path.isabs(text) or text.startswith("~") else ""


def sentence(told: WhyTold, is_ocr_on: bool) -> str:
    why = told.why
    match why.state:
        case "not-in-a-folder" if not told.exists:
            return translate("Why", "There is nothing at this path. Is it written as it should be?")
        case "not-in-a-folder":
            return translate("Why", "It lies in none of the folders that Fichero searches.")
        case "missing":
            return translate("Why", "There is no such file in the folder that Fichero searches, and none was read there.")
        case "not-available":
            return translate("Why", "Its drive or folder is away. What was read of it is kept and can still be found.")
        case "removed-by-you":
            return translate("Why", "You left it out of the searches yourself.")
        case "not-read-yet":
            return translate("Why", "It has not been read yet: it is waiting for its turn.")
        case "not-current" if not told.exists:
            return translate("Why", "The file is gone from this place since it was read, so it is no longer shown.")
        case "not-current":
            return translate("Why", "The file has changed since it was read. It is shown again once it has been read anew.")
        case "all-unreadable":
            return translate("Why", "No document in it could be read: they are found by their names only.")
        case "nothing-to-read" if why.rule is None:
            return translate("Why", "It holds nothing to be read: it is empty, or rules leave out all that lies in it.")
        case "nothing-to-read":
            return translate("Why", "It holds nothing to be read. All that lies in it is left out by a rule: {rule}.").format(
                rule=progress_words.rule_in_words(why.rule or "")
            )
        case "left-out":
            return _left_out(told)
        case "found-by-name":
            reason, detail = reason_in_words(why.reason, current()), detail_in_words(why.detail or "", current()).rstrip(".")
            text = translate("Why", "It is found by its name and its folder only, because its text could not be read: {reason}.").format(
                reason=f"{reason}; {detail}" if detail and detail.casefold() != reason.casefold() else reason
            )
        case "found-by-words":
            text = translate("Why", "It is found by its words. Its meaning is still to be learned.")
        case "found":
            text = translate("Why", "It is found, by its words and by its meaning.")
    if told.is_folder:
        text += " " + translate("Why", "Documents in it: {count}.").format(count=wording.number(why.documents))
    return text + _unrecognised(told, is_ocr_on)


def _left_out(told: WhyTold) -> str:
    why = told.why
    text = translate("Why", "A rule leaves it out: {rule}.").format(rule=progress_words.rule_in_words(why.rule or ""))
    if why.left_out_at and why.left_out_at != why.path:
        text += " " + translate("Why", "The rule is about the folder {folder}.").format(folder=wording.printable(why.left_out_at))
    if why.pattern and why.source:
        text += " " + translate("Why", "It is the pattern {pattern} in {file}.").format(
            pattern=why.pattern, file=wording.printable(why.source)
        )
    elif why.source:
        text += " " + translate("Why", "The file {file} marks that folder.").format(file=wording.printable(why.source))
    if why.detail:
        text += " " + translate("Why", "What it is: {kind}.").format(kind=detail_in_words(why.detail, current()))
    return text


def _unrecognised(told: WhyTold, is_ocr_on: bool) -> str:
    if not told.is_unrecognised:
        return ""
    if is_ocr_on:
        return " " + translate("Why", "It holds pictures of text, which wait to be recognised.")
    return " " + translate("Why", "It holds pictures of text, which are not read while text recognition is off.")


def waits_for_indexing(told: WhyTold) -> bool:
    """Whether the answer changes by itself as soon as the index is up to date."""
    return told.why.state in ("not-read-yet", "found-by-words", "not-current")


def mends(told: WhyTold, is_ocr_on: bool, is_hit: bool = False, is_paused: bool = False) -> tuple[Mend, ...]:
    """The buttons that change the answer, the likeliest first.

    Args:
        is_hit: it is among the results, at some place.
        is_paused: nothing is read before the person lets it go on.
    """
    why = told.why
    again = Mend("again", translate("Why", "Look at it now"))
    made: list[Mend] = []
    match why.state:
        case "not-in-a-folder" if told.exists and told.is_folder:
            made.append(Mend("add", translate("Why", "Add this folder")))
        case "not-in-a-folder" if told.exists:
            made.append(Mend("add-folder", translate("Why", "Add its folder")))
            made.append(Mend("add", translate("Why", "Add this file alone")))
        case "removed-by-you":
            made.append(Mend("add", translate("Why", "Bring it back")))
        case "not-read-yet" | "not-current" if not is_paused:
            made.append(again)
        case "not-available":
            made.append(Mend("again-folder", translate("Why", "Look again whether it is there")))
        case "left-out":
            made += _mends_of_rule(told, is_ocr_on)
        case "all-unreadable":
            made.append(Mend("unreadable", translate("Why", "Show all that could not be read")))
        case "nothing-to-read" if why.rule == "picture" and not is_ocr_on:
            made.append(_ocr())
        case "nothing-to-read":
            made.append(Mend("folders", translate("Why", "What is left out of the folder")))
        case "found-by-name" if why.reason == "encrypted" and can_unlock(why.path):
            made.append(Mend("unlock", translate("Why", "Enter password…")))
        case "found-by-name":
            made += [again] if why.reason in _TRIED_AGAIN else []
            made += [Mend("retry", translate("Why", "Read it again"))] if why.reason in _MAY_SUCCEED else []
            made.append(Mend("unreadable", translate("Why", "Show all that could not be read")))
    if told.is_unrecognised and not is_ocr_on:
        made.insert(0, _ocr())
    if is_paused and waits_for_indexing(told):
        made.insert(0, Mend("resume", translate("Why", "Go on indexing")))
    if is_hit:
        made.append(Mend("rank", translate("Why", "Why it stands there")))
    return tuple(made)


def _mends_of_rule(told: WhyTold, is_ocr_on: bool) -> list[Mend]:
    rule = (told.why.rule or "").partition(":")[0]
    if rule == "picture" and not is_ocr_on:
        return [_ocr()]
    made = [Mend("add", translate("Why", "Search it all the same"))] if rule in _INCLUDED_WHEN_ADDED and told.exists else []
    if told.why.source:
        made.append(Mend("source", translate("Why", "Show the file with the rule")))
    return [*made, Mend("folders", translate("Why", "What is left out of the folder"))]


def _ocr() -> Mend:
    return Mend("ocr", translate("Why", "Turn text recognition on"))


def is_searched(told: WhyTold) -> bool:
    """Whether it can be among the results at all, so that its place there is worth telling."""
    return told.why.state in ("found", "found-by-words", "found-by-name", "not-current", "not-available")


def place_in_list(path: str, is_folder: bool, hits: Sequence[Hit], outdated: Sequence[str], is_filtered: bool) -> str:
    """Where the document stands among the hits of the search that is shown."""
    number = wording.number
    for hit in hits:
        if is_folder and hit.path.startswith(path.rstrip(os.sep) + os.sep):
            return translate("Why", "the first result from this folder is number {rank}.").format(rank=number(hit.rank))
        if hit.path == path or hit.path.startswith(path + "!"):
            return translate("Why", "it is result number {rank}.").format(rank=number(hit.rank))
        if path in hit.also:
            return translate("Why", "nearly the same text is result number {rank}, {name}; this one is folded under it.").format(
                rank=number(hit.rank), name=wording.printable(os.path.basename(hit.path))
            )
        if any(version.path == path for version in hit.versions):
            return translate("Why", "a newer version is result number {rank}, {name}; this one stands under it.").format(
                rank=number(hit.rank), name=wording.printable(os.path.basename(hit.path))
            )
    if path in outdated:
        return translate("Why", "it matches, but was left out because the file has changed or is gone.")
    if len(hits) < MOST_HITS:
        text = translate("Why", "it is not among the results.")
    else:
        text = translate("Why", "it is not among the first {count} results.").format(count=number(MOST_HITS))
    if is_filtered:
        text += " " + translate("Why", "The filters may leave it out: search without them.")
    return text
