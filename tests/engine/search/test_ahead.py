import sys
import threading

import pytest

from engine.search.ahead import Ahead


def test_work_goes_on_beside_its_caller_and_gives_its_result() -> None:
    may_end = threading.Event()

    def work() -> int:
        assert may_end.wait(10)
        return 7

    with Ahead(work) as ahead:
        may_end.set()
        assert ahead.result() == 7
        assert ahead.result() == 7


def test_what_work_raises_is_raised_where_its_result_is_asked_for() -> None:
    def work() -> int:
        raise ValueError("no")

    with Ahead(work) as ahead, pytest.raises(ValueError, match="no"):
        ahead.result()


def test_it_is_not_left_before_the_work_has_ended() -> None:
    ended = []
    may_end = threading.Event()

    def work() -> None:
        may_end.wait(10)
        ended.append(True)

    with pytest.raises(KeyError), Ahead(work):
        threading.Timer(0.05, may_end.set).start()
        raise KeyError
    assert ended == [True]


def test_threads_let_one_another_in_sooner_meanwhile() -> None:
    usual = sys.getswitchinterval()
    with Ahead(sys.getswitchinterval) as ahead:
        assert ahead.result() < usual
    assert sys.getswitchinterval() == usual
