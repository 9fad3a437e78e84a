"""What the window and its indexing process say to each other. Frozen, picklable, light: the window imports this."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.indexing.index_report import IndexReport
from engine.indexing.progress import IndexProgress
from engine.messages import Failure, Stop

__all__ = [
    "Add", "Committed", "Failure", "First", "IndexProgress", "IndexReport", "IndexingDone", "IndexingFailed", "IndexingState",
    "Pause", "Refresh", "Remove", "Removed", "Resume", "Stop", "Unlock",
]

# ---- the window asks; Stop ends the process at the next safe place ---------------------------------------------


@dataclass(frozen=True, slots=True)
class Add:
    """Add folders or files and bring them up to date, before what remains to be embedded. None: as before, for a new one off."""

    paths: tuple[str, ...]
    all_files: bool | None = None
    ocr: bool | None = None


@dataclass(frozen=True, slots=True)
class Remove:
    """Forget a folder or file, before anything else. Answered by Removed, or IndexingFailed."""

    path: str


@dataclass(frozen=True, slots=True)
class Refresh:
    """Look again at these paths; at everything that was added if there are none.

    `again`: they are files whose documents are read anew, whatever their time says.
    """

    paths: tuple[str, ...] = ()
    again: bool = False


@dataclass(frozen=True, slots=True)
class Unlock:
    """Read a file under a password again, with this one: it is kept while the process runs, and nowhere else."""

    paths: tuple[str, ...]
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class First:
    """Index these before all else, their meaning too, even what waits behind a pause."""

    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop working after the batch at hand. Folders can still be added (they wait) and removed."""


@dataclass(frozen=True, slots=True)
class Resume:
    pass


# ---- the indexing process tells --------------------------------------------------------------------------------
# IndexProgress itself crosses too, at most ten times a second.


@dataclass(frozen=True, slots=True)
class IndexingState:
    """Told whenever it changes, and at the start."""

    is_paused: bool
    is_busy: bool
    polled: tuple[str, ...] = ()        # folders whose changes the system does not tell: looked at every so often
    on_battery: bool = False            # works less, or (is_paused) not at all, because of that


@dataclass(frozen=True, slots=True)
class Committed:
    """Readers see more, or less, after a reload. At most once a second while work goes on, and at its end."""


@dataclass(frozen=True, slots=True)
class IndexingDone:
    """A look at folders has ended (`paths` as asked; none: everything), or the vectors are complete (`is_vectors`)."""

    report: IndexReport
    paths: tuple[str, ...] = ()
    is_vectors: bool = False


@dataclass(frozen=True, slots=True)
class Removed:
    path: str
    n_documents: int


@dataclass(frozen=True, slots=True)
class IndexingFailed:
    """Something asked for could not be done; `paths` as asked. The process goes on, unless `is_final`."""

    failure: Failure
    paths: tuple[str, ...] = ()
    is_final: bool = False
