"""Runs an ONNX file on the CPU: the only module that imports onnxruntime."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.errors import ModelDamaged, ModelMissing

os.environ["ORT_DISABLE_TELEMETRY"] = "1"       # before the import: later wheels contact their maker
import onnxruntime

log = logging.getLogger(__name__)

ERRORS_ONLY = 3


def usable_cores() -> int:
    """The cores this process may use, which in a container are fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Session:
    """One loaded network. `run` may be called from one thread at a time.

    The memory arena is off: it keeps the largest batch ever seen for ever (hundreds of megabytes for long passages).
    Spinning is off: waiting threads would burn a laptop's battery between two queries.
    """

    def __init__(self, path: Path, n_threads: int | None = None) -> None:
        """Load `path`; n_threads None means all usable cores.

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
        try:
            self._session = onnxruntime.InferenceSession(
                os.fspath(path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:      # onnxruntime's errors share no base but Exception
            raise ModelDamaged(path, type(error).__name__) from error
        log.debug("loaded %s with %d threads", path.name, options.intra_op_num_threads)

    def run(self, outputs: list[str], inputs: Mapping[str, NDArray[Any]]) -> list[NDArray[np.float32]]:
        """The named outputs, in the order asked for."""
        return self._session.run(outputs, dict(inputs))
