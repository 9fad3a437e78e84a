"""Models brought in from folders and archives: real ones work, and whatever is damaged, foreign or hostile is refused."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import stat
import zipfile
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from models.apart import apart
from models.cross_encoder import CrossEncoder
from models.embedder import Embedder
from models.errors import EmbeddingCancelled, ModelDamaged, ModelMissing, ModelRefused
from models.export_layout import Wishes, describe
from models.imported_embedder import ImportedEmbedder, pool
from models.imported_info import (
    ImportedInfo,
    find_imported,
    list_imported,
    remove_imported,
    verify_imported,
)
from models.importing import import_model, name_from
from models.unpacking import unpack
from tests.models.exports import cross_encoder_export, embedder_export

Made = tuple[Path, ImportedInfo]


@pytest.fixture(scope="module")
def models_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="module")
def embedder(models_dir: Path, model_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Made:
    source = embedder_export(tmp_path_factory.mktemp("source") / "My E5", model_folder, external=True)
    info = import_model(source, models_dir)
    shutil.rmtree(source)
    return models_dir / info.name, info


@pytest.fixture(scope="module")
def cross_source(model_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cross_encoder_export(tmp_path_factory.mktemp("source") / "pairs", model_folder)


@pytest.fixture(scope="module")
def cross(models_dir: Path, cross_source: Path, tmp_path_factory: pytest.TempPathFactory) -> Made:
    archive = tmp_path_factory.mktemp("zip") / "pairs.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted(cross_source.iterdir()):
            packed.write(path, f"pairs/{path.name}")
    info = import_model(archive, models_dir)
    return models_dir / info.name, info


def test_an_embedder_is_known_by_its_files(embedder: Made) -> None:
    folder, info = embedder
    assert (info.kind, info.name, info.dimension, info.pooling) == ("embedder", "my-e5", 384, "mean")
    assert (info.query_prefix, info.passage_prefix, info.max_tokens, info.licence) == ("query: ", "passage: ", 512, "mit")
    assert info.network == "onnx/model.onnx" and "onnx/model.onnx_data" in info.files
    assert min(info.trial.values()) > 0.8
    assert [entry for entry in folder.parent.iterdir() if entry.name.startswith(".")] == []


def test_it_gives_the_vectors_of_the_weights_it_was_made_from(embedder: Made, model_folder: Path) -> None:
    ours, theirs = Embedder(model_folder, 1), ImportedEmbedder(*embedder, 1)
    texts = ["La renta se paga el día 3.", "the rent is due", "合同期限为五年。", "palabra " * 300, "¿?"]
    for mine, made in zip(ours.embed_passages(texts), theirs.embed_passages(texts)):
        assert mine.vector @ made.vector > 0.99
        assert made.bits.shape == (0, 0)
    assert ours.embed_query("¿Cuándo se paga?").vector @ theirs.embed_query("  ¿Cuándo se paga? \n").vector > 0.999
    assert len(theirs.embed_query("x").tokens) == 0 and theirs.passage_token_spans("x") == []
    assert theirs.embed_passages([]) == []
    with pytest.raises(EmbeddingCancelled):
        theirs.embed_passages(texts, is_cancelled=lambda: True)


def test_a_passage_beyond_the_limit_is_read_in_pieces(embedder: Made) -> None:
    folder, info = embedder
    short = ImportedEmbedder(folder, dataclasses.replace(info, max_tokens=32), 1)
    start, end = "El gato duerme en la cocina. " * 10, "La factura de la luz vence en mayo. " * 10
    whole, first, last = (made.vector for made in short.embed_passages([start + end, start, end]))
    assert whole @ last > first @ last + 0.02        # the end is in it
    assert np.linalg.norm(whole) == pytest.approx(1, abs=1e-5)


def test_tokens_and_their_spans_agree(embedder: Made) -> None:
    model = ImportedEmbedder(*embedder, 1)
    for text in ("", " \n", "El código E-4032\n\nvale 5.440 €.", "a\ud800b", "x" * 5000):
        spans = model.token_spans(text)
        assert model.count_tokens([text]) == [len(spans)]
        assert all(0 <= start <= end <= len(text) for start, end in spans)
    assert model.count_tokens(["palabra " * 600])[0] >= 600


def test_a_cross_encoder_ranks(cross: Made) -> None:
    encoder = CrossEncoder(*cross, 1)
    passages = ["The house has a red door.", "The warranty of the washing machine ends in March.", "Bread needs flour.", ""]
    scores = encoder.score("When does the warranty of the washing machine end?", passages)
    assert scores.argmax() == 1 and scores.dtype == np.float32
    alone = [float(encoder.score("When does the warranty of the washing machine end?", [passage])[0]) for passage in passages]
    assert np.allclose(alone, scores, atol=1e-4)
    assert encoder.score("x", []).shape == (0,)
    long = encoder.score("warranty " * 3000, ["machine " * 9000])
    assert np.isfinite(long).all()
    with pytest.raises(EmbeddingCancelled):
        encoder.score("x", passages, is_cancelled=lambda: True)


def test_the_same_again_is_the_same_version(cross: Made, cross_source: Path, models_dir: Path) -> None:
    assert import_model(cross_source, models_dir, name="pairs-2").version == cross[1].version
    with pytest.raises(ModelRefused, match="another name"):
        import_model(cross_source, models_dir, name="my-e5")
    remove_imported(models_dir, "pairs-2")
    with pytest.raises(ModelMissing):
        find_imported(models_dir, "pairs-2")


def test_what_is_listed_can_be_found_and_checked(embedder: Made, cross: Made, models_dir: Path) -> None:
    assert [info.name for _, info in list_imported(models_dir)] == ["my-e5", "pairs"]
    assert find_imported(models_dir, embedder[1].id)[1] == embedder[1]
    with pytest.raises(ModelMissing):
        find_imported(models_dir, "my-e5@another")
    for name in ("../my-e5", "", ".incoming-1", "MY"):
        with pytest.raises(ModelMissing):
            find_imported(models_dir, name)
    assert {state.state for state in verify_imported(models_dir)} == {"ok"}


def test_a_file_that_changes_is_noticed(cross: Made, tmp_path: Path) -> None:
    folder = tmp_path / "pairs"
    shutil.copytree(cross[0], folder)           # keeps the times
    CrossEncoder(folder, cross[1], 1)
    path = folder / "model.onnx"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(ModelDamaged, match="SHA-256"):
        CrossEncoder(folder, cross[1], 1)
    states = {state.path.name: state.state for state in verify_imported(tmp_path)}
    assert (states["model.onnx"], states["config.json"]) == ("damaged", "ok")
    path.unlink()
    with pytest.raises(ModelMissing):
        CrossEncoder(folder, cross[1], 1)


# ---- what is refused


def broken(source: Path, target: Path, name: str, content: bytes | None) -> Path:
    shutil.copytree(source, target, copy_function=os.link)
    (target / name).unlink()
    if content is not None:
        (target / name).write_bytes(content)
    return target


@pytest.mark.parametrize(("name", "content", "said"), [
    ("model.onnx", b"not a network", "not an ONNX file|cannot be used"),
    ("model.onnx", b"", "not an ONNX file|cannot be used|wants"),
    ("model.onnx", None, "no .onnx file"),
    ("tokenizer.json", b'{"version": "1.0"}', "not a tokenizer"),
    ("tokenizer.json", None, "no tokenizer.json"),
    ("config.json", b"[" * 100_000, "not a JSON object"),
    ("config.json", b'{"architectures": ["BertForSequenceClassification"], "id2label": {"0":"a","1":"b","2":"c"}}', "3 labels"),
    ("config.json", b'{"architectures": ["BertForQuestionAnswering"]}', "neither an embedder"),
    ("config.json", b'{"architectures": ["BertModel"]}', "no vectors of texts"),
    ("config.json", None, "no config.json"),
])
def test_damaged_and_foreign_models(
    cross_source: Path, models_dir: Path, tmp_path: Path, name: str, content: bytes | None, said: str
) -> None:
    before = sorted(models_dir.iterdir())
    with pytest.raises(ModelRefused, match=said) as caught:
        import_model(broken(cross_source, tmp_path / "m", name, content), models_dir)
    assert caught.value.spanish != caught.value.english
    assert sorted(models_dir.iterdir()) == before


def test_scores_the_wrong_way_round(model_folder: Path, models_dir: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelRefused, match="mean nothing"):
        import_model(cross_encoder_export(tmp_path / "wrong", model_folder, sign=-1), models_dir)


def test_networks_that_want_something_else(cross_source: Path, models_dir: Path, tmp_path: Path) -> None:
    def network(shape: list[int | str], name: str) -> bytes:
        inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, shape)]
        outputs = [helper.make_tensor_value_info("logits", TensorProto.INT64, shape)]
        graph = helper.make_graph([helper.make_node("Identity", [name], ["logits"])], "g", inputs, outputs)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10).SerializeToString()

    for number, (content, said) in enumerate([
        (network(["batch", "tokens"], "pixel_values"), "pixel_values"), (network([1, 128], "input_ids"), "fixed size"),
        (network(["batch", "tokens"], "input_ids"), "no score"),
    ]):
        with pytest.raises(ModelRefused, match=said):
            import_model(broken(cross_source, tmp_path / str(number), "model.onnx", content), models_dir)


def test_external_data_must_lie_beside_the_network(cross_source: Path, models_dir: Path, tmp_path: Path) -> None:
    for number, (location, said) in enumerate([("../../../etc/passwd", "leads out"), ("/etc/passwd", "leads out"), ("weights", "missing")]):
        model = onnx.load(str(cross_source / "model.onnx"))
        tensor = max(model.graph.initializer, key=lambda tensor: len(tensor.raw_data))
        tensor.ClearField("raw_data")
        tensor.data_location = TensorProto.EXTERNAL
        tensor.external_data.add(key="location", value=location)
        with pytest.raises(ModelRefused, match=said):
            import_model(broken(cross_source, tmp_path / str(number), "model.onnx", model.SerializeToString()), models_dir)


def _crash(folder: str) -> None:
    os.kill(os.getpid(), 11)


def _hang(folder: str) -> None:
    while True:
        pass


def _swell(folder: str) -> None:
    held = []
    while True:
        held.append(bytes(50_000_000))


@pytest.mark.parametrize(("work", "said"), [(_crash, "crash"), (_hang, "in time"), (_swell, "memory")])
def test_a_process_apart_can_do_no_harm(work, said: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ModelRefused, match=said):
        apart(work, "", timeout_s=3 if work is _hang else 60, memory_bytes=300_000_000)


# ---- archives and folders


def archive_of(path: Path, entries: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return path


@pytest.mark.parametrize("name", ["../evil.txt", "/etc/evil", "a/../../evil", "C:\\evil", "onnx\\..\\..\\evil"])
def test_names_that_lead_out(tmp_path: Path, name: str) -> None:
    target = tmp_path / "target"
    target.mkdir()
    archive = archive_of(tmp_path / "a.zip", {"config.json": b"{}", "model.onnx": b"x"})
    with zipfile.ZipFile(archive, "a") as more:
        info = zipfile.ZipInfo("x")
        info.filename = name
        more.writestr(info, b"evil")
    with pytest.raises(ModelRefused, match="leads out"):
        unpack(archive, target)
    assert list(target.iterdir()) == [] and not (tmp_path / "evil.txt").exists()


def test_links_bombs_and_doubles(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("model.onnx")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    for number, (fill, said) in enumerate([
        (lambda a: a.writestr(link, "/etc/passwd"), "is a link"),
        (lambda a: a.writestr("model.onnx", bytes(60_000_000), zipfile.ZIP_DEFLATED), "next to nothing"),
    ]):
        path = tmp_path / f"{number}.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("config.json", "{}")
            fill(archive)
        (tmp_path / f"target{number}").mkdir()
        with pytest.raises(ModelRefused, match=said):
            unpack(path, tmp_path / f"target{number}")
    with pytest.raises(ModelRefused, match="neither a folder nor a ZIP"):
        (tmp_path / "no.zip").write_bytes(b"PK?")
        unpack(tmp_path / "no.zip", tmp_path)
    whole = archive_of(tmp_path / "whole.zip", {"config.json": b"{}", "model.onnx": b"x" * 1000}).read_bytes()
    (tmp_path / "cut.zip").write_bytes(whole[:600] + whole[700:])
    (tmp_path / "target-cut").mkdir()
    with pytest.raises(ModelRefused):
        unpack(tmp_path / "cut.zip", tmp_path / "target-cut")


def test_folders_with_links(tmp_path: Path) -> None:
    """A hub's cache is made of links to its blobs; any other link out of the folder is refused."""
    cache = tmp_path / "models--x"
    snapshot, blobs = cache / "snapshots" / "1", cache / "blobs"
    snapshot.mkdir(parents=True)
    blobs.mkdir()
    (blobs / "a").write_bytes(b"x")
    (snapshot / "config.json").write_text("{}")
    (snapshot / "model.onnx").symlink_to("../../blobs/a")
    (tmp_path / "one").mkdir()
    unpack(snapshot, tmp_path / "one")
    assert (tmp_path / "one" / "model.onnx").read_bytes() == b"x" and not (tmp_path / "one" / "model.onnx").is_symlink()
    (snapshot / "tokenizer.json").symlink_to("/etc/hostname")
    (tmp_path / "two").mkdir()
    with pytest.raises(ModelRefused, match="outside the folder"):
        unpack(snapshot, tmp_path / "two")
    if hasattr(os, "mkfifo"):
        (snapshot / "tokenizer.json").unlink()
        os.mkfifo(snapshot / "tokenizer.json")
        with pytest.raises(ModelRefused, match="regular file"):
            unpack(snapshot, tmp_path / "two")


def test_only_what_belongs_to_the_model_is_taken(tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "onnx").mkdir(parents=True)
    (source / "openvino").mkdir()
    for name in ("config.json", "tokenizer.json", "model.safetensors", "pytorch_model.bin", "run.py", "onnx/model.onnx",
                 "onnx/model.onnx_data", "onnx/model_fp16.onnx", "onnx/model_fp16.onnx_data", "openvino/openvino_model.xml"):
        (source / name).write_bytes(b"{}")
    taken = {}
    for network in (None, "model_fp16.onnx"):
        target = tmp_path / f"target-{network}"
        target.mkdir()
        unpack(source, target, network)
        taken[network] = sorted(path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file())
    assert taken[None] == ["config.json", "onnx/model.onnx", "onnx/model.onnx_data", "tokenizer.json"]
    assert taken["model_fp16.onnx"] == ["config.json", "onnx/model_fp16.onnx", "onnx/model_fp16.onnx_data", "tokenizer.json"]


def described(tmp_path: Path, called: str, **files: object):  # type: ignore[no-untyped-def]
    folder = tmp_path / called.replace("/", "-")
    (folder / "1_Pooling").mkdir(parents=True)
    (folder / "model.onnx").write_bytes(b"")
    (folder / "tokenizer.json").write_text("{}")
    contents = {"config": {"architectures": ["XLMRobertaModel"]}, **files}
    names = {"config": "config.json", "prompts": "config_sentence_transformers.json", "pooling": "1_Pooling/config.json",
             "tokenizer": "tokenizer_config.json", "modules": "modules.json"}
    for key, content in contents.items():
        (folder / names[key]).write_text(json.dumps(content))
    return describe(folder, called)


def test_what_files_say_and_what_families_want(tmp_path: Path) -> None:
    assert described(tmp_path, "intfloat/multilingual-e5-base").query_prefix == "query: "
    instruct = described(tmp_path, "intfloat/multilingual-e5-large-instruct")
    assert instruct.query_prefix.startswith("Instruct: ") and instruct.passage_prefix == ""
    bge = described(
        tmp_path, "BAAI/bge-m3", pooling={"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False},
        config={"model_type": "xlm-roberta", "max_position_embeddings": 8194}, tokenizer={"model_max_length": 1e30},
    )
    assert (bge.query_prefix, bge.pooling, bge.max_tokens, bge.kind) == ("", "cls", 8192, "embedder")
    assert described(tmp_path, "a/b", prompts={"prompts": {"query": "q: ", "document": "d: "}}).passage_prefix == "d: "
    assert described(tmp_path, "a/newer", pooling={"pooling_mode": "lasttoken"}).pooling == "last"
    assert described(tmp_path, "a/short", tokenizer={"model_max_length": 128}).max_tokens == 128
    one = described(tmp_path, "a/one", config={"architectures": ["XLMRobertaForSequenceClassification"], "id2label": {"0": "x"}})
    assert (one.kind, one.pooling, one.query_prefix) == ("cross-encoder", None, "")
    with pytest.raises(ModelRefused, match="further layer"):
        described(tmp_path, "a/dense", modules=[{"type": "sentence_transformers.models.Dense"}])
    with pytest.raises(ModelRefused, match="pooling"):
        described(tmp_path, "a/odd", pooling={"pooling_mode_weightedmean_tokens": True})
    assert describe(tmp_path / "a-b", "a/b", Wishes(query_prefix="")).query_prefix == ""


def test_names(tmp_path: Path) -> None:
    assert name_from("BAAI/bge-m3") == "bge-m3"
    assert name_from("Mi Modelo Ñ (2)") == "mi-modelo-2"
    assert name_from("default") == "model-default" and name_from("¿?") == "model-x"


def test_pooling() -> None:
    hidden = np.arange(12, dtype=np.float32).reshape(1, 3, 4)
    mask = np.array([[1, 1, 0]])
    assert pool(hidden, mask, "cls")[0, 0] == 0 and pool(hidden, mask, "last")[0, 0] == 4
    assert pool(hidden, mask, "mean")[0, 0] == 2 and pool(hidden, mask, "max")[0, 0] == 4
