"""How the check of citations tells support from none: `python -m tests.measure_citations [DATA] [--pairs 60]`.

On xquad's parallel paragraphs in Spanish and English (in DATA, by default FICHERO_DATA or ../shared/data). A sentence of a paragraph, and a
question about it, stand for what a model might write; each is held against its own paragraph in both languages and against the two
nearest others. Prints how many of each are taken as supported, without regard to figures and names.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from engine.document import ChunkId, DocumentId
from engine.language.sentences import split_sentences
from engine.written_answers.answer_messages import SentPassage
from engine.written_answers.citation_check import Support
from models.embedder import Embedder
from models.late_interaction import LateInteraction

RIVALS = 2
LANGUAGES = ("es", "en")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", nargs="?", default=os.environ.get("FICHERO_DATA", "../shared/data"))
    parser.add_argument("--pairs", type=int, default=60)
    options = parser.parse_args()
    measure(Path(options.data) / "retrieval" / "xquad", options.pairs)


def measure(folder: Path, n_pairs: int) -> None:
    chance = random.Random(1)
    rows = {row["id"]: row for row in lines(folder / "corpus.jsonl") if row["lang"] in LANGUAGES}
    names = sorted(id.partition(":")[2] for id in rows if id.startswith("es:"))
    names = chance.sample(names, n_pairs)
    embedder, late = Embedder(n_threads=1), LateInteraction(n_threads=1)
    held, encoded, vectors = {}, {}, {}
    for language in LANGUAGES:
        own = [rows[f"{language}:{name}"] for name in names]
        held[language] = [Support(passage_of(number, row)) for number, row in enumerate(own)]
        encoded[language] = [encoding for at in range(0, n_pairs, 8) for encoding in embedder.embed_passages(
            [row["text"] for row in own[at : at + 8]]
        )]
        vectors[language] = np.array([encoding.vector for encoding in encoded[language]], dtype=np.float32)
    taken: dict[tuple[str, str, bool], Counter[bool]] = defaultdict(Counter)
    questions = questions_of(folder)
    for number, name in enumerate(names):
        for language in LANGUAGES:
            row = rows[f"{language}:{name}"]
            for kind, text in statements(row, questions, chance):
                query = embedder.embed_query(text)
                for other in LANGUAGES:
                    order = np.argsort(-(vectors[other] @ np.asarray(query.vector, dtype=np.float32)))
                    among = [number, *[int(place) for place in order if place != number][:RIVALS]]
                    scores = late.scores(query, [encoded[other][place].bits for place in among]).whole
                    for place, score in zip(among, scores, strict=True):
                        says = held[other][place].says(text, language, {ChunkId(place): float(score)})
                        taken[kind, "the same" if other == language else "another", place == number][says] += 1
    for (kind, other, is_own), counts in sorted(taken.items()):
        print(f"{kind}, {other} language, {'its own' if is_own else 'other'} passage: {counts[True]} of {counts.total()} supported")


def statements(row: dict[str, Any], questions: dict[str, list[str]], chance: random.Random) -> Iterator[tuple[str, str]]:
    sentences = [row["text"][start:end] for start, end in split_sentences(row["text"], row["lang"]) if end - start > 40]
    if sentences:
        yield "sentence", chance.choice(sentences)
    if questions.get(row["id"]):
        yield "question", chance.choice(questions[row["id"]]).strip("¿?")


def questions_of(folder: Path) -> dict[str, list[str]]:
    texts = {row["id"]: row["text"] for row in lines(folder / "queries.jsonl") if row["lang"] in LANGUAGES}
    found: dict[str, list[str]] = defaultdict(list)
    for line in (folder / "qrels.tsv").read_text("utf-8").splitlines():
        question, *rest = line.split("\t")
        for passage in rest:
            if question in texts:
                found[passage].append(texts[question])
    return found


def passage_of(number: int, row: dict[str, Any]) -> SentPassage:
    return SentPassage(number, ChunkId(number), DocumentId(number), row["id"], row["title"] or "", (), None, 0, 0, row["lang"], row["text"])


def lines(path: Path) -> Iterator[dict[str, Any]]:
    return (json.loads(line) for line in path.read_text("utf-8").splitlines())


if __name__ == "__main__":
    main()
