"""Names and sentences of the evaluation: the four ways of searching, what likely fails, what has changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QLocale

from engine.evaluation.comparison import Comparison
from engine.evaluation.diagnosis import changes
from engine.evaluation.study import CONFIGURATIONS
from ui.window import wording
from ui.window.counts import Counts
from ui.window.language import translate

FIRST = 5           # ranks that count as found
FEW = 10            # questions below which figures say little


def configuration(name: str) -> str:
    return {
        "bm25": translate("Evaluation", "Words (BM25)"), "dense": translate("Evaluation", "Meaning (dense)"),
        "hybrid": translate("Evaluation", "Both (hybrid)"), "hybrid+rerank": translate("Evaluation", "Both, reranked"),
    }[name]


def percent(share: float) -> str:
    return translate("Evaluation", "{percent} %").format(percent=QLocale().toString(100 * share, "f", 0))


def difference(now: float, before: float) -> str:
    """In points, with its sign; "" where nothing is to be seen of it."""
    points = round(100 * (now - before))
    return f"{'+' if points > 0 else '−'}{abs(points)}" if points else ""


def rank(value: int | None) -> str:
    return wording.number(value) if value is not None else "–"


def verdict(run: Mapping[str, Any]) -> str:
    """The likely culprit in plain words, and how much the figures say."""
    figures = run["hybrid+rerank"]
    values = {"five": percent(figures["recall@5"]), "twenty": percent(figures["recall@20"])}
    match run.get("culprit"):
        case "reading":
            text = translate(
                "Evaluation",
                "For {twenty} of the questions the right document is among the first 20. The others are hardly found at all: likely "
                "their documents were not read or not cut into passages well, or they are worded quite differently. Open a failed "
                "question, and look at how its document was read."
            )
        case "ranking":
            text = translate(
                "Evaluation",
                "The right document is nearly always among the first 20 ({twenty}), but not often enough among the first 5 ({five}): "
                "likely the ranking. The documents were read and found; others are put before them."
            )
        case _:
            text = translate(
                "Evaluation",
                "The right document is among the first 5 for {five} of the questions and among the first 20 for {twenty}: neither "
                "reading nor ranking stands out as a weakness."
            )
    n = int(run["n_questions"])
    few = " " + Counts().few_questions(n) if n < FEW else ""
    return text.format(**values) + few


def culprit_of_question(name: str | None, best: int | None) -> str:
    return {
        "unknown": translate("Evaluation", "The right document is not in the index: add its folder, or ask why it is left out."),
        "unreadable": translate("Evaluation", "The right document is in the index, but no text could be read in it."),
        "reading": translate(
            "Evaluation",
            "The right document holds text, but neither list has it among the first 20: likely it was read or cut badly, or it "
            "is worded quite differently from the question."
        ),
        "ranking": translate("Evaluation", "The right document was found, but others were put before it: likely the ranking."),
    }.get(name or "", translate("Evaluation", "The right document stands at place {rank}.").format(rank=rank(best)) if best else "")


def plot_in_words(run: Mapping[str, Any], before: Mapping[str, Any] | None) -> str:
    """What the plot shows, for those who cannot see it."""
    parts = []
    for name in CONFIGURATIONS:
        five, twenty = run[name]["recall@5"], run[name]["recall@20"]
        part = translate("Evaluation", "{name}: {five} among the first 5, {twenty} among the first 20").format(
            name=configuration(name), five=percent(five), twenty=percent(twenty)
        )
        if before is not None:
            part += ", " + translate("Evaluation", "before: {five} and {twenty}").format(
                five=percent(before[name]["recall@5"]), twenty=percent(before[name]["recall@20"])
            )
        parts.append(part)
    return "; ".join(parts) + "."


def changes_in_words(both: Comparison | None, name: str) -> str:
    """What has changed since the run of this name; None: they have no question in common."""
    if both is None:
        return translate("Evaluation", "“{name}” asked other questions: there is nothing to compare.").format(name=name)
    changed = changes(both.now, both.before)
    worse, better = changed["newly_failed"], changed["newly_right"]
    if not worse and not better:
        text = translate("Evaluation", "Since “{name}”: the same questions are found.").format(name=name)
    else:
        text = translate("Evaluation", "Since “{name}”: {found}, {lost}.").format(
            name=name, found=Counts().found_now(len(better)), lost=Counts().found_no_more(len(worse))
        )
    return text if both.is_whole else text + " " + Counts().compared(both.n_common)
