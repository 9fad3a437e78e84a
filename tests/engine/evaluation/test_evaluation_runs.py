from pathlib import Path

import pytest

from engine.errors import BadUsage
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
