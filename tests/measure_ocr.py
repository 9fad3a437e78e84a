"""Measures text recognition: ten Spanish pages as from a scanner, at 150, 200 and 300 dpi.

    python -m tests.measure_ocr [--pages N] [--threads N]

Prints for each resolution the character error rate (edit distance to the true text, divided by its length; white space
counts as one space), the share of words with accents or ñ that were read right, and seconds a page. The pages are made of
the Spanish samples in tests/data/sample_texts, each in another font, a little askew, soft, noisy and JPEG.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from pathlib import Path

from engine.build_ocr import load_recogniser
from engine.reading.ocr import Ocr
from engine.reading.source import ReadOptions, Source
from tests.scanned_pages import fonts, page, scanned

SAMPLES = ("acta_junta_2024.md", "estatutos.md", "nomina.md", "ordenanza_ruido.md", "presupuesto.md",
           "mantenimiento_ascensor_v1.txt", "aviso_piscina.txt")
PAGE_CHARS = 1_900
_ACCENTED = re.compile(r"\b\w*[áéíóúüñÁÉÍÓÚÜÑ]\w*\b")


def texts(n_pages: int) -> list[str]:
    """Pieces of the samples, the last repeated from the start where there are not enough."""
    folder = Path(__file__).parent / "data" / "sample_texts"
    whole = "\n\n".join((folder / name).read_text("utf-8") for name in SAMPLES)
    paragraphs = [" ".join(line.lstrip("#*-| ").split()) for line in whole.split("\n") if line.strip(" |-#")]
    pages: list[str] = []
    open_page: list[str] = []
    for paragraph in paragraphs * 4:
        open_page.append(paragraph)
        if sum(map(len, open_page)) > PAGE_CHARS:
            pages.append("\n\n".join(open_page))
            open_page = []
            if len(pages) == n_pages:
                break
    return pages


def edit_distance(a: str, b: str) -> int:
    """Levenshtein, by rows."""
    import numpy as np

    codes = np.array([ord(char) for char in b])
    row = np.arange(len(b) + 1)
    for char in a:
        best = np.minimum(row[1:] + 1, row[:-1] + (codes != ord(char)))
        first = row[0] + 1
        # A deletion chain to the right: the running minimum of value - position.
        shifted = np.concatenate([[first], best]) - np.arange(len(b) + 1)
        row = np.minimum.accumulate(shifted) + np.arange(len(b) + 1)
    return int(row[-1])


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=10)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--dpi", type=int, nargs="*", default=[150, 200, 300])
    parser.add_argument("--show", action="store_true", help="print the words that were read wrong")
    options = parser.parse_args()
    import functools

    ocr = Ocr(functools.partial(load_recogniser, options.threads), "measured")
    load_recogniser(options.threads)
    for dpi in options.dpi:
        n_errors = n_chars = n_accented = n_right = 0
        seconds = cpu = 0.0
        for number, text in enumerate(texts(options.pages)):
            image = scanned(page(text, dpi, fonts()[number % len(fonts())], 10.0), angle=(-0.8, 0.0, 0.7)[number % 3], seed=number)
            path = Path(f"/tmp/measure-ocr-{number}.png")
            image.save(path)
            begun, begun_cpu = time.perf_counter(), time.process_time()
            from engine.reading.pictures import read_picture

            document = read_picture(Source(path.name, path=path, options=ReadOptions(ocr=ocr)))
            seconds, cpu = seconds + time.perf_counter() - begun, cpu + time.process_time() - begun_cpu
            path.unlink()
            true, got = " ".join(text.split()), " ".join(document.text.split())
            n_errors += edit_distance(true, got)
            n_chars += len(true)
            wanted, found = Counter(_ACCENTED.findall(true)), Counter(re.findall(r"\w+", got))
            n_accented += sum(wanted.values())
            n_right += sum(min(n, found[word]) for word, n in wanted.items())
            if options.show:
                print(number, Counter(true.split()) - Counter(got.split()), Counter(got.split()) - Counter(true.split()), file=sys.stderr)
        print(
            f"{dpi} dpi: character error rate {100 * n_errors / n_chars:.2f} %, accented words right "
            f"{100 * n_right / n_accented:.1f} %, {seconds / options.pages:.1f} s a page ({cpu / options.pages:.1f} s of CPU)"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
