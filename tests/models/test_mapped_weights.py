"""Tables of bytes that stay in the file: the same numbers, and nothing of a file that is not as it should be."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

from models.errors import ModelDamaged
from models.manifest import EMBEDDER
from models.mapped_weights import SMALLEST, byte_tables
from models.onnx_session import Session


def test_tables_are_those_of_the_file_and_give_the_same_numbers(model_folder: Path) -> None:
    tables = byte_tables(model_folder / EMBEDDER)
    model = onnx.load(str(model_folder / EMBEDDER))
    expected = {
        tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in model.graph.initializer
        if tensor.data_type == onnx.TensorProto.UINT8 and len(tensor.raw_data) >= SMALLEST
    }
    assert tables.keys() == expected.keys() and sum(table.nbytes for table in tables.values()) > 40_000_000
    assert all(np.array_equal(tables[name], expected[name]) for name in tables)
    assert not any(table.flags.writeable for table in tables.values())
    ids = np.array([[0, 41, 1294, 70_000, 250_001, 2]], np.int64)
    inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
    mapped, copied = (
        Session(model_folder / EMBEDDER, 1, maps_tables).run(["last_hidden_state", "sentence_embedding"], inputs)
        for maps_tables in (True, False)
    )
    assert all(np.array_equal(one, other) for one, other in zip(mapped, copied, strict=True))


@pytest.mark.parametrize("content", [b"", b"\x3a", b"\xff" * 40, b"\x3a\x7f" + b"\x2a" * 20, b"\x3b\x00", b"no network" * 1000])
def test_a_file_that_is_no_network_has_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "network.onnx"
    path.write_bytes(content)
    assert byte_tables(path) == {} == byte_tables(tmp_path / "none.onnx")
    with pytest.raises(ModelDamaged):
        Session(path, 1, maps_tables=True)


def test_a_file_that_breaks_off_has_none(model_folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "network.onnx"
    path.write_bytes((model_folder / EMBEDDER).read_bytes()[:60_000_000])
    assert byte_tables(path) == {}
