"""Text in pictures: PP-OCRv6 small (Apache-2.0), detector and reader of lines, as the package rapidocr carries them.

The package is used for these files only; nothing of it is imported. Input of the networks: RGB scaled to -1…1 in the
layout (1, 3, height, width); the detector wants sides that are multiples of 32, the reader lines 48 pixels high.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.errors import ModelDamaged, WeightsMissing
from models.onnx_session import Session
from models.text_boxes import TextBox, find_boxes

PACKAGE = "rapidocr"
PACKAGE_VERSION = "3.10.0"
VERSION = f"PP-OCRv6-small@{PACKAGE_VERSION}.1"       # of what is recognised: the last number is of the code here
_FILES = {
    "detector": ("PP-OCRv6_det_small.onnx", "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f"),
    "reader": ("PP-OCRv6_rec_small.onnx", "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884"),
    "direction": ("ch_ppocr_mobile_v2.0_cls_mobile.onnx", "e47acedf663230f8863ff1ab0e64dd2d82b838fceb5957146dab185a89d6215c"),
}
_DETECTOR_LONG_SIDE = 1_440     # pixels: smaller loses small print, larger takes longer and finds no more
_DETECTOR_SHORT_SIDE = 320
_LINE_HEIGHT = 48
_MAX_LINE_WIDTH = 3_200
_BATCH_WIDTH = 2_400            # pixels of all lines of a batch together: memory
_DIRECTION_SHAPE = (48, 192)
_N_VOTES = 12                   # lines that are asked which way up a page is
_LEAST_SURENESS = 0.5           # mean over a line's characters

Picture = NDArray[np.uint8]     # shape (height, width, 3), RGB


@dataclass(frozen=True, slots=True)
class PictureLine:
    """One line of text in a picture, with its place in pixels of the picture as it was turned."""

    text: str
    sureness: float             # 0 to 1
    box: TextBox


@dataclass(frozen=True, slots=True)
class PictureText:
    """Lines in no order. The picture has to be turned by `turned` degrees clockwise to be read."""

    lines: tuple[PictureLine, ...]
    turned: int                 # 0, 90, 180, 270
    width: int                  # pixels, of the turned picture
    height: int


def find_recogniser_files() -> dict[str, Path]:
    """The networks in the installed package, found without importing it.

    Raises:
        WeightsMissing: the package, or Pillow, is not installed.
    """
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations or importlib.util.find_spec("PIL") is None:
        raise WeightsMissing(Path(PACKAGE))
    folder = Path(next(iter(spec.submodule_search_locations))) / "models"
    files = {kind: folder / name for kind, (name, _) in _FILES.items()}
    for file in files.values():
        if not file.is_file():
            raise WeightsMissing(file)
    return files


class TextRecogniser:
    """Finds and reads the lines of pictures, on `n_threads` threads. Use from one thread at a time."""

    def __init__(self, n_threads: int = 1) -> None:
        """
        Raises:
            WeightsMissing: the add-on is not installed.
            ModelDamaged: a file is not the known one.
        """
        files = find_recogniser_files()
        for kind, path in files.items():
            _check(path, _FILES[kind][1])
        self._detector, self._reader, self._direction = (
            Session(files[kind], n_threads) for kind in ("detector", "reader", "direction")
        )
        # Class 0 is "nothing here", the last one a space.
        self._characters = ["", *self._reader.metadata["character"].split("\n"), " "]

    def read(self, picture: Picture) -> PictureText:
        """All lines of a picture, which may lie on its side or be upside down."""
        turned = 0
        boxes = self._find(picture)
        if boxes and sum(box.length for box in boxes if box.is_tall) > sum(box.length for box in boxes if not box.is_tall):
            picture, turned = _turned(picture, 90), 90
            boxes = self._find(picture)
        if boxes and self._is_upside_down(picture, boxes):
            picture, turned = _turned(picture, 180), (turned + 180) % 360
            boxes = self._find(picture)
        lines = self._read_boxes(picture, boxes)
        return PictureText(tuple(lines), turned, picture.shape[1], picture.shape[0])

    def _find(self, picture: Picture) -> list[TextBox]:
        from PIL import Image

        height, width = picture.shape[:2]
        scale = min(1.0, _DETECTOR_LONG_SIDE / max(height, width))
        scale = max(scale, _DETECTOR_SHORT_SIDE / min(height, width))
        size = tuple(min(max(round(side * scale / 32) * 32, 32), 2 * _DETECTOR_LONG_SIDE) for side in (width, height))
        small = np.asarray(Image.fromarray(picture).resize(size, Image.Resampling.BILINEAR))
        sureness = _run(self._detector, _normalised(small)[None])[0, 0]
        return [box.scaled(width / size[0], height / size[1]) for box in find_boxes(sureness)]

    def _is_upside_down(self, picture: Picture, boxes: Sequence[TextBox]) -> bool:
        """By vote of the longest lines; where most say so, reading a few both ways decides."""
        longest = sorted(boxes, key=lambda box: -box.length)[:_N_VOTES]
        lines = np.stack([_direction_input(_cut_out(picture, box)) for box in longest])
        votes = _run(self._direction, lines)
        if 2 * (votes[:, 1] > votes[:, 0]).sum() <= len(longest):
            return False
        some = longest[:4]
        as_it_is = sum(sureness for _, sureness in self._read_pieces([_cut_out(picture, box) for box in some]))
        reversed_ = sum(sureness for _, sureness in self._read_pieces([_cut_out(picture, box.upside_down()) for box in some]))
        return reversed_ > as_it_is

    def _read_boxes(self, picture: Picture, boxes: Sequence[TextBox]) -> list[PictureLine]:
        boxes = list(boxes)
        read = self._read_pieces([_cut_out(picture, box) for box in boxes])
        # Lines along a page's edge may run upwards as well as downwards.
        tall = [i for i, box in enumerate(boxes) if box.is_tall]
        for i, again in zip(tall, self._read_pieces([_cut_out(picture, boxes[i].upside_down()) for i in tall])):
            if again[1] > read[i][1]:
                boxes[i], read[i] = boxes[i].upside_down(), again
        return [
            PictureLine(text.strip(), sureness, box) for box, (text, sureness) in zip(boxes, read)
            if text.strip() and sureness >= _LEAST_SURENESS
        ]

    def _read_pieces(self, pieces: Sequence[Picture]) -> list[tuple[str, float]]:
        """Text and sureness of pictures of lines, in order; lines of like lengths are read together."""
        results = [("", 0.0)] * len(pieces)
        order = sorted(range(len(pieces)), key=lambda i: pieces[i].shape[1])
        while order:
            width = max(pieces[order[-1]].shape[1], 64)
            batch = order[-max(1, _BATCH_WIDTH // width):]
            del order[-len(batch):]
            lines = np.zeros((len(batch), 3, _LINE_HEIGHT, width), np.float32)
            for n, i in enumerate(batch):
                lines[n, :, :, :pieces[i].shape[1]] = _normalised(pieces[i])
            scores = _run(self._reader, lines)
            for n, i in enumerate(batch):
                results[i] = self._decoded(scores[n])
        return results

    def _decoded(self, scores: NDArray[np.float32]) -> tuple[str, float]:
        """The best class at each step; repeats are one, and class 0 stands between equal letters (CTC: Graves, 2006)."""
        best = scores.argmax(axis=1)
        kept = best > 0
        kept[1:] &= best[1:] != best[:-1]
        if not kept.any():
            return "", 0.0
        text = "".join(self._characters[i] for i in best[kept])
        return text, float(scores.max(axis=1)[kept].mean())


@functools.lru_cache(maxsize=8)
def _check(path: Path, digest: str) -> None:
    if hashlib.sha256(path.read_bytes()).hexdigest() != digest:
        raise ModelDamaged(path, f"not the file of {PACKAGE} {PACKAGE_VERSION}")


def _run(session: Session, batch: NDArray[np.float32]) -> NDArray[np.float32]:
    """The one output for the one input, whose names differ from network to network."""
    return session.run([next(iter(session.outputs))], {next(iter(session.inputs)): batch})[0]


def _normalised(picture: Picture) -> NDArray[np.float32]:
    return (picture.astype(np.float32) * np.float32(1 / 127.5) - np.float32(1)).transpose(2, 0, 1)


def _turned(picture: Picture, degrees: int) -> Picture:
    return np.ascontiguousarray(np.rot90(picture, -degrees // 90))


def _cut_out(picture: Picture, box: TextBox) -> Picture:
    """The line in a box, upright, 48 pixels high."""
    from PIL import Image

    width = min(max(math.ceil(_LINE_HEIGHT * box.length / box.height), 8), _MAX_LINE_WIDTH)
    corners = box.corners
    left, top = np.floor(corners.min(axis=0)).astype(int).clip(0)
    right, bottom = np.ceil(corners.max(axis=0)).astype(int)
    piece = Image.fromarray(picture[top:max(bottom, top + 1), left:max(right, left + 1)])
    is_straight = abs(box.along[1]) < 0.004 and box.along[0] > 0
    if not is_straight:
        # Each pixel of the upright line at its natural size, then scaled, so that large letters are averaged.
        size = max(round(box.length), 1), max(round(box.height), 1)
        (ax, ay), (dx, dy) = box.along, box.down
        x, y = box.corner[0] - left, box.corner[1] - top
        piece = piece.transform(size, Image.Transform.AFFINE, (ax, dx, x, ay, dy, y), Image.Resampling.BICUBIC)
    return np.asarray(piece.resize((width, _LINE_HEIGHT), Image.Resampling.BILINEAR))


def _direction_input(line: Picture) -> NDArray[np.float32]:
    from PIL import Image

    height, width = _DIRECTION_SHAPE
    padded = np.zeros((3, height, width), np.float32)
    if line.shape[1] > width:
        line = np.asarray(Image.fromarray(line).resize((width, height), Image.Resampling.BILINEAR))
    padded[:, :, :line.shape[1]] = _normalised(line)
    return padded
