"""Runs an ONNX file on the CPU: the only module that imports onnxruntime."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.errors import EmbeddingCancelled, ModelDamaged, ModelMissing
from models.mapped_weights import byte_tables

os.environ["ORT_DISABLE_TELEMETRY"] = "1"       # before the import: later wheels contact their maker
import onnxruntime

log = logging.getLogger(__name__)

ERRORS_ONLY = 3
FATAL_ONLY = 4
LOOK_FOR_CANCEL_S = 0.05


def usable_cores() -> int:
    """The cores this process may use, which in a container are fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Session:
    """One loaded network. `run` may be called from one thread at a time.

    The memory arena is off: it keeps the largest batch ever seen for ever (hundreds of megabytes for long passages).
    Spinning is off: waiting threads would burn a laptop's battery between two queries.
    """

    def __init__(self, path: Path, n_threads: int | None = None, maps_tables: bool = False) -> None:
        """Load `path`; n_threads None means all usable cores.

        Args:
            maps_tables: leave large tables of bytes in the file, which then has to stay (see mapped_weights.py).

        Raises:
            ModelMissing: there is no such file.
            ModelDamaged: it is not a network that can be run.
        """
        if not path.is_file():
            raise ModelMissing(path)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = n_threads or usable_cores()
        options.inter_op_num_threads = 1
        options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
        options.enable_cpu_mem_arena = False
        options.enable_mem_pattern = False
        options.log_severity_level = ERRORS_ONLY
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # Each value lives in its array, and the session in the values: both have to stay as long as it does.
        self._tables = [
            (name, table, onnxruntime.OrtValue.ortvalue_from_numpy(table))
            for name, table in (byte_tables(path).items() if maps_tables else ())
        ]
        for name, _, value in self._tables:
            options.add_initializer(name, value)
        try:
            self._session = onnxruntime.InferenceSession(
                os.fspath(path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:      # onnxruntime's errors share no base but Exception
            raise ModelDamaged(path, _reason(error), _reason(error)) from error
        log.debug("loaded %s with %d threads", path.name, options.intra_op_num_threads)

    @property
    def inputs(self) -> dict[str, tuple[str, list[int | str | None]]]:
        """Type ("tensor(int64)") and shape of each input; a dimension that may vary has a name or None."""
        return {node.name: (node.type, list(node.shape)) for node in self._session.get_inputs()}

    @property
    def outputs(self) -> dict[str, tuple[str, list[int | str | None]]]:
        return {node.name: (node.type, list(node.shape)) for node in self._session.get_outputs()}

    @property
    def metadata(self) -> dict[str, str]:
        """What the file's maker has written into it besides the network."""
        return dict(self._session.get_modelmeta().custom_metadata_map)

    def run(self, outputs: list[str], inputs: Mapping[str, NDArray[Any]]) -> list[NDArray[np.float32]]:
        """The named outputs, in the order asked for."""
        return self._session.run(outputs, dict(inputs))

    def run_unless(
        self, is_cancelled: Callable[[], bool], outputs: list[str], inputs: Mapping[str, NDArray[Any]]
    ) -> list[NDArray[np.float32]]:
        """As `run`, and given up in the middle, for networks that take seconds.

        Raises:
            EmbeddingCancelled: is_cancelled turned true.
        """
        if is_cancelled():
            raise EmbeddingCancelled
        options = onnxruntime.RunOptions()
        options.log_severity_level = FATAL_ONLY         # being ended is no error of the network
        done = threading.Event()

        def watch() -> None:
            while not done.wait(LOOK_FOR_CANCEL_S):
                if is_cancelled():
                    options.terminate = True
                    return

        watcher = threading.Thread(target=watch, name="cancel", daemon=True)
        watcher.start()
        try:
            return self._session.run(outputs, dict(inputs), options)
        except Exception:
            if options.terminate:
                raise EmbeddingCancelled from None
            raise
        finally:
            done.set()
            watcher.join()


def _reason(error: Exception) -> str:
    """What onnxruntime says, without its number and the path that it begins with."""
    said = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {said[0].split(' : ')[-1][:200]}"
