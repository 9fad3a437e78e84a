"""Real processes: answers come through, a lost one is started again, closing never waits long."""

from __future__ import annotations

import time
from multiprocessing.connection import Connection

import pytest
from PySide6.QtCore import QObject, Slot

from ui.window import child as child_module
from ui.window.child import Child


def echo(connection: Connection, greeting: str) -> None:
    connection.send(greeting)
    while True:
        message = connection.recv()
        if message == "stop":
            return
        if message == "die":
            raise SystemExit(3)
        if message == "hang":
            time.sleep(60)
        connection.send(("heard", message))


class Listener(QObject):
    def __init__(self, child: Child) -> None:
        super().__init__()
        self.heard: list[object] = []
        self.losses: list[bool] = []
        child.received.connect(self.hear)
        child.lost.connect(self.lose)

    @Slot(object)
    def hear(self, message: object) -> None:
        self.heard.append(message)

    @Slot(bool)
    def lose(self, again: bool) -> None:
        self.losses.append(again)


def test_a_process_answers_and_ends_when_asked(qtbot) -> None:
    child = Child("echo", echo, ("hola",))
    listener = Listener(child)
    assert not child.send("too early")
    child.start()
    qtbot.waitUntil(lambda: listener.heard == ["hola"], timeout=10_000)
    assert child.send("ñ" * 100_000)
    qtbot.waitUntil(lambda: len(listener.heard) == 2, timeout=10_000)
    child.ask_to_stop("stop")
    assert child.wait_for_end(5.0)
    assert listener.losses == []


def test_a_lost_process_is_started_again_and_one_that_hangs_is_killed(qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_module, "FIRST_DELAY_S", 0.05)
    child = Child("echo", echo, ("hola",))
    listener = Listener(child)
    child.start()
    qtbot.waitUntil(lambda: len(listener.heard) == 1, timeout=10_000)
    child.send("die")
    qtbot.waitUntil(lambda: listener.losses == [True] and len(listener.heard) == 2, timeout=10_000)
    child.send("hang")
    child.ask_to_stop("stop")
    began = time.monotonic()
    assert not child.wait_for_end(0.3)
    assert time.monotonic() - began < 3
    assert listener.losses == [True]
