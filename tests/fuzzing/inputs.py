"""Damaged files by number: the same seed and number give the same file, in every process."""

from __future__ import annotations

import os
import random
import tarfile
from pathlib import Path

from tests.fuzzing.mutations import damaged
from tests.fuzzing.seeds import MAX_SEED_BYTES, Seed, generated_seeds

DATA = Path(os.environ.get("FICHERO_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))
_OTHER_NAMES = ("a", "a.txt", "a.zip", "a.docx", "a.xlsx", "a.html", "a.md", "a.json", "a.eml", "a.csv", "a.py", "a.xls", "Inbox", "a.tex~")


class Inputs:
    def __init__(self, seed: int, only: str = "") -> None:
        self._seed = seed
        self._generated = [found for found in generated_seeds() if found[0].endswith(only)]
        self._difficult = [found for found in _difficult() if found[0].endswith(only)]
        self.seeds = [*self._generated, *self._difficult]
        self._contents = [data for _, data in self.seeds]

    def input(self, number: str) -> Seed:
        """File name and content. Two of three come from the small files made here, since those are damaged faster."""
        chance = random.Random(f"{self._seed}/{number}")
        pool = self._difficult if self._difficult and (chance.random() < 0.33 or not self._generated) else self._generated
        name, data = chance.choice(pool)
        if chance.random() < 0.05:
            name = chance.choice(_OTHER_NAMES)
        return name, damaged(name, data, self._contents, chance)


def _difficult() -> list[Seed]:
    packed = DATA / "difficult" / "files.tar.gz"
    if not packed.is_file():
        return []
    seeds: list[Seed] = []
    with tarfile.open(packed) as archive:
        for member in archive:
            file = archive.extractfile(member) if member.isreg() and 0 < member.size <= MAX_SEED_BYTES else None
            if file is not None:
                seeds.append((os.fsencode(Path(member.name).name).decode("utf-8", "replace").replace("\ufffd", "x"), file.read()))
    return seeds
