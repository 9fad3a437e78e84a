"""Figures to files: results.json, the table of docs/performance.md and the plot beside it."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path

from tests.bench.figures import Figure

BEGIN, END = "<!-- figures: made by `make bench` -->", "<!-- end of figures -->"
PAGE, PLOT = Path("docs") / "performance.md", Path("docs") / "images" / "performance.svg"

WORDS = {
    "reading-stage": "reading and text stage, whole folder, beside `recollindex`",
    "reading-stage-processor": "the same in seconds of processors",
    "embedding-stage": "embedding stage, passages a second, beside the bare ONNX session at its best batch",
    "add-to-answer": "from adding a folder to the right answer about one of its newest files",
    "scan": "scan with nothing changed, beside a bare `os.scandir` walk with stat",
    "query-p50": "query, hybrid with rerank, 100,000 passages, median, beside one query embedding",
    "query-p95": "the same, 95th percentile",
    "query-million-p50": "the same at 1,000,000 beside 100,000, median",
    "query-million-p95": "the same at 1,000,000 beside 100,000, 95th percentile",
    "rerank-50": "rerank of 50, beside one query embedding",
    "vector-recall-50": "approximate vector index, recall@50 against exact",
    "vector-recall-50-million": "the same at 1,000,000",
    "index-size": "index size, all stores, beside bytes of extracted text",
    "text-index-size": "text index, beside bytes of extracted text",
    "memory-window": "memory, window idle with models loaded",
    "memory-indexer": "memory, indexer at its peak, on an index of 100,000 passages",
    "window-shown": "window shown, warm, beside a bare PySide6 window",
}


def merged(path: Path, figures: Sequence[Figure]) -> list[Figure]:
    """New figures in the place of earlier ones of the same name; those that were not measured now stay."""
    known = {figure.name: figure for figure in read(path)}
    known.update({figure.name: figure for figure in figures})
    order = {name: place for place, name in enumerate(WORDS)}
    return sorted(known.values(), key=lambda figure: order.get(figure.name, len(order)))


def read(path: Path) -> list[Figure]:
    if not path.exists():
        return []
    return [Figure(**figure) for figure in json.loads(path.read_text("utf-8"))["figures"]]


def write(path: Path, figures: Sequence[Figure]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    rounded = [dataclasses.asdict(dataclasses.replace(figure, value=_rounded(figure.value))) for figure in figures]
    path.write_text(json.dumps({"figures": rounded}, indent=1, ensure_ascii=False) + "\n", "utf-8")


def table(figures: Sequence[Figure]) -> str:
    lines = ["| what | measured | aim | reached | n | made of |", "|---|---|---|---|---|---|"]
    for figure in figures:
        sign = "≥" if figure.direction == "max" else "≤"
        aim = "" if figure.target is None else f"{sign} {_written(figure, figure.target)}"
        reached = {True: "yes", False: "**no**", None: ""}[figure.is_met]
        lines.append(
            f"| {WORDS.get(figure.name, figure.name)} | {_written(figure, figure.value)} | {aim} | {reached} | {figure.n} | {figure.detail} |"
        )
    return "\n".join(lines)


def write_pages(root: Path, figures: Sequence[Figure]) -> None:
    """The table between its two marks in the page, and the plot."""
    from tests.bench.plot import draw

    page = root / PAGE
    before, _, rest = page.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(f"{before}{BEGIN}\n\n{table(figures)}\n\n{END}{after}", "utf-8")
    draw(root / PLOT, [figure for figure in figures if figure.target is not None])


def _written(figure: Figure, value: float) -> str:
    shown = f"{_rounded(value):g}"
    return shown if figure.unit == "ratio" else f"{shown} {figure.unit}"


def _rounded(value: float) -> float:
    """Three digits that say something."""
    return float(f"{value:.3g}")
