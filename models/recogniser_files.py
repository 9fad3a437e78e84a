"""The networks that recognise text in pictures: PP-OCRv6 small (Apache-2.0), as the package rapidocr carries them.

The package is an add-on and is used for these files only; nothing of it is imported, so nothing of it can download.
"""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

from models.errors import ModelDamaged, WeightsMissing

PACKAGE = "rapidocr"
PACKAGE_VERSION = "3.10.0"
PICTURES_PACKAGE = "PIL"        # Pillow opens and cuts the pictures; it comes with the add-on
VERSION = f"PP-OCRv6-small@{PACKAGE_VERSION}/1"       # of what is recognised; the last number is that of our code
_FILES = {
    "detector": ("PP-OCRv6_det_small.onnx", "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f"),
    "reader": ("PP-OCRv6_rec_small.onnx", "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884"),
    "direction": (
        "ch_ppocr_mobile_v2.0_cls_mobile.onnx", "e47acedf663230f8863ff1ab0e64dd2d82b838fceb5957146dab185a89d6215c"
    ),
}


def find_recogniser_files(verify: bool = False) -> dict[str, Path]:
    """The networks in the installed package by what they do: "detector", "reader", "direction".

    Raises:
        WeightsMissing: the add-on is not installed, or not as a whole.
        ModelDamaged: `verify`, and a file is not the known one.
    """
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations or importlib.util.find_spec(PICTURES_PACKAGE) is None:
        raise WeightsMissing(Path(PACKAGE))
    folder = Path(next(iter(spec.submodule_search_locations))) / "models"
    files = {}
    for kind, (name, digest) in _FILES.items():
        files[kind] = folder / name
        if not files[kind].is_file():
            raise WeightsMissing(files[kind])
        if verify and hashlib.sha256(files[kind].read_bytes()).hexdigest() != digest:
            raise ModelDamaged(files[kind], f"not the file of {PACKAGE} {PACKAGE_VERSION}", f"no es el archivo de {PACKAGE} {PACKAGE_VERSION}")
    return files
