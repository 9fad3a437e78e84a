from pathlib import Path

import pytest

from engine.errors import BadUsage
from engine.evaluation.diagnosis import asks_the_same
from engine.evaluation.evaluation import load_run, save_run


def test_a_run_is_kept_under_its_name(tmp_path: Path) -> None:
    save_run(tmp_path / "runs", "con ñ 2.1", {"directions": {}})
    assert load_run(tmp_path / "runs", "con ñ 2.1") == {"directions": {}}


@pytest.mark.parametrize("name", ["a/b", "../x", "", ".", "..", ".hidden", "a\\b", "a\0b", "a\nb", "x" * 200])
def test_a_name_never_leads_elsewhere(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadUsage):
        save_run(tmp_path, name, {"directions": {}})
    with pytest.raises(BadUsage):
        load_run(tmp_path, name)


@pytest.mark.parametrize("content", ["{", "[]", "{}", "\x00"])
def test_what_is_not_a_run_is_said(tmp_path: Path, content: str) -> None:
    (tmp_path / "a.json").write_text(content)
    with pytest.raises(BadUsage):
        load_run(tmp_path, "a")


def test_runs_are_compared_only_over_the_same_questions() -> None:
    first, second = ({"id": name, "question": name, "direction": "es→es", "ranks": {}} for name in ("one", "two"))
    earlier = {"n_questions": 1, "questions": [first]}
    assert asks_the_same({"n_questions": 1, "questions": [first]}, earlier)
    assert not asks_the_same({"n_questions": 1, "questions": [second]}, earlier)
    assert not asks_the_same({"n_questions": 2, "questions": [first, second]}, earlier)
    assert not asks_the_same({"n_questions": 2, "questions": [first, second]}, {"n_questions": 1})
