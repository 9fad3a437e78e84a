"""When a change is looked at, by a clock of our own."""

from __future__ import annotations

from engine.watching import at_rest
from engine.watching.at_rest import AGAIN_S, REST_S, WHOLE_S, AtRest, without_nested


def test_a_path_is_taken_once_when_it_has_rested():
    rest = AtRest()
    rest.note("/r", "/r/a", 0.0)
    rest.note("/r", "/r/a", 0.5)
    assert rest.take(REST_S) == [] and rest.next_due() == 0.5 + REST_S
    assert rest.take(0.5 + REST_S) == ["/r/a"]
    assert rest.take(100.0) == [] and rest.next_due() is None


def test_what_was_closed_or_renamed_rests_for_a_moment_only():
    rest = AtRest()
    rest.note("/r", "/r/a", 0.0)
    rest.note("/r", "/r/a", 0.1, WHOLE_S)
    assert rest.take(0.1 + WHOLE_S) == ["/r/a"]
    rest.note("/r", "/r/a", 10.0, WHOLE_S)
    rest.note("/r", "/r/a", 10.1)           # somebody writes on
    assert rest.take(10.1 + WHOLE_S) == [] and rest.take(10.1 + REST_S) == ["/r/a"]


def test_a_log_that_is_closed_after_each_line_is_not_read_after_each_line():
    rest, taken = AtRest(), []
    for i in range(120):                    # two lines a second, for a minute
        rest.note("/r", "/r/log", i / 2, WHOLE_S)
        if rest.take(i / 2 + WHOLE_S + 0.01):
            taken.append(i / 2)
    assert len(taken) <= 3 and not rest._taken.keys() - {"/r/log"}
    rest.take(60 + REST_S)
    rest.note("/r", "/r/log", 60 + REST_S + 2 * AGAIN_S, WHOLE_S)
    assert rest.take(60 + REST_S + 2 * AGAIN_S + WHOLE_S) == ["/r/log"]


def test_both_ends_of_a_move_and_only_the_folder_of_what_is_in_it():
    rest = AtRest()
    for i, path in enumerate(["/r/old", "/r/new", "/r/new/deep/x", "/s/y"]):
        rest.note(path[:2], path, i * 0.001)
    assert rest.take(REST_S) == ["/r/new", "/r/old", "/s/y"]


def written_without_rest(rest: AtRest, until_s: float) -> list[float]:
    taken, now = [], 0.0
    while now < until_s:
        rest.note("/r", "/r/log", now)
        now += 0.5
        if rest.take(now):
            taken.append(now)
    return taken


def test_a_file_that_never_rests_is_read_ever_more_rarely():
    first, second, third = written_without_rest(AtRest(), 300.0)
    assert abs(first - at_rest.MOST_WAIT_S) <= 0.5
    assert abs(second - first - 2 * at_rest.MOST_WAIT_S) <= 1 and abs(third - second - 4 * at_rest.MOST_WAIT_S) <= 1


def test_many_changes_wait_for_each_other_but_not_without_end():
    rest = AtRest()
    taken: list[tuple[float, int]] = []
    for i in range(300):                # 20 a second for 15 seconds
        now = i / 20
        rest.note("/r", f"/r/{i}", now)
        if due := rest.take(now):
            taken.append((now, len(due)))
    # The first ones are few and rest; from then on they are a burst.
    taken = [(when, count) for when, count in taken if count > 1]
    assert len(taken) == 1 and at_rest.BURST_WAIT_S - 1 < taken[0][0] <= at_rest.BURST_WAIT_S + 2
    rest.take(15 + REST_S)
    assert rest.next_due() is None


def test_a_crowd_is_one_look_at_the_folder_above():
    rest, whole = AtRest(), AtRest(takes_whole_root=True)
    for n in range(2_000):
        for each in (rest, whole):
            each.note("/r", f"/r/sub/{n % 7}/{n}", n / 10_000)
    assert rest.take(0.2 + REST_S) == ["/r/sub"] and whole.take(0.2 + REST_S) == ["/r"]
    for n in range(2_000):
        rest.note("/r", f"/r/sub/{n}", 10.0)
    rest.note("/r", "/r/other", 10.0)
    assert rest.take(10 + REST_S) == ["/r"]


def test_what_lies_below_another_is_dropped():
    assert without_nested(["/a/b", "/a", "/a b", "/a/c/d", "/ab"]) == ["/a", "/a b", "/ab"]
