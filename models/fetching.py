"""From a name on a hub to a model among the others: asks, downloads what is needed, and brings it in as any other."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from models.apart import apart
from models.errors import HubFailed
from models.export_layout import SMALL_FILES, Wishes, choose_network, ordered_networks
from models.external_data import external_files
from models.hub import Hub, HubFile, HubModel, Progress
from models.imported_info import ImportedInfo
from models.importing import AS_THE_FILES_SAY, import_model
from models.importing import Progress as StepProgress

DOWNLOADS = ".downloads"
ABANDONED_S = 30 * 24 * 3600.0              # a download that nobody went on with for so long is removed
LOOK_S, LOOK_BYTES = 300.0, 8 * 10**9       # limits of looking into a network for the names of its external data


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be downloaded."""

    network: str
    other_networks: tuple[str, ...]
    files: tuple[HubFile, ...]

    @property
    def n_bytes(self) -> int:
        return sum(file.size or 0 for file in self.files)


def plan(model: HubModel, network: str | None) -> Plan:
    """The describing files, one network, and its external data by the usual names.

    Raises:
        ModelRefused: there is no network, or not the one that is wanted.
    """
    by_path = {file.path: file for file in model.files}
    near = [path for path in by_path if path.endswith(".onnx") and PurePosixPath(path).parent.as_posix() in (".", "onnx")]
    networks = ordered_networks(near)
    chosen = choose_network(networks, network)
    names = [name for name in by_path if name in SMALL_FILES or (name.startswith(chosen) and name not in networks) or name == chosen]
    return Plan(chosen, tuple(name for name in networks if name != chosen), tuple(by_path[name] for name in sorted(names)))


def fetch_model(
    hub: Hub,
    name: str,
    models_dir: Path,
    confirm: Callable[[HubModel, Plan], bool],
    revision: str = "main",
    own_name: str | None = None,
    wishes: Wishes = AS_THE_FILES_SAY,
    progress: Progress = lambda name, done, size: None,
    step: StepProgress = lambda step: None,
) -> ImportedInfo | None:
    """Download and bring in; None where `confirm` said no. What has arrived stays until the model is in, so that the
    same call goes on after an interruption.

    Raises:
        HubFailed, ModelRefused
        OSError: there is no room, or the folder cannot be written.
    """
    model = hub.model(name, revision)
    planned = plan(model, wishes.network)
    if not confirm(model, planned):
        return None
    folder = models_dir / DOWNLOADS / f"{name.replace('/', '--')}@{model.commit}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.utime(folder)
    _remove_abandoned(folder.parent)
    for file in sorted(planned.files, key=lambda file: file.size or 0):
        hub.download(model, file, folder, progress)
    _complete(hub, model, planned, folder, progress)
    info = import_model(
        folder, models_dir, own_name, wishes, called=name, revision=model.commit, progress=step, may_link=True
    )
    shutil.rmtree(folder, ignore_errors=True)
    return info


def _remove_abandoned(downloads: Path) -> None:
    for path in downloads.iterdir():
        if time.time() - path.stat().st_mtime > ABANDONED_S:
            shutil.rmtree(path, ignore_errors=True)


def _complete(hub: Hub, model: HubModel, planned: Plan, folder: Path, progress: Progress) -> None:
    """External data under names that nobody could guess: the network itself says which."""
    needed = apart(external_files, folder, planned.network, timeout_s=LOOK_S, memory_bytes=LOOK_BYTES)
    by_path = {file.path: file for file in model.files}
    for path in needed:
        if path not in by_path:
            raise HubFailed(
                f"{model.name} is not complete on the hub: {path} is missing.",
                f"{model.name} no está completo en el repositorio: falta {path}.",
            )
        hub.download(model, by_path[path], folder, progress)
