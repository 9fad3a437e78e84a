"""Which other files an ONNX file needs: weights above two gigabytes lie beside it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import onnx
from onnx import TensorProto

from models.errors import ModelRefused
from models.unpacking import safe_path


def external_files(folder: Path, network: str) -> list[str]:
    """Their paths relative to `folder`, sorted; they need not be there.

    Raises:
        ModelRefused: the file is no ONNX, or a location leads out of the network's own folder.
    """
    try:
        model = onnx.load(str(folder / network), load_external_data=False)
    except Exception as error:      # protobuf's errors share no base but Exception
        raise ModelRefused(
            f"{network} is damaged: it is not an ONNX file.", f"{network} está dañado: no es un archivo ONNX."
        ) from error
    found = {
        entry.value
        for tensor in _tensors(model.graph) if tensor.data_location == TensorProto.EXTERNAL
        for entry in tensor.external_data if entry.key == "location"
    }
    base = PurePosixPath(network).parent
    return sorted((base / safe_path(location)).as_posix() for location in found)


def _tensors(graph: onnx.GraphProto) -> Iterator[TensorProto]:
    yield from graph.initializer
    for sparse in graph.sparse_initializer:
        yield sparse.values
        yield sparse.indices
    for node in graph.node:
        for attribute in node.attribute:
            yield attribute.t
            yield from attribute.tensors
            for below in (attribute.g, *attribute.graphs):
                if below.node or below.initializer:
                    yield from _tensors(below)
