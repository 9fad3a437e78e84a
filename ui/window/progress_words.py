"""Indexing progress in words."""

from __future__ import annotations

from engine.processes.indexing_messages import IndexingState, IndexProgress
from ui.window import wording
from ui.window.counts import Counts
from ui.window.language import translate


def stage_in_words(progress: IndexProgress | None, state: IndexingState | None) -> str:
    """One line: the stage with its numbers and the time left; "" when nothing is going on."""
    if state is not None and state.is_paused and state.on_battery:
        return translate("Progress", "Indexing waits while the computer runs on battery")
    if state is not None and state.is_paused:
        return translate("Progress", "Indexing is paused")
    if progress is None or state is None or not state.is_busy:
        return ""
    done, total = wording.number(progress.done), wording.number(progress.total)
    match progress.stage:
        case "scan":
            text = Counts().looked_at(progress.done)
        case "text":
            text = translate("Progress", "Reading documents: {done} of {total}").format(done=done, total=total)
        case "ocr":
            text = translate("Progress", "Recognising text in scans and pictures: {done} of {total}").format(done=done, total=total)
        case "vectors":
            text = Counts().learning(progress.total).format(done=done)
        case _:
            text = translate("Progress", "Tidying up the index")
    if progress.seconds_left is not None and _is_telling(progress):
        text += " · " + wording.time_left(progress.seconds_left, progress.span_left)
    if state.on_battery:
        text += " · " + translate("Progress", "more slowly on battery")
    return text


def stage_in_few_words(progress: IndexProgress | None, state: IndexingState | None) -> str:
    """The stage and how far it is, for a line without room for more; "" when nothing is going on."""
    if state is not None and state.is_paused:
        return translate("Progress", "Paused")
    if progress is None or state is None or not state.is_busy:
        return ""
    done, total = wording.number(progress.done), wording.number(progress.total)
    match progress.stage:
        case "scan":
            return translate("Progress", "Looking: {done}").format(done=done)
        case "text" | "ocr":
            return translate("Progress", "Reading: {done} of {total}").format(done=done, total=total)
        case "vectors":
            return translate("Progress", "Meaning: {done} of {total}").format(done=done, total=total)
        case _:
            return translate("Progress", "Tidying up")


def _is_telling(progress: IndexProgress) -> bool:
    """Whether enough is done to guess the time left: the first passages also pay for loading the model."""
    return progress.stage in ("text", "vectors") and progress.done >= min(64, progress.total // 10)


def share(progress: IndexProgress | None) -> int | None:
    """Thousandths done of the stage; None where that is not known."""
    if progress is None or not progress.total or progress.stage not in ("text", "vectors", "ocr"):
        return None
    return min(1000, round(1000 * progress.done / progress.total))


def rule_in_words(rule: str) -> str:
    """A rule that leaves files out, for a person; the rule's own name where it is not known."""
    name, _, pattern = rule.partition(":")
    names = {
        "hidden": translate("Rules", "hidden"),
        "program-folder": translate("Rules", "folders of programs or of saved pages"),
        "temporary": translate("Rules", "temporary"),
        "kind": translate("Rules", "not documents"),
        "picture": translate("Rules", "pictures (text recognition is off)"),
        "pattern": translate("Rules", "by your pattern {pattern}").format(pattern=pattern),
        "own-kind": translate("Rules", "of kinds you leave out"),
        "size": translate("Rules", "too large"),
        "ficheroignore": translate("Rules", "by .ficheroignore files"),
        "gitignore": translate("Rules", "by .gitignore files"),
        "link": translate("Rules", "links"),
        "own-data": translate("Rules", "Fichero's own data"),
        "removed-by-you": translate("Rules", "removed by you"),
    }
    return names.get(name, rule)


def left_out_in_words(rule: str, n_files: int) -> str:
    """How many files a rule leaves out, as "3 temporary"."""
    of_rule = {
        "hidden": Counts.hidden, "program-folder": Counts.program_folders, "temporary": Counts.temporary, "kind": Counts.not_documents,
        "picture": Counts.pictures, "size": Counts.too_large, "link": Counts.links, "removed-by-you": Counts.removed_by_you,
    }.get(rule)
    return of_rule(Counts(), n_files) if of_rule is not None else f"{wording.number(n_files)} {rule_in_words(rule)}"
