"""What can be wrong with model files. Plain exceptions: the engine turns them into messages for a person."""

from __future__ import annotations

from pathlib import Path


class ModelError(Exception):
    """A model cannot be used or made."""


class ModelMissing(ModelError):
    """A model file is not where it is expected."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is missing")
        self.path = path


class ModelDamaged(ModelError):
    """A model file is not what its manifest says, or cannot be loaded; why, in both languages."""

    def __init__(self, path: Path, detail: str, in_spanish: str) -> None:
        super().__init__(f"{path} is damaged: {detail}")
        self.path = path
        self.detail, self.detail_in_spanish = detail, in_spanish


class WeightsMissing(ModelMissing):
    """The package that carries the weights is not installed, so nothing can be converted."""


class ModelRefused(ModelError):
    """A model that somebody wants to bring in cannot be used; the reason is for a person, in both languages."""

    def __init__(self, english: str, spanish: str) -> None:
        super().__init__(english)
        self.english = english
        self.spanish = spanish


class HubFailed(ModelRefused):
    """A model cannot be downloaded. What has arrived is kept, and a later call goes on from there."""


class EmbeddingCancelled(Exception):
    """Somebody asked to stop between two batches."""
