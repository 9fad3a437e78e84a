"""Text in pictures: PP-OCRv6 small, a detector and a reader of lines, run on the CPU.

Input of the networks: RGB scaled to -1…1 in the
layout (1, 3, height, width); the detector wants sides that are multiples of 32, the reader lines 48 pixels high.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.line_ink import mended
from models.onnx_session import Session
from models.recogniser_files import find_recogniser_files
from models.text_boxes import TextBox, find_boxes

_DETECTOR_PIXELS = 1_600_000    # of a picture as the detector sees it: fewer lose small print, more take longer
_DETECTOR_SHORT_SIDE = 320
_DETECTOR_LONG_SIDE = 4_000
_LINE_HEIGHT = 48
_MAX_LINE_WIDTH = 3_200
_STEP = 8                       # pixels that the reader goes on at each step
_BATCH_WIDTH = 2_400            # pixels of all lines of a batch together: memory
_DIRECTION_SHAPE = (48, 192)
_N_VOTES = 12                   # lines that are asked which way up a page is
_LEAST_SURENESS = 0.65          # mean over a line's characters

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


class TextRecogniser:
    """Finds and reads the lines of pictures, on `n_threads` threads. Use from one thread at a time."""

    def __init__(self, n_threads: int = 1) -> None:
        """
        Raises:
            WeightsMissing: the add-on is not installed.
            ModelDamaged: a file is not the known one.
        """
        files = find_recogniser_files(verify=True)
        self._detector, self._reader, self._direction = (
            Session(files[kind], n_threads) for kind in ("detector", "reader", "direction")
        )
        # Class 0 is "nothing here", the last one a space.
        self._characters = ["", *self._reader.metadata["character"].split("\n"), " "]

    def read(self, picture: Picture) -> PictureText:
        """All lines of a picture, which may lie on its side or be upside down."""
        boxes = self._find(picture)
        turned = 0
        if sum(box.length * (1 if box.is_tall else -1) for box in boxes) > 0:
            picture, boxes, turned = *_turned(picture, boxes, 90), 90
        if boxes and self._is_upside_down(picture, boxes):
            picture, boxes, turned = *_turned(picture, boxes, 180), turned + 180
        lines = self._read_boxes(picture, boxes)
        return PictureText(tuple(lines), turned, picture.shape[1], picture.shape[0])

    def _find(self, picture: Picture) -> list[TextBox]:
        from PIL import Image

        height, width = picture.shape[:2]
        scale = min(1.0, math.sqrt(_DETECTOR_PIXELS / (width * height)))
        scale = min(max(scale, _DETECTOR_SHORT_SIDE / min(height, width)), _DETECTOR_LONG_SIDE / max(height, width))
        size = max(round(width * scale / 32), 1) * 32, max(round(height * scale / 32), 1) * 32
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
                results[i] = self._decoded(scores[n], pieces[i])
        return results

    def _decoded(self, scores: NDArray[np.float32], piece: Picture) -> tuple[str, float]:
        """The best class at each step; repeats are one, and class 0 stands between equal letters (CTC: Graves, 2006)."""
        best = scores.argmax(axis=1)
        kept = best > 0
        kept[1:] &= best[1:] != best[:-1]
        if not kept.any():
            return "", 0.0
        characters = [self._characters[i] for i in best[kept]]
        places = (np.flatnonzero(kept) + 0.5) * _STEP
        return mended(characters, places, piece), float(scores.max(axis=1)[kept].mean())


def _run(session: Session, batch: NDArray[np.float32]) -> NDArray[np.float32]:
    """The one output for the one input, whose names differ from network to network."""
    return session.run([next(iter(session.outputs))], {next(iter(session.inputs)): batch})[0]


def _normalised(picture: Picture) -> NDArray[np.float32]:
    return (picture.astype(np.float32) * np.float32(1 / 127.5) - np.float32(1)).transpose(2, 0, 1)


def _turned(picture: Picture, boxes: Sequence[TextBox], degrees: int) -> tuple[Picture, list[TextBox]]:
    height, width = picture.shape[:2]
    return np.ascontiguousarray(np.rot90(picture, -degrees // 90)), [box.turned(degrees, width, height) for box in boxes]


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
