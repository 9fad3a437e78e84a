"""Brings an index up to date: looks at the folders, reads what is new, forgets what is gone, embeds what waits."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path
from typing import Literal

from engine.catalog import rescue as catalog_rescue
from engine.catalog.availability import MOUNTS, mounts_of, packed_mounts
from engine.discovery.discovery import FoundFile
from engine.errors import Cancelled, FolderMissing, FolderUnreadable
from engine.indexing import reconciliation
from engine.indexing.embedding_thread import EmbeddingThread
from engine.indexing.index_report import IndexReport
from engine.indexing.index_stores import WritingStores, acting_on, is_for_the_person
from engine.indexing.meanwhile import Meanwhile, nothing_meanwhile
from engine.indexing.member_rules import are_followed
from engine.indexing.pacing import Pace
from engine.indexing.progress import IndexProgress, ProgressReporter
from engine.indexing.recognition_queue import waiting_files
from engine.indexing.recognition_stage import RecognitionStage, forget_unknown
from engine.indexing.remembered_looks import RememberedLooks
from engine.indexing.scanning import Scan, Scanner, Target, former_path, is_gone
from engine.indexing.targets import Targets, WatchedFolder
from engine.indexing.text_index_sync import move_out_of_waste
from engine.indexing.text_stage import Chunker, TextOutcome, TextStage
from engine.indexing.vector_stage import VectorStage
from engine.machine.containment import is_at_or_below
from engine.model_ids import id_of, vectors_of
from engine.protocols import Embedder, ReadingPool, TokenCounter
from engine.settings import Settings

__all__ = ["IndexProgress", "IndexReport", "Indexer"]

log = logging.getLogger(__name__)

INDEX_LOOK_S = 0.05         # while vectors are indexed, between two looks at what has changed
Stages = Literal["text", "vectors", "all"]


class EmbedderTokens:
    """The embedder's tokenizer as the chunker wants it."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def count(self, texts: Sequence[str]) -> list[int]:
        return self._embedder.count_tokens(texts)

    def spans(self, text: str) -> list[tuple[int, int]]:
        return self._embedder.token_spans(text)


class Indexer:
    """The one writer of an index. All its calls belong on one thread."""

    def __init__(
        self,
        settings: Settings,
        stores: WritingStores,
        embedder: Callable[[], Embedder],
        reading_pool: Callable[[bool], ReadingPool],
        tokens: Callable[[], TokenCounter] | None = None,
        model: Callable[[], str] | None = None,
        former: Callable[[str], Callable[[], Embedder] | None] = lambda model: None,
        committed: Callable[[], None] = lambda: None,
        chunker: Chunker | None = None,
        can_recognise: Callable[[], bool] = lambda: True,
        expect_files: Callable[[], None] = lambda: None,
    ) -> None:
        """
        Args:
            embedder: called at first need; always gives the same one.
            reading_pool: makes a pool; its argument says whether pictures are read.
            can_recognise: whether text recognition is installed.
            tokens: what chunks are measured by; the embedder's tokenizer if None.
            model: id of the embedder, where that can be told without loading it.
            former: what loads the embedder of another id; None where that one is not here any more.
            committed: called after each commit, so that readers can be told to reload.
            chunker: engine.chunking's own if None.
            expect_files: lets the readers get ready.
        """
        self._settings = settings
        self._stores = stores
        self._writer = stores.writer
        self._targets = Targets(stores.writer, settings)
        self._remembered = RememberedLooks(stores.catalog)
        self._can_recognise = can_recognise
        self._embedder = embedder
        self._reading_pool = reading_pool
        self._tokens = tokens or (lambda: EmbedderTokens(embedder()))
        self._model = model or (lambda: id_of(embedder()))
        self._former = former
        self._committed = committed
        self._chunker = chunker
        self.expect_files = expect_files        # the one call for any thread
        self.pace = Pace(lambda: False)
        self.meanwhile: Meanwhile = nothing_meanwhile       # may call `follow`, and nothing else
        self.embedding = EmbeddingThread()
        self._first: tuple[str, ...] = ()
        self._is_thorough = self._is_text_thorough = stores.was_cut_short
        self._vectors_settled = False
        self._n_embedded = 0        # in runs that were interrupted, since all was embedded: to a person they are one
        self._has_removed = stores.was_cut_short or stores.writer.is_untidy

    # What is asked for

    def index(
        self,
        paths: Sequence[Path] = (),
        stage: Stages = "all",
        all_files: bool | None = None,
        ocr: bool | None = None,
        progress: Callable[[IndexProgress], None] = lambda step: None,
        is_cancelled: Callable[[], bool] = lambda: False,
        recognises: bool = True,
        first: bool = False,
    ) -> IndexReport:
        """Add folders or files and bring them up to date; without `paths`, all that were added before.

        Each keeps the `all_files` and `ocr` that it was given before, until it is given others (None: none).

        With `recognises`, text recognition follows, where it is on, after all that needs none.
        The vector stage is for whatever waits in the whole index; with `first`, for these paths alone, and when it goes on
        for the rest at a later call, for these before all else. Cancelled, it ends at the next safe place and
        reports what it did: a later call goes on from there.

        Raises:
            FolderMissing, FolderUnreadable: one of `paths`; nothing was changed but its mark "not available".
            DiskFull, DataFolderUnwritable, IndexDamaged: what was committed is kept.
        """
        begun = time.perf_counter()
        reporter = ProgressReporter(progress)
        if first:
            self._first = tuple(os.path.abspath(path) for path in paths)
        with acting_on(self._settings.data_dir):
            report = IndexReport()
            if stage != "vectors":
                targets = self._targets.of(paths, all_files, ocr)
                if is_rebuilding := self._writer.meta(catalog_rescue.REBUILDING) is not None:
                    known = {target.path for target in targets}
                    targets += [target for target in self._targets.of((), None, None) if target.path not in known]
                report = self._text(targets, bool(paths) and not is_rebuilding, reporter, is_cancelled)
                if is_rebuilding and not report.was_cancelled:
                    self._writer.unset_meta(catalog_rescue.REBUILDING)
                    catalog_rescue.finish(self._settings.data_dir)
            if stage != "text" and not report.was_cancelled:
                before = time.perf_counter()
                embedded = self._vectors(reporter, is_cancelled, only_first=first)
                report = replace(
                    report, embedded=embedded, vectors_s=time.perf_counter() - before, was_cancelled=is_cancelled()
                )
            if recognises and not first and stage != "vectors" and not report.was_cancelled and self.has_unrecognised:
                report = self._recognised(report, reporter, is_cancelled)
                if stage != "text" and not report.was_cancelled:
                    before = time.perf_counter()
                    embedded = self._vectors(reporter, is_cancelled)
                    report = replace(
                        report, embedded=report.embedded + embedded, was_cancelled=is_cancelled(),
                        vectors_s=report.vectors_s + time.perf_counter() - before,
                    )
            if not report.was_cancelled:
                has_removed = self._has_removed
                self._tidy()
                self._index_vectors()
                if has_removed:
                    self._give_back_words(is_cancelled)
        return replace(report, total_s=time.perf_counter() - begun)

    @property
    def has_unrecognised(self) -> bool:
        """Whether text recognition has something to do, and can do it."""
        return bool(waiting_files(self._stores.catalog, self._settings.ocr)) and self._can_recognise()

    def recognise(
        self,
        progress: Callable[[IndexProgress], None] = lambda step: None,
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> IndexReport:
        """Read the pictures that wait for it. Cancelled, the next call goes on from the page where this one stopped."""
        begun = time.perf_counter()
        with acting_on(self._settings.data_dir):
            report = self._recognised(IndexReport(), ProgressReporter(progress), is_cancelled)
        return replace(report, total_s=time.perf_counter() - begun)

    def _recognised(
        self, report: IndexReport, reporter: ProgressReporter, is_cancelled: Callable[[], bool]
    ) -> IndexReport:
        stage = RecognitionStage(
            self._stores.catalog, self._text_stage(reporter, is_cancelled), lambda: self._reading_pool(True),
            self._targets.rules_at, is_cancelled,
        )
        outcome = stage.run(self._settings.ocr)
        self._has_removed = True        # what was read before is no longer used
        return replace(
            report, indexed=report.indexed + outcome.n_indexed, failed=report.failed + outcome.n_failed,
            left_out=report.left_out + outcome.n_left_out, chunks=report.chunks + outcome.n_chunks,
            extract_s=report.extract_s + outcome.extract_s, text_s=report.text_s + outcome.text_s,
            was_cancelled=is_cancelled(),
        )

    def read_locked_again(self, paths: Sequence[Path] = ()) -> int:
        """Let the next look read what is under a password again, at or below `paths` (none: everywhere): there are new ones.

        Returns:
            How many files that are. Where none of the passwords fits they end as "encrypted" again.
        """
        with acting_on(self._settings.data_dir):
            places = [os.path.abspath(path) for path in paths] or [root.path for root in self._targets.roots()]
            return sum(self._writer.distrust_locked(place) for place in places)

    def read_again(self, files: Sequence[str]) -> None:
        """Let the next look read these files anew, whatever their time says."""
        with acting_on(self._settings.data_dir):
            self._writer.distrust_all(files)

    def add(self, paths: Sequence[Path], all_files: bool | None = None, ocr: bool | None = None) -> None:
        """Note folders or files as added, without looking into them yet.

        Raises:
            FolderMissing, FolderUnreadable: one of them.
        """
        with acting_on(self._settings.data_dir):
            self._targets.of(paths, all_files, ocr)

    def follow(
        self,
        paths: Sequence[str],
        progress: Callable[[IndexProgress], None] = lambda step: None,
        is_cancelled: Callable[[], bool] = lambda: False,
        at_most: int | None = None,
        since_ns: int = 0,
    ) -> IndexReport:
        """Bring the text stage up to date where something has changed: paths of files and folders, there or gone.

        What lies in no root, or is left out by rule, costs nothing and changes nothing. The report counts only what
        was looked at.

        Args:
            at_most: files to read, the latest changed; where more are left, it ends as if cancelled. What is gone or was moved
                is followed all the same.
            since_ns: with `at_most`: of files that were changed earlier none is read; whoever is at work comes to them.

        Raises:
            FolderMissing, FolderUnreadable: it changed again meanwhile; to be asked again.
            DiskFull, DataFolderUnwritable, IndexDamaged
        """
        begun = time.perf_counter()
        with acting_on(self._settings.data_dir):
            targets = self._targets.changed(paths)
            if not targets:
                return IndexReport()
            report = self._text(targets, True, ProgressReporter(progress), is_cancelled, at_most, since_ns)
        return replace(report, total_s=time.perf_counter() - begun)

    @property
    def mounts(self) -> list[str]:
        """Folders below the roots that were drives of their own at the last look."""
        return mounts_of(self._writer.meta(MOUNTS))

    def use_settings(self, settings: Settings) -> None:
        """Other rules from now on: a look at the roots, each as a whole, brings what is indexed in line with them."""
        self._settings = settings
        self._targets = Targets(self._writer, settings)

    def watched(self) -> list[WatchedFolder]:
        """Every root, with its rules."""
        with acting_on(self._settings.data_dir):
            return [WatchedFolder(root.path, self._targets.rules(root)) for root in self._targets.roots()]

    @property
    def has_pending_vectors(self) -> bool:
        """Whether the second stage has something to do: to embed, or to follow removals."""
        return (
            bool(self._stores.catalog.counts().pending) or self._has_removed or bool(self._writer.dirty("vectors", 1))
            or self._is_changing_model()
        )

    def _is_changing_model(self) -> bool:
        serving = self._stores.catalog.serving_model()
        return serving is not None and (serving != self._model() or self._writer.n_to_change(serving) > 0)

    def remove(self, path: Path) -> int:
        """Forget a folder or file: it is left out until it is added again. Returns how many documents were forgotten.

        Raises:
            FolderMissing: nothing of this name is in the index.
        """
        place = os.path.abspath(path)
        with acting_on(self._settings.data_dir):
            is_known = any(is_at_or_below(root.path, place) for root in self._targets.roots())
            with self._writer.transaction():        # forgotten and not noted, it would come back
                ids = self._writer.remove_below(place)
                if not ids and not is_known:
                    raise FolderMissing(path)
                self._writer.forget_roots_below(place)
                if any(is_at_or_below(place, root.path) for root in self._targets.roots()):
                    self._writer.note_removed(place)
                # Before the end of the transaction: a copy that still names what the catalog does not would bring it back.
                catalog_rescue.copy_roots(
                    self._settings.data_dir, self._targets.roots(), self._writer.removed_paths()
                )
            self._settle_text()
            self._has_removed = True
            self._on_vectors(lambda: reconciliation.delete_dirty(self._writer, self._stores.vectors))
            self._tidy()
            self._committed()
        return len(ids)

    def repair(self, files: Sequence[Path] = ()) -> None:
        """Compare every row of every store, make anew what differs, and read `files` again whatever their time says."""
        with acting_on(self._settings.data_dir):
            self._is_thorough = self._is_text_thorough = True
            for file in files:
                self._writer.distrust(os.path.abspath(file))
            n_lost = reconciliation.forget_lost_bits(self._writer, self._stores.bits)
            if n_lost:
                log.warning("the token bits of %d passages are lost: made anew", n_lost)
            self._settle_text()
            there = [file for file in files if not is_gone(os.path.abspath(file))]
            if there:
                self.index(there, stage="text")
            self.index(stage="vectors")

    # First stage

    def _text(
        self, targets: Sequence[Target], are_explicit: bool, reporter: ProgressReporter, is_cancelled: Callable[[], bool],
        at_most: int | None = None, since_ns: int = 0,
    ) -> IndexReport:
        catalog_rescue.copy_roots(self._settings.data_dir, self._targets.roots(), self._writer.removed_paths())
        self._settle_text()
        outcome = TextOutcome()
        stage = self._text_stage(reporter, is_cancelled)
        report = IndexReport()
        is_too_much = has_more_changes = False
        try:
            scans, unavailable = self._scan(targets, are_explicit, reporter, is_cancelled)
            report = replace(report, unavailable=tuple(unavailable))
            moved = sum(self._recognise_moved(scan, scans, outcome) for scan in scans)
            removed = self._forget_vanished(scans)
            report = replace(report, indexed=moved, removed=removed)
            stage.commit()              # the text index follows the moves and removals
            for scan in scans:
                stage.record_problems(scan.problems, outcome)
            if at_most is not None:
                is_too_much, has_more_changes = _leave_out_older(scans, at_most, since_ns)
            self._read(scans, stage, outcome, is_cancelled)
        except Cancelled:
            scans, is_too_much, has_more_changes = [], False, False
        return replace(
            report,
            indexed=report.indexed + outcome.n_indexed,
            unchanged=sum(scan.n_unchanged for scan in scans),
            failed=outcome.n_failed + sum(scan.n_failed for scan in scans),
            left_out=outcome.n_left_out + sum(scan.n_left_out for scan in scans),
            chunks=outcome.n_chunks, extract_s=outcome.extract_s, text_s=outcome.text_s,
            was_cancelled=is_too_much or is_cancelled(), has_more_changes=has_more_changes,
        )

    def _text_stage(self, reporter: ProgressReporter, is_cancelled: Callable[[], bool]) -> TextStage:
        return TextStage(
            self._writer, self._stores.lexical, self._tokens, reporter, is_cancelled, self._committed, self._chunker,
            self.pace, self.meanwhile,
        )

    def _scan(
        self, targets: Sequence[Target], are_explicit: bool, reporter: ProgressReporter, is_cancelled: Callable[[], bool]
    ) -> tuple[list[Scan], list[str]]:
        scanner = Scanner(self._writer, [self._settings.data_dir], reporter, is_cancelled, self._remembered)
        scans, unavailable = [], []
        for target in targets:
            elsewhere = frozenset(
                root.path for root in self._targets.roots() if root.path != target.path and is_at_or_below(root.path, target.path)
            )
            try:
                scan = scanner.scan(target, elsewhere)
                if self._looks_unplugged(scan):
                    raise FolderMissing(Path(target.path))
            except (FolderMissing, FolderUnreadable) as error:
                if not target.is_whole_root and is_gone(target.path):
                    scan = Scan(target, vanished=self._writer.known_files(target.path))
                else:
                    if are_explicit and (isinstance(error, FolderUnreadable) or not target.is_whole_root):
                        raise
                    log.warning("a folder is not available: its documents are kept")
                    self._writer.note_scan(target.root, False, None, None)
                    unavailable.append(target.root)
                    continue
            scans.append(scan)
            if target.is_whole_root:
                self._note_mounts(target.root, [*scan.mounts, *scan.mounts_away])
                self._writer.note_scan(
                    target.root, True, scan.left_out, _device(target.path), scan.left_out_folders
                )
        return scans, unavailable

    def _note_mounts(self, root: str, mounts: Sequence[str]) -> None:
        """Which folders below a root are drives of their own, so that one that is unplugged is not taken for emptied."""
        known = mounts_of(self._writer.meta(MOUNTS))
        now = sorted({*(mount for mount in known if not is_at_or_below(mount, root)), *mounts})
        if now != known:
            self._writer.set_meta(MOUNTS, packed_mounts(now))

    def _looks_unplugged(self, scan: Scan) -> bool:
        """Whether a root that is suddenly empty lies on another device than before: its drive is not there."""
        before = self._writer.device_of(scan.target.root)
        return (
            scan.target.is_whole_root and not scan.n_found and bool(scan.vanished)
            and before is not None and before != _device(scan.target.path)
        )

    def _recognise_moved(self, scan: Scan, scans: Sequence[Scan], outcome: TextOutcome) -> int:
        """Files that were known by another path keep chunks and vectors. Returns how many readable documents those are."""
        n_moved = 0
        remaining = []
        for found in scan.to_read:
            former = None
            if found.path in scan.new_paths and found.stamp.size:
                former = former_path(found, self._writer.files_of_size(found.stamp.size), self._is_certainly_gone)
            if former is None:
                remaining.append(found)
                continue
            ids = self._writer.move(former, found.path, found.stamp, time.time_ns())
            for other in scans:
                other.vanished.pop(former, None)
            if not are_followed(self._writer.known_files(found.path)[found.path].member_rules, scan.target.rules):
                scan.new_paths.discard(found.path)      # it came from a folder with other rules
                remaining.append(found)
                continue
            states = [document.state for document in self._stores.catalog.documents(ids).values()]
            outcome.n_failed += states.count("unreadable")
            n_moved += len(states) - states.count("unreadable")
        scan.to_read = remaining
        return n_moved

    def _is_certainly_gone(self, path: str) -> bool:
        """Whether a file has left its place, rather than its whole drive."""
        above = [root.path for root in self._targets.roots() if is_at_or_below(path, root.path)]
        return is_gone(path) and all(root == path or os.path.isdir(root) for root in above)

    def _forget_vanished(self, scans: Sequence[Scan]) -> int:
        n_removed = 0
        for scan in scans:
            if scan.vanished:
                n_removed += len(self._writer.remove_files(scan.vanished))
        self._has_removed = self._has_removed or n_removed > 0
        return n_removed

    def _read(
        self, scans: Sequence[Scan], stage: TextStage, outcome: TextOutcome, is_cancelled: Callable[[], bool]
    ) -> None:
        by_root: dict[tuple[str, bool], list[Scan]] = {}       # many changes of one root are read together, not one by one
        for scan in scans:
            if scan.to_read:
                by_root.setdefault((scan.target.root, scan.target.ocr), []).append(scan)
        for (root, ocr), group in by_root.items():
            if is_cancelled():
                raise Cancelled
            self._has_removed = self._has_removed or any(
                file.path not in scan.new_paths for scan in group for file in scan.to_read
            )
            files = [file for scan in group for file in self._without_doubles(scan, scans)]
            pool = self._reading_pool(False)
            try:
                stage.run(
                    sorted(files, key=lambda file: -file.stamp.mtime_ns), pool, group[0].target.rules, ocr, root, outcome
                )
            finally:
                pool.close()

    @staticmethod
    def _without_doubles(scan: Scan, scans: Sequence[Scan]) -> list[FoundFile]:
        """A path given twice, as a folder and as a part of it, is read once."""
        earlier = scans[: next(i for i, other in enumerate(scans) if other is scan)]
        seen = {file.path for other in earlier for file in other.to_read}
        return [file for file in scan.to_read if file.path not in seen]

    # Second stage, and what holds all together

    def _settle_text(self) -> None:
        try:
            reconciliation.settle_text(self._writer, self._stores.lexical, self._is_text_thorough)
        except Exception as error:      # whatever a damaged index makes of itself
            if is_for_the_person(error, self._settings.data_dir):
                raise
            log.warning("the text index is damaged and is rebuilt: %s", error)
            self._stores.rebuild_text()
            reconciliation.settle_text(self._writer, self._stores.lexical, False)
        self._is_text_thorough = False

    def _settle_vectors(self, serving: str, coming: str) -> None:
        models = {vectors_of(serving), vectors_of(coming)}
        self._on_vectors(
            lambda: reconciliation.settle_vectors(self._writer, self._stores.vectors, models, self._is_thorough)
        )
        self._vectors_settled = True

    def rename_models(self, canonical: Callable[[str], str]) -> None:
        """Let the index call embedders by the ids that they have now."""
        old_ids = {*self._stores.catalog.models(), self._writer.meta("model") or ""}
        for old in [old for old in old_ids if canonical(old) != old]:
            new = canonical(old)
            self._on_vectors(lambda: self._stores.vectors.rename_model(vectors_of(old), vectors_of(new)))     # noqa: B023
            self._writer.rename_model(old, new)

    def _on_vectors(self, work: Callable[[], object]) -> None:
        """Do something with the vector store, if need be on a new one."""
        try:
            work()
        except Exception as error:
            if is_for_the_person(error, self._settings.data_dir):
                raise
            log.warning("the vectors are damaged and are rebuilt: %s", error)
            self._stores.rebuild_vectors()
            work()

    def _vectors(
        self, reporter: ProgressReporter, is_cancelled: Callable[[], bool], only_first: bool = False
    ) -> int:
        is_pending = bool(self._stores.catalog.counts().pending)
        if not is_pending:
            self._n_embedded = 0
        is_settled = not self._is_thorough and not is_pending and not self._writer.dirty("vectors")
        if is_settled and not self._is_changing_model() and self._writer.meta("model") is not None:
            return 0
        coming = self._model()
        serving, former = self._serving_until(coming)
        n_lost = self._writer.expect_models(serving, coming)
        if n_lost:
            log.info("%d documents are embedded again before they are found by their meaning", n_lost)
        if not self._vectors_settled or self._writer.dirty("vectors"):
            self._settle_vectors(serving, coming)
        self._is_thorough = False
        self._stores.is_settled = True
        n_before = 0 if only_first else self._n_embedded
        n_done = self._vector_stage(serving, former or self._embedder, reporter, is_cancelled, n_before=n_before).run(only_first)
        self._n_embedded = self._n_embedded + n_done if self._stores.catalog.counts().pending else 0
        if only_first:
            return n_done
        while self._writer.n_to_change(coming) and not is_cancelled():
            n_changed = self._vector_stage(coming, self._embedder, reporter, is_cancelled, is_change=True).run()
            n_new = self._vector_stage(serving, former or self._embedder, reporter, is_cancelled).run()
            n_done += n_changed + n_new
            if not n_changed + n_new:
                break
        self._finish_change(coming)
        return n_done

    def _vector_stage(
        self, model: str, embedder: Callable[[], Embedder], reporter: ProgressReporter, is_cancelled: Callable[[], bool],
        is_change: bool = False, n_before: int = 0,
    ) -> VectorStage:
        return VectorStage(
            self._writer, self._stores.vectors, self._stores.bits, model, embedder, reporter, is_cancelled, self._committed,
            is_change, self._first, self.pace, self.embedding, self.meanwhile, n_before,
        )

    def _serving_until(self, coming: str) -> tuple[str, Callable[[], Embedder] | None]:
        """The embedder whose vectors serve until those of the coming one are complete, and what loads it if it is another.

        One that is not here any more cannot embed queries: the coming one serves from now on, with what it has.
        """
        serving = self._stores.catalog.serving_model() or coming
        former = self._former(serving) if serving != coming else None
        if former is None and serving != coming:
            log.warning("an earlier embedder is not here any more: what it made is made anew by the present one")
            serving = coming
        if self._writer.meta("model") != serving:
            self._writer.set_meta("model", serving)
        return serving, former

    def _finish_change(self, coming: str) -> None:
        """Let the coming embedder serve, once all is embedded by it, and drop what others made."""
        if self._stores.catalog.counts().pending or self._writer.n_to_change(coming):
            return
        if self._writer.meta("model") != coming:
            self._writer.set_meta("model", coming)
            self._committed()
        self._stores.vectors.keep_only([vectors_of(coming)])
        if self._writer.drop_embeddings_of_other_models(coming):
            self._has_removed = True

    def tidy_when_idle(self, is_cancelled: Callable[[], bool] = lambda: False) -> None:
        """Give back what removals, merges and interrupted work have left."""
        with acting_on(self._settings.data_dir):
            self._tidy()
            self._index_vectors()
            self._give_back_words(is_cancelled)

    def _index_vectors(self) -> None:
        """Let searches find vectors by an index once there are many. What changes meanwhile is followed."""
        if not self._stores.vectors.is_to_be_indexed():
            return
        begun = time.monotonic()
        with ThreadPoolExecutor(1, "vector-index") as executor:
            made = executor.submit(self._stores.vectors.make_index)
            while not made.done():
                wait([made], INDEX_LOOK_S)
                self.meanwhile(lambda: None)
            made.result()
        reconciliation.TableCare(self._writer, self._stores.vectors).left_versions()
        log.info("the vectors were indexed in %.0f s", time.monotonic() - begun)
        self._committed()

    def _give_back_words(self, is_cancelled: Callable[[], bool]) -> None:
        n_moved = move_out_of_waste(
            self._writer, self._stores.lexical, lambda: self.meanwhile(lambda: None) or is_cancelled()
        )
        if n_moved:
            log.info("%d documents were moved in the text index, to give back room", n_moved)
            self._committed()

    def _tidy(self) -> None:
        if self._has_removed or self._stores.bits.has_former_segments():
            reconciliation.tidy(self._writer, self._stores.bits)
            forget_unknown(self._settings.recognised_dir, self._stores.catalog.content_hashes())
            self._has_removed = False
        reconciliation.TableCare(self._writer, self._stores.vectors).merge_if_due(is_idle=True)


def _leave_out_older(scans: Sequence[Scan], at_most: int, since_ns: int) -> tuple[bool, bool]:
    """Leave only the latest changed files to be read, none of before `since_ns`: are there others; and others since then?"""
    changes = {file.path: max(file.stamp.mtime_ns, file.stamp.ctime_ns) for scan in scans for file in scan.to_read}
    since = sorted((path for path, changed in changes.items() if changed >= since_ns), key=lambda path: -changes[path])
    kept = frozenset(since[:at_most])
    for scan in scans:
        scan.to_read = [file for file in scan.to_read if file.path in kept]
    return len(kept) < len(changes), len(kept) < len(since)


def _device(path: str) -> int | None:
    try:
        return os.stat(path).st_dev
    except OSError:
        return None
