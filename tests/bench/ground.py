"""What measurements stand on: folders, base passages, indexes, each made at its first use and kept in build/bench."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path

from engine.settings import Settings
from tests.bench import base, corpus, synthetic
from tests.bench.base import Base

HUNDRED_THOUSAND, MILLION = 100_000, 1_000_000


@dataclass(frozen=True)
class Ground:
    """`is_quick`: smaller indexes and fewer rounds, to see that all works; the figures say little."""

    cache: Path
    is_quick: bool = False

    def __post_init__(self) -> None:
        self.cache.mkdir(parents=True, exist_ok=True)

    @property
    def n_passages(self) -> int:
        return 5_000 if self.is_quick else HUNDRED_THOUSAND

    def rounds(self, usual: int, quick: int) -> int:
        return quick if self.is_quick else usual

    def small_folder(self) -> Path:
        return corpus.folder_of(self.cache, is_small=True)

    def large_folder(self) -> Path:
        """About 3,000 files; quick: the small one."""
        return self.small_folder() if self.is_quick else corpus.folder_of(self.cache, is_small=False)

    @functools.cached_property
    def base(self) -> Base:
        return base.base_of(self.cache, 500 if self.is_quick else base.N_PASSAGES)

    def index(self, n_passages: int | None = None) -> Settings:
        return synthetic.index_of(self.cache, self.base, n_passages or self.n_passages)
