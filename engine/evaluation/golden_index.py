"""Indexes the passages of a golden set, apart from the person's own documents."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

from engine.build import build_indexer
from engine.evaluation.golden import GoldenSet, read_folder
from engine.settings import Settings


def index_golden_folder(
    settings: Settings, source: Path, languages: tuple[str, ...], progress: Callable[[str], None]
) -> tuple[GoldenSet, Settings]:
    """Write a golden set's passages as files below the data folder and index them there, apart from the person's own.

    Returns:
        The set, and the settings of the index that holds its passages. A second call embeds nothing again.
    """
    place = settings.data_dir / "evaluations" / source.name
    golden = read_folder(source, place / "documents", languages)
    own = dataclasses.replace(settings, data_dir=place / "index", models_at=settings.models_dir)
    with build_indexer(own) as indexer:
        indexer.index(
            [place / "documents"], all_files=True,
            progress=lambda step: progress(f"{source.name} {step.stage} {step.done}/{step.total}"),
        )
    return golden, own
