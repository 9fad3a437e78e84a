"""Downloads from a local server that speaks the hub's protocol: whole, checked, resumed, and refused with a reason."""

from __future__ import annotations

import collections
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from models.errors import HubFailed, ModelRefused
from models.fetching import fetch_model, plan
from models.hub import HUB, Hub, HubFile, HubModel
from tests.models.hub_server import COMMIT, FakeHub, serving

SMALL, LARGE = b'{"model_type": "bert"}', os.urandom(300_000)
NAME = "someone/a-model"


@pytest.fixture
def server() -> Iterator[FakeHub]:
    with serving(FakeHub({NAME: {"config.json": SMALL, "onnx/model.onnx": LARGE, "odd name +%.txt": b"x"}})) as hub:
        yield hub


def connected(server: FakeHub) -> Hub:
    return Hub(server.address, timeout_s=5, wait_s=0.01)


def fetched(server: FakeHub, path: str, folder: Path) -> bytes:
    hub = connected(server)
    model = hub.model(NAME)
    return hub.download(model, file_of(model, path), folder).read_bytes()


def file_of(model: HubModel, path: str):   # type: ignore[no-untyped-def]
    return next(file for file in model.files if file.path == path)


def test_tells_commit_licence_sizes_and_digests(server: FakeHub) -> None:
    model = connected(server).model(NAME, "v1.0")
    assert (model.commit, model.licence) == (COMMIT, "mit")
    assert {file.path: file.size for file in model.files}["onnx/model.onnx"] == len(LARGE)
    assert file_of(model, "onnx/model.onnx").sha256 and not file_of(model, "onnx/model.onnx").git_id
    assert file_of(model, "config.json").git_id


def test_follows_a_redirect_to_another_host(server: FakeHub, tmp_path: Path) -> None:
    steps: list[tuple[str, int, int]] = []
    hub = connected(server)
    model = hub.model(NAME)
    place = hub.download(model, file_of(model, "onnx/model.onnx"), tmp_path, lambda *step: steps.append(step))
    assert place.read_bytes() == LARGE and steps[-1] == ("onnx/model.onnx", len(LARGE), len(LARGE))
    assert {host for host, *_ in server.asked} == {"hub", "files"}
    assert fetched(server, "config.json", tmp_path) == SMALL
    assert fetched(server, "odd name +%.txt", tmp_path) == b"x"


def test_what_is_there_is_not_sent_again(server: FakeHub, tmp_path: Path) -> None:
    fetched(server, "onnx/model.onnx", tmp_path)
    fetched(server, "onnx/model.onnx", tmp_path)
    assert server.gets("onnx/model.onnx") == [""]


def test_goes_on_after_interruptions(server: FakeHub, tmp_path: Path) -> None:
    server.cut_after, server.n_cuts = 100_000, 2
    assert fetched(server, "onnx/model.onnx", tmp_path) == LARGE
    assert server.gets("onnx/model.onnx") == ["", "bytes=100000-", "bytes=200000-"]


def test_gives_up_where_nothing_arrives_and_goes_on_later(server: FakeHub, tmp_path: Path) -> None:
    server.cut_after, server.n_cuts = 100_000, 1
    (tmp_path / "onnx").mkdir()
    (tmp_path / "onnx" / "model.onnx.part").write_bytes(LARGE[:50_000])      # of a run that was killed
    assert fetched(server, "onnx/model.onnx", tmp_path) == LARGE
    assert server.gets("onnx/model.onnx")[0] == "bytes=50000-"
    server.cut_after, server.n_cuts = 0, 1000
    shutil.rmtree(tmp_path / "onnx")
    with pytest.raises(HubFailed, match="goes on from there"):
        fetched(server, "onnx/model.onnx", tmp_path)


def test_a_server_without_ranges_sends_all_again(server: FakeHub, tmp_path: Path) -> None:
    server.ignores_ranges, server.cut_after, server.n_cuts = True, 200_000, 1
    assert fetched(server, "onnx/model.onnx", tmp_path) == LARGE
    assert (tmp_path / "onnx" / "model.onnx").stat().st_size == len(LARGE)


def test_a_wrong_digest_is_refused_and_nothing_kept(server: FakeHub, tmp_path: Path) -> None:
    server.is_lying = True
    for path in ("onnx/model.onnx", "config.json"):
        with pytest.raises(HubFailed, match="digest differs"):
            fetched(server, path, tmp_path)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_wrong_part_of_an_earlier_run_is_made_good(server: FakeHub, tmp_path: Path) -> None:
    (tmp_path / "onnx").mkdir()
    for wrong in (b"x" * 1000, b"y" * (len(LARGE) + 5)):
        (tmp_path / "onnx" / "model.onnx.part").write_bytes(wrong)
        (tmp_path / "onnx" / "model.onnx").unlink(missing_ok=True)
        assert fetched(server, "onnx/model.onnx", tmp_path) == LARGE


def test_digests_from_headers_where_the_list_has_none(server: FakeHub, tmp_path: Path) -> None:
    server.tells_digests = False
    assert fetched(server, "onnx/model.onnx", tmp_path) == LARGE
    assert fetched(server, "config.json", tmp_path) == SMALL
    server.is_lying = True
    shutil.rmtree(tmp_path / "onnx")
    with pytest.raises(HubFailed, match="digest differs"):
        fetched(server, "onnx/model.onnx", tmp_path)


@pytest.mark.parametrize(("name", "revision", "said"), [
    ("someone/nothing", "main", "Check owner and name"),
    (NAME, "v9", "no such revision"),
    ("closed/model", "main", "accepted its terms"),
    ("../../etc/passwd", "main", "looks like owner/model"),
    ("someone/..", "main", "looks like owner/model"),
])
def test_says_what_is_wrong(server: FakeHub, name: str, revision: str, said: str) -> None:
    server.gated.add("closed/model")
    with pytest.raises(HubFailed, match=said) as caught:
        connected(server).model(name, revision)
    assert caught.value.spanish != caught.value.english


def test_no_server_at_all(tmp_path: Path) -> None:
    with serving(FakeHub({})) as gone:
        pass
    with pytest.raises(HubFailed, match="connection"):
        Hub(gone.address, timeout_s=2).model(NAME)


@pytest.mark.parametrize("address", ["ftp://example.org", "file:///etc", "http://example.org", "example.org", "https://u:p@x"])
def test_addresses_that_are_no_hub(address: str) -> None:
    with pytest.raises(HubFailed, match="https"):
        Hub(address)
    assert Hub(HUB).host


def test_a_redirect_to_something_else_is_not_followed(server: FakeHub, tmp_path: Path) -> None:
    server.elsewhere = "file:///etc/passwd?"
    with pytest.raises(HubFailed):
        fetched(server, "onnx/model.onnx", tmp_path)


def test_names_that_lead_out_are_refused(server: FakeHub) -> None:
    server.models[NAME]["../../evil"] = b"x"
    with pytest.raises(ModelRefused, match="leads out"):
        connected(server).model(NAME)


def test_only_what_is_needed_is_planned() -> None:
    names = ("README.md", "config.json", "tokenizer.json", "model.safetensors", "pytorch_model.bin", "1_Pooling/config.json",
             "onnx/model.onnx", "onnx/model.onnx_data", "onnx/model_int8.onnx", "openvino/openvino_model.xml", "onnx/tokenizer.json")
    model = HubModel(NAME, COMMIT, "mit", tuple(HubFile(name, 10) for name in names))
    whole = plan(model, None)
    assert [file.path for file in whole.files] == [
        "1_Pooling/config.json", "README.md", "config.json", "onnx/model.onnx", "onnx/model.onnx_data", "tokenizer.json"]
    assert (whole.network, whole.other_networks, whole.n_bytes) == ("onnx/model.onnx", ("onnx/model_int8.onnx",), 60)
    assert "onnx/model_int8.onnx" in [file.path for file in plan(model, "model_int8.onnx").files]
    with pytest.raises(ModelRefused, match="There are: onnx/model"):
        plan(model, "model_q4.onnx")
    with pytest.raises(ModelRefused, match=r"no \.onnx"):
        plan(HubModel(NAME, COMMIT, "", (HubFile("model.safetensors", 1),)), None)


def test_nothing_is_downloaded_without_a_yes_and_old_beginnings_go(server: FakeHub, tmp_path: Path) -> None:
    downloads = tmp_path / ".downloads"
    for name, age_days in (("old@1", 40), ("young@1", 3)):
        (downloads / name).mkdir(parents=True)
        os.utime(downloads / name, (time.time() - age_days * 86_400,) * 2)
    asked: list[int] = []
    assert fetch_model(connected(server), NAME, tmp_path, lambda model, planned: bool(asked.append(planned.n_bytes))) is None
    assert asked == [len(SMALL) + len(LARGE)] and not server.gets("onnx/model.onnx")
    assert {path.name for path in downloads.iterdir()} == {"old@1", "young@1"}
    with pytest.raises(ModelRefused, match="not an ONNX file"):
        fetch_model(connected(server), NAME, tmp_path, lambda model, planned: True)
    assert {path.name for path in downloads.iterdir()} == {"young@1", f"someone--a-model@{COMMIT}"}


def test_a_full_disk_is_noticed_before(server: FakeHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = collections.namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(100, 99, 1))
    with pytest.raises(OSError, match="No space"):
        fetched(server, "onnx/model.onnx", tmp_path)
