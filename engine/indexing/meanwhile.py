"""What long work lets be done between two of its pieces: something that is little and more urgent."""

from __future__ import annotations

from collections.abc import Callable

Meanwhile = Callable[[Callable[[], object]], bool]
"""Called often, with what puts away the piece of work at hand, should something come before it. Was anything done?"""


def nothing_meanwhile(put_away: Callable[[], object]) -> bool:
    return False
