"""One laptop, one index, and what the index should hold: everything the state machine does, without hypothesis."""

from __future__ import annotations

import functools
import logging
import os
import shutil
import sqlite3
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Concatenate, ParamSpec

from engine.catalog.catalog import Catalog
from engine.indexing.doctor import diagnose
from engine.processes.indexing_messages import Add, IndexingState, Pause, Refresh, Remove, Removed, Resume, Stop
from engine.settings import Settings, load_settings, save_settings
from tests.consistency.comparison import contents_of, differences
from tests.consistency.laptop import ROOTS, Laptop, allow_folders
from tests.consistency.processes import Blow, Ended, Nursery, Subject, hit, lock_holders
from tests.consistency.reference import Reference
from tests.consistency.surroundings import SmallDisk

log = logging.getLogger(__name__)

Change = tuple[str, int, int, int]
P = ParamSpec("P")
_AT_REST_S = 25.0               # until the window's process has followed the last change
_EXPECTED = ("no room", "sitio en el disco", "cannot write", "no puede escribir", "permission", "permiso", "is no file or folder",
             "No existe", "may not be read")


class Differs(AssertionError):
    """The index is not what a fresh one is."""


def _noted(does: Callable[Concatenate[Bench, P], None]) -> Callable[Concatenate[Bench, P], None]:
    """Keeps what went wrong on this laptop: hypothesis plays a failure again, and where that ends otherwise tells of that alone."""

    @functools.wraps(does)
    def noted(self: Bench, *arguments: P.args, **options: P.kwargs) -> None:
        try:
            does(self, *arguments, **options)
        except Exception as error:
            if self.failure is None:
                self.failure = str(error) if isinstance(error, Differs) else traceback.format_exc()
            raise

    return noted


@dataclass(slots=True)
class Tally:
    """What one call has done, over all its laptops."""

    kills: Counter[str] = field(default_factory=Counter)
    at_window: int = 0
    workers: int = 0
    others: Counter[str] = field(default_factory=Counter)
    operations: Counter[str] = field(default_factory=Counter)
    comparisons: int = 0
    laptops: int = 0
    failures: list[str] = field(default_factory=list)

    @property
    def n_kills(self) -> int:
        return sum(self.kills.values()) + self.workers


class Bench:
    def __init__(
        self, place: Path, nursery: Nursery, reference: Reference, disk: SmallDisk | None, tally: Tally, seed: int
    ) -> None:
        """`disk`: where the index lies, if it can be filled."""
        if place.is_dir():
            allow_folders(place)
            shutil.rmtree(place)
        place.mkdir(parents=True)
        self.laptop = Laptop(place, seed)
        self._reference = reference
        self._disk = disk
        data = disk.place / "data" if disk is not None else place / "data"
        shutil.rmtree(data, ignore_errors=True)
        self.subject = Subject(nursery, data)
        self._tally = tally
        self._roots: set[str] = set()
        self._removed: set[str] = set()
        self._rules: dict[str, Any] = {}
        self.story: list[str] = []
        self.failure: str | None = None
        self._begun = time.monotonic()
        self._n_changes = 0
        self._compared_at = -1          # length of the story at the last comparison
        tally.laptops += 1
        self._save_settings()

    # What the person does

    @_noted
    def change(self, changes: Sequence[Change]) -> None:
        """Files change; at every fifth call what happened before is compared first."""
        self._n_changes += 1
        if self._n_changes % 5 == 0:
            self.settle_and_compare()
        self._change(changes)

    @_noted
    def suffer(self, changes: Sequence[Change], kills: Sequence[Blow]) -> None:
        """Files change, and as many times the indexer is started and killed."""
        self.change(changes)
        for blow in kills:
            self.update(blow)

    def _change(self, changes: Sequence[Change]) -> None:
        for name, first, second, third in changes:
            self._tell(self.laptop.do(name, first, second, third))
            self._tally.operations[name] += 1

    @_noted
    def set_rules(self, rules: dict[str, Any]) -> None:
        """Settings that say what is left out, and which hold until others are set."""
        self._rules = rules
        self._save_settings()
        self._tell(f"rules {rules}")

    @_noted
    def add(self, number: int, blow: Blow | None, cold: bool = False) -> None:
        """Adds a root; killed while it does so, it is added again."""
        root = ROOTS[number % len(ROOTS)]
        place = self.laptop.documents / root
        if not os.path.isdir(place) or root == "A/contratos":
            return
        if blow is not None:
            self._hit(self.subject.run("index", place, blow=blow, cold=cold), blow, f"index {root}")
        done = self._finished(self.subject.run("index", place), f"index {root}")
        if done.status == 0:
            self._roots.add(root)

    @_noted
    def remove(self, number: int, is_root: bool, blow: Blow | None) -> None:
        """Removes a root, or a part of one."""
        place = self._a_root(number) if is_root else self._part(number)
        if place is None:
            return
        has_root = any(_is_at_or_below(root, place) for root in self._roots)
        was_known = has_root or self._is_in_catalog("documents", "file_path", place)
        if blow is not None:
            self._hit(self.subject.run("remove", self.laptop.documents / place, blow=blow), blow, f"remove {place}")
        self._finish_removal(place, was_known)

    def _finish_removal(self, place: str, must_be_done: bool) -> None:
        """Asked for again, it is done, or was done before; refused if nothing of that name was ever in the index."""
        done = self.subject.run("remove", self.laptop.documents / place)
        self._tell(f"remove {place}: {done.status}")
        self._no_crash(done, "remove")
        if done.status == 0 or must_be_done or self._is_in_catalog("removed", "path", place):
            self._forget(place)

    def _is_in_catalog(self, table: str, column: str, place: str) -> bool:
        path = os.fsencode(self.laptop.documents / place)
        with Catalog.open(self.subject.data, read_only=True) as catalog:
            rows = catalog.database.execute(
                f"SELECT 1 FROM {table} WHERE {column} = ? OR ({column} > ? AND {column} < ?)", (path, path + b"/", path + b"0")
            )
            return rows.fetchone() is not None

    @_noted
    def take_back(self, number: int) -> None:
        """Adds again what was removed."""
        removed = sorted(place for place in self._removed if os.path.exists(self.laptop.documents / place)
                         and not any(_is_below(place, other) for other in self._removed if other != place))
        if not removed:
            return
        place = removed[number % len(removed)]
        done = self._finished(self.subject.run("index", self.laptop.documents / place), f"index {place}")
        if done.status == 0:
            self._removed.discard(place)

    # What the program does, and what happens to it

    @_noted
    def update(self, blow: Blow | None, cold: bool = False, stage: str = "all") -> None:
        if blow is None:
            self._finished(self.subject.run("index", "--stage", stage, cold=cold), "index")
            return
        self._hit(self.subject.run("index", "--stage", stage, blow=blow, cold=cold), blow, "index")

    @_noted
    def damage(self, number: int, blow: Blow | None) -> None:
        """A store's file is torn or gone: the next look at the folders notices it by itself, even if it is killed."""
        if not self.subject.data.joinpath("catalog.sqlite").exists():
            return
        self.update(None)           # what a killed writer leaves is known to be in doubt, and its files to no one
        self._tell(f"damage {self._damage(number // 4 * 5 + number % 4)}")
        if blow is not None:
            self.update(blow)
        self.update(None)

    @_noted
    def repair(self, damage: int, blow: Blow | None) -> None:
        """Something in a store is lost; the doctor is called, and killed."""
        if not self.subject.data.joinpath("catalog.sqlite").exists():
            return
        self._tell(f"damage {self._damage(damage)}")
        if blow is not None:
            self._hit(self.subject.run("doctor", "--repair", blow=blow), blow, "doctor")
        done = self.subject.run("doctor", "--repair")
        self._tell(f"doctor --repair: {done.status}")
        self._no_crash(done, "doctor --repair")

    @_noted
    def fill_disk(self, n_bytes: int, blow: Blow | None) -> None:
        if self._disk is None:
            return
        self._disk.leave_free(n_bytes)
        try:
            done = self.subject.run("index", blow=blow)
            if blow is not None:
                self._hit(done, blow, "index on a full disk")
            else:
                self._no_crash(done, "index on a full disk")
            self._tally.others["full disk"] += done.status == 1
            self._tell(f"full disk at {n_bytes}: {done.status} {done.output.strip().splitlines()[-1:]}")
        finally:
            self._disk.empty()

    @_noted
    def forbid_writing(self, delay_s: float) -> None:
        """The index may not be written any more, from some moment on."""
        if not self.subject.data.is_dir():
            return
        pid = self.subject._nursery.start({"arguments": ["index", "--json", "--data", str(self.subject.data)]})
        self.subject._reached("opening")
        time.sleep(delay_s)
        folders = [folder for folder, _, _ in os.walk(self.subject.data)]
        for folder in folders:
            os.chmod(folder, 0o500)
        try:
            status = self.subject._nursery.wait()
            output = self.subject._nursery.output()
        finally:
            for folder in folders:
                if os.path.isdir(folder):
                    os.chmod(folder, 0o700)
        self._tell(f"read-only: {status} {output.strip().splitlines()[-1:]}")
        self._tally.others["read-only"] += status == 1
        self._no_crash(Ended(status, (), True, pid, output), "index while the index may not be written")

    @_noted
    def window(
        self, blow: Blow | None, changes: Sequence[Change], kills: Sequence[Blow], number: int, does_settle: bool
    ) -> None:
        """The window is open while files change; its process is killed, or settles and is compared."""
        self.suffer((), kills)
        window = self.subject.window()
        root = ROOTS[number % 3]
        place = self.laptop.documents / root
        if os.path.isdir(place) and number % 4 == 0:
            window.tell(Add((str(place),)))
        elif number % 4 == 1:
            window.tell(Pause())
            window.tell(Resume())
        elif number % 4 == 2:
            window.tell(Refresh())
        part = self._part(number) if number % 8 == 3 else None
        if part is not None:
            window.tell(Remove(str(self.laptop.documents / part)))
        half = len(changes) // 2
        self._change(changes[:half])
        window.listen(1.0 + number % 3 * 0.7)
        self._change(changes[half:])
        try:
            if blow is not None:
                window.listen(blow.delay_s * 25)
                places = window.places()
                was_hit = hit(window.pid, blow)
                if blow.how != "place":
                    window.listen(1.0)
                    window.tell(Stop())
                self._count(places or ("between",), was_hit, blow, "window")
                self._tally.at_window += was_hit and blow.how == "place"
            else:
                if does_settle:
                    self._settle_window(window)
                window.tell(Stop())
            window.listen(120, lambda event: False)
        finally:
            window.tell(Stop())
            status = window.end()
        self._tell(f"window: {status}")
        if status not in (0, -9, 1):
            raise Differs(f"the window's process ended with {status}: {self.subject._nursery.output()[-2000:]}")
        # It may have been killed before it did what it was asked for.
        if number % 4 == 0 and os.path.isdir(place) and self._finished(self.subject.run("index", place), f"index {root}").status == 0:
            self._roots.add(root)
        if number % 4 == 0 and self._is_in_catalog("roots", "path", root):      # pulled out since
            self._roots.add(root)
        if part is not None:
            self._finish_removal(part, any(isinstance(event, Removed) for event in window.events))

    def _settle_window(self, window: object) -> None:
        """Without a look at the folders being asked for, what changed has been followed."""
        self.laptop.plug_in()
        self.laptop.allow()
        deadline = time.monotonic() + _AT_REST_S
        while True:
            window.listen(2.5, lambda event: isinstance(event, IndexingState) and event.is_busy)   # type: ignore[attr-defined]
            found = self._differences(is_watched=True)
            if not found or time.monotonic() > deadline:
                break
        self._tally.others["followed while watched"] += 1
        if found:
            said = sorted((self.subject.data / "logs").glob("indexing*"))
            log_end = said[0].read_text("utf-8", "replace")[-3000:] if said else ""
            raise Differs("while watched:\n" + "\n".join([*found, "--- the indexing process's log", log_end]))

    # What should be

    @_noted
    def settle_and_compare(self) -> None:
        """Everything is let finish; then the index is what a fresh one of the same folder is."""
        if self._compared_at == len(self.story):
            return
        self.laptop.plug_in()
        self.laptop.allow()
        self._finished(self.subject.run("index"), "index at last")
        found = self._differences()
        if found:
            raise Differs("\n".join(found))
        self._compared_at = len(self.story)

    def _differences(self, is_watched: bool = False) -> list[str]:
        self._tally.comparisons += 1
        settings = load_settings(self.subject.data)
        try:
            report = diagnose(settings, repair=False)
            found = contents_of(settings)
        except Exception as error:
            if not is_watched:
                raise
            return [f"{type(error).__name__}: {error}"]
        fresh = self._reference.contents(settings)
        lines = [] if report["ok"] else [f"doctor: {problem}" for problem in report["problems"][:12]]
        roots = {str(self.laptop.documents / root) for root in self._roots}
        if not is_watched and set(found.roots) - {"removed"} != roots:
            lines.append(f"roots: {sorted(found.roots)}, should be {sorted(roots)}")
        removed = sorted(str(self.laptop.documents / place) for place in self._removed)
        if not is_watched and found.roots["removed"] != removed:
            lines.append(f"removed: {found.roots['removed']}, should be {removed}")
        if is_watched:          # the counts are those of the last whole look
            found.roots, fresh.roots = {}, {}
            found.flaws = [flaw for flaw in found.flaws if "embeddings" not in flaw]
        return lines + differences(found, fresh)

    # Inside

    def _hit(self, ended: Ended, blow: Blow, what: str) -> None:
        self._count(ended.places, ended.was_hit, blow, what)
        if ended.status != -9:
            self._no_crash(ended, what)

    def _count(self, places: Sequence[str], was_hit: bool, blow: Blow, what: str) -> None:
        self._tell(f"{what}, {blow.how} at {'/'.join(places)}: {'hit' if was_hit else 'missed'}")
        if not was_hit:
            self._tally.others["missed"] += 1
        elif blow.how in ("step", "place"):
            self._tally.kills[f"{'repair/' if what == 'doctor' else ''}{places[0] if places else 'between'}"] += 1
        elif blow.how == "worker":
            self._tally.workers += 1
        else:
            self._tally.others[blow.how] += 1

    def _finished(self, ended: Ended, what: str) -> Ended:
        self._no_crash(ended, what)
        self._tell(f"{what}: {ended.status} in {ended.steps} steps")
        return ended

    def _no_crash(self, ended: Ended, what: str) -> None:
        """It ended well, or said in words what hindered it."""
        is_said = any(words in ended.output for words in _EXPECTED)
        if ended.status not in (0, 1) or (ended.status == 1 and not is_said and not ended.was_hit) or "Traceback" in ended.output:
            held_by = lock_holders(self.subject.data / "index.lock")
            raise Differs(f"{what} ended with {ended.status}:\n{ended.output[-4000:]}\nthe index is held by {held_by or 'nobody'}")

    def _damage(self, number: int) -> str:
        """A small loss that the doctor can mend from the catalog or the files."""
        data = self.subject.data
        kind = number % 5
        files = sorted(
            [p for p in (data / "vectors").rglob("*.lance") if p.is_file()] if kind == 0
            else (data / "bits").glob("*.bits") if kind == 1
            else [p for p in (data / "text").glob("*.*") if p.suffix not in (".json", ".lock")]
        ) if kind < 4 else []
        if files:
            file = files[number % len(files)]
            if kind == 3:
                file.unlink()
            else:
                content = file.read_bytes()
                file.write_bytes(content[: len(content) // 2])
            return str(file.relative_to(data))
        with sqlite3.connect(data / "catalog.sqlite") as database:
            database.execute("DELETE FROM chunks WHERE chunk_id = (SELECT max(chunk_id) FROM chunks)")
        database.close()
        return "a chunk is gone"

    def _forget(self, place: str) -> None:
        self._roots = {root for root in self._roots if not _is_at_or_below(root, place)}
        self._removed = {other for other in self._removed if not _is_at_or_below(other, place)}
        if any(_is_at_or_below(place, root) for root in self._roots):
            self._removed.add(place)

    def _a_root(self, number: int) -> str | None:
        roots = sorted(self._roots)
        return roots[number % len(roots)] if roots else None

    def _part(self, number: int) -> str | None:
        """A file or folder below a root, by its path in the documents."""
        files = [str(file.relative_to(self.laptop.documents)) for file in (*self.laptop.files(), *self.laptop.folders())]
        below = [file for file in files if any(_is_below(file, root) for root in self._roots) and "\n" not in file]
        return below[number % len(below)] if below else None

    def _save_settings(self) -> None:
        save_settings(Settings(self.subject.data, n_threads=1, **self._rules))

    def _tell(self, line: str) -> None:
        self.story.append(f"{time.monotonic() - self._begun:7.1f} s  {line}")
        log.debug("%s", self.story[-1])


def _is_below(path: str, folder: str) -> bool:
    return path.startswith(folder + "/")


def _is_at_or_below(path: str, folder: str) -> bool:
    return path == folder or _is_below(path, folder)
