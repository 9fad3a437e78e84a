"""Signals reach an idle window, where no Python code runs by itself."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

from ui.window.signals import Signals


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_is_told_at_once(qtbot, number: int):
    before = signal.getsignal(number)
    signals = Signals()
    try:
        sent_at: list[float] = []

        def send() -> None:
            sent_at.append(time.monotonic())
            os.kill(os.getpid(), number)

        timer = threading.Timer(0.2, send)
        with qtbot.waitSignal(signals.told, timeout=5000):
            timer.start()
        assert time.monotonic() - sent_at[0] < 2           # milliseconds, on a computer that is not busy
        timer.join()
    finally:
        signals.close()
    assert signal.getsignal(number) == before
