"""Written answers as they cross between window and search process: what would be sent, what was written, what the check found.

Frozen, picklable, light: the window imports this.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.document import ChunkId, DocumentId
from engine.hits import Filters
from engine.messages import Failure

Refusal = Literal["nothing-found", "not-answered"]
Verdict = Literal["supported", "unsupported", "missing"]
SentenceVerdict = Literal["supported", "unsupported", "uncited", "plain"]


@dataclass(frozen=True, slots=True)
class Message:
    role: str                   # "system" or "user"
    text: str


@dataclass(frozen=True, slots=True)
class SentPassage:
    """A passage as it is sent, and where it comes from."""

    number: int                 # from 1, best first
    chunk_id: ChunkId
    document_id: DocumentId
    path: str
    title: str
    heading_path: tuple[str, ...]
    page: int | None
    start: int
    end: int
    language: str | None
    text: str

    @property
    def source(self) -> str:
        """Title and headings, in one line."""
        return " > ".join(dict.fromkeys((self.title, *self.heading_path)))


@dataclass(frozen=True, slots=True)
class Draft:
    """All that a model would be sent, or why nothing is."""

    question: str
    refusal: Refusal | None
    passages: tuple[SentPassage, ...] = ()
    messages: tuple[Message, ...] = ()
    answerable: float | None = None

    def as_text(self) -> str:
        """Every character that would be sent, for who decides."""
        return "\n\n".join(message.text for message in self.messages)


@dataclass(frozen=True, slots=True)
class Citation:
    number: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class CheckedSentence:
    """text[start:end] of the answer as the model wrote it, citations among it."""

    start: int
    end: int
    citations: tuple[Citation, ...]
    verdict: SentenceVerdict                    # plain: nothing is stated, as in "Here is what I found:"
    not_in_passages: tuple[str, ...] = ()       # figures, codes and names that no cited passage holds


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
    text: str
    sentences: tuple[CheckedSentence, ...]
    is_not_said: bool                           # the model wrote that the passages do not answer

    @property
    def is_supported(self) -> bool:
        return all(sentence.verdict in ("supported", "plain") for sentence in self.sentences)


# ---- the window asks -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DraftAnswer:
    """Lay out what would be sent for a question. A newer one takes the place of an answer that is being written."""

    id: int
    text: str
    filters: Filters = Filters()        # noqa: RUF009 - it is frozen
    language: str = "en"                # of the rules that the model is given


@dataclass(frozen=True, slots=True)
class WriteAnswer:
    """Send the draft of this id."""

    id: int
    address: str
    model: str


@dataclass(frozen=True, slots=True)
class StopAnswer:
    id: int


# ---- the search process answers --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AnswerDrafted:
    id: int
    draft: Draft


@dataclass(frozen=True, slots=True)
class AnswerPiece:
    id: int
    text: str


@dataclass(frozen=True, slots=True)
class AnswerChecked:
    id: int
    answer: CheckedAnswer


@dataclass(frozen=True, slots=True)
class AnswerFailed:
    id: int
    failure: Failure


# ---- inside the search process ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CheckWritten:
    """The model has ended: check what it wrote."""

    id: int
    text: str
