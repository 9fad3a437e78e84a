"""Runs the network of an exported model: the inputs it asks for, in batches of like length."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.errors import ModelRefused
from models.onnx_session import Session

KNOWN = ("input_ids", "attention_mask", "token_type_ids", "position_ids")
_WHOLE = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}


class ExportedNetwork:
    """Texts as token ids to the network's outputs. One thread at a time."""

    def __init__(self, path: Path, n_threads: int | None, pad_id: int) -> None:
        """
        Raises:
            ModelMissing, ModelDamaged: as Session.
            ModelRefused: it wants something else than token ids.
        """
        self._session = Session(path, n_threads)
        self._pad_id = pad_id
        self._inputs = {name: _WHOLE[kind] for name, (kind, _) in self._checked_inputs().items()}
        self.outputs = self._session.outputs

    def _checked_inputs(self) -> dict[str, tuple[str, list[int | str | None]]]:
        inputs = self._session.inputs
        unknown = [name for name, (kind, _) in inputs.items() if name not in KNOWN or kind not in _WHOLE]
        if unknown or "input_ids" not in inputs:
            wanted = ", ".join(unknown or inputs)[:200]
            raise ModelRefused(
                f"Its network does not take plain token ids (it wants: {wanted}).",
                f"Su red no recibe identificadores de texto (pide: {wanted}).",
            )
        fixed = [size for size in inputs["input_ids"][1] if isinstance(size, int) and size > 0]
        if fixed:
            raise ModelRefused(
                f"Its network was exported for one fixed size ({fixed[0]}). Export it with dynamic axes.",
                f"Su red se exportó para un tamaño fijo ({fixed[0]}). Expórtela con ejes dinámicos.",
            )
        return inputs

    def ranks(self) -> dict[str, int]:
        """Number of dimensions of each output of real numbers."""
        return {
            name: len(shape) for name, (kind, shape) in self.outputs.items() if kind in ("tensor(float)", "tensor(float16)")
        }

    def run(
        self,
        output: str,
        ids: Sequence[Sequence[int]],
        types: Sequence[Sequence[int]] | None = None,
        is_cancelled: Callable[[], bool] | None = None,
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """One batch: the output, its first dimension the texts, and the mask, int64 (texts, tokens).

        Raises:
            EmbeddingCancelled: is_cancelled turned true.
        """
        shape = (len(ids), max(map(len, ids)))
        filled = {
            "input_ids": np.full(shape, self._pad_id), "attention_mask": np.zeros(shape, np.int64),
            "token_type_ids": np.zeros(shape, np.int64),
            "position_ids": np.broadcast_to(np.arange(shape[1]), shape),
        }
        for row, text in enumerate(ids):
            filled["input_ids"][row, : len(text)] = text
            filled["attention_mask"][row, : len(text)] = 1
            if types is not None:
                filled["token_type_ids"][row, : len(text)] = types[row]
        inputs: dict[str, NDArray[Any]] = {name: filled[name].astype(kind) for name, kind in self._inputs.items()}
        if is_cancelled is None:
            result = self._session.run([output], inputs)[0]
        else:
            result = self._session.run_unless(is_cancelled, [output], inputs)[0]
        return result.astype(np.float32, copy=False), filled["attention_mask"]
