"""The embedder on a thread of its own: the network runs outside Python, so that its caller can do other things meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from engine.protocols import Embedder, PassageEncoding

ASK_EVERY_S = 0.03


class EmbeddingThread:
    """One call at a time; begun at the first, ended with the object."""

    def __init__(self) -> None:
        self.begins: Callable[[], None] = _nothing      # called first on the thread
        self._executor: ThreadPoolExecutor | None = None
        self.took_s = 0.0           # the latest call that has ended, without the loading

    def embed(
        self, embedder: Callable[[], Embedder], passages: Sequence[str], is_cancelled: Callable[[], bool]
    ) -> Sequence[PassageEncoding] | None:
        """The encodings of some passages; None if cancelled before they were there. What is at work then is not waited for.

        Args:
            embedder: called on that thread: to load one takes seconds.
            is_cancelled: asked again and again on the caller's thread, and may do something else there.
        """
        if self._executor is None:
            self._executor = ThreadPoolExecutor(1, "embedding", self.begins)
        future: Future[Sequence[PassageEncoding]] = self._executor.submit(self._call, embedder, passages)
        while True:
            try:
                return future.result(ASK_EVERY_S)
            except TimeoutError:
                if future.done():
                    return future.result()
                if is_cancelled():
                    future.cancel()
                    return None

    def _call(self, embedder: Callable[[], Embedder], passages: Sequence[str]) -> Sequence[PassageEncoding]:
        loaded = embedder()
        begun = time.monotonic()
        encodings = loaded.embed_passages(passages)
        self.took_s = time.monotonic() - begun
        return encodings


def _nothing() -> None:
    pass
