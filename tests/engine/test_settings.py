from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.errors import BadUsage, SettingsInvalid
from engine.settings import Settings, default_data_dir, load_settings, save_settings


def test_what_is_saved_is_loaded_and_the_folder_is_private(tmp_path: Path):
    settings = Settings(tmp_path / "data", n_threads=2, ocr=True, language="es", left_out=("*.log",))
    save_settings(settings)
    assert load_settings(tmp_path / "data") == settings
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
    assert [p.name for p in (tmp_path / "data").iterdir() if p.name.startswith(".settings")] == []


def test_without_a_file_the_defaults_hold_and_nothing_is_made(tmp_path: Path):
    assert load_settings(tmp_path / "none") == Settings(tmp_path / "none")
    assert not (tmp_path / "none").exists()
    assert default_data_dir().name == "fichero"


@pytest.mark.parametrize(
    ("text", "named"),
    [('{"colour": 1}', "colour"), ('{"n_threads": -1}', "n_threads"), ('{"n_threads": true}', "n_threads"),
     ('{"ocr": "yes"}', "ocr"), ('{"language": "fr"}', "language"), ('{"left_out": [""]}', "left_out"), ("[1]", "JSON"),
     ("{", "JSON"), ('{"data_dir": "/x"}', "data_dir")],
)
def test_bad_settings_fail_naming_the_key(tmp_path: Path, text: str, named: str):
    (tmp_path / "settings.json").write_text(text)
    with pytest.raises(SettingsInvalid) as caught:
        load_settings(tmp_path)
    assert named in caught.value.english and named in caught.value.spanish


def test_only_what_differs_from_the_defaults_is_written(tmp_path: Path):
    save_settings(Settings(tmp_path, theme="dark"))
    assert json.loads((tmp_path / "settings.json").read_text()) == {"theme": "dark"}


def test_a_data_folder_that_is_a_file_is_wrong_usage(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(BadUsage):
        load_settings(tmp_path / "file")
