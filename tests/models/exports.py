"""Real models in the layout of Hugging Face's exports, made from the prepared weights: nothing is downloaded for tests.

`embedder_export`: the prepared embedder, without its own pooling. `cross_encoder_export`: late interaction between the two
segments of a pair over the embedder's word vectors, as one graph; small, and it really ranks.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper

from models.graph import GraphBuilder

CARD = "---\nlanguage:\n- multilingual\nlicense: mit\ntags:\n- sentence-similarity\n---\n\n# A model\n"


def embedder_export(folder: Path, prepared: Path, external: bool = False, dimension: int = 384) -> Path:
    """external: weights beside the network, in onnx/, as exports above two gigabytes have them. dimension: fewer than 384
    are the first of them."""
    (folder / "onnx").mkdir(parents=True)
    model = onnx.load(str(prepared / "embedder.onnx"))
    del model.graph.output[:]
    name = "last_hidden_state"
    if dimension < 384:
        name = "token_embeddings"
        bounds = {"from": [0], "to": [dimension], "axis": [2]}
        model.graph.initializer.extend(onnx.numpy_helper.from_array(np.array(v, np.int64), k) for k, v in bounds.items())
        model.graph.node.append(helper.make_node("Slice", ["last_hidden_state", *bounds], [name]))
    model.graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", "tokens", dimension]))
    if external:
        onnx.save(model, str(folder / "onnx" / "model.onnx"), save_as_external_data=True, location="model.onnx_data")
    else:
        onnx.save(model, str(folder / "onnx" / "model.onnx"))
    _tokenizer(folder, prepared, pair_type=0)
    _json(folder / "config.json", architectures=["XLMRobertaModel"], model_type="xlm-roberta",
          max_position_embeddings=514, hidden_size=384)
    _json(folder / "tokenizer_config.json", model_max_length=512)
    _json(folder / "modules.json", content=[
        {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
        {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
    ])
    (folder / "1_Pooling").mkdir()
    _json(folder / "1_Pooling" / "config.json", word_embedding_dimension=384, pooling_mode_cls_token=False,
          pooling_mode_mean_tokens=True)
    _json(folder / "config_sentence_transformers.json", prompts={"query": "query: ", "document": "passage: "})
    (folder / "README.md").write_text(CARD, encoding="utf-8")
    return folder


def cross_encoder_export(folder: Path, prepared: Path, sign: float = 1.0) -> Path:
    """sign -1: the same, with scores the wrong way round."""
    folder.mkdir(parents=True)
    onnx.save(_pair_graph(prepared, sign), str(folder / "model.onnx"))
    _tokenizer(folder, prepared, pair_type=1)
    _json(folder / "config.json", architectures=["BertForSequenceClassification"], model_type="bert",
          id2label={"0": "LABEL_0"}, max_position_embeddings=512)
    (folder / "README.md").write_text(CARD.replace("mit", "apache-2.0"), encoding="utf-8")
    return folder


def _pair_graph(prepared: Path, sign: float) -> onnx.ModelProto:
    """input_ids, attention_mask, token_type_ids int64 (batch, tokens) to logits float32 (batch, 1): the mean over the
    first segment's words, weighted by their rarity, of the largest cosine with a word of the second."""
    builder = GraphBuilder()
    node, constant = builder.node, builder.constant
    embedder = onnx.load(str(prepared / "embedder.onnx"))
    words = [tensor for tensor in embedder.graph.initializer if tensor.name.startswith("words.")]
    scores = [score for _, score in json.loads((prepared / "tokenizer.json").read_bytes())["model"]["vocab"]]
    axis = constant("axis.last", np.array([-1], np.int64))
    vectors = node("LpNormalization", ["words"], "vectors", axis=-1, p=2)
    turned = node("Transpose", [vectors], "turned", perm=[0, 2, 1])
    cosines = node("MatMul", [vectors, turned], "cosines")
    # A word counts by how rare its piece is; specials, and what hardly says anything, not at all.
    rarity = np.maximum(0, -np.array(scores, np.float32) - 6)
    rarity[:4] = 0
    counts = node("Gather", [constant("rarity", rarity), "input_ids"], "counts", axis=0)
    mask = node("Cast", ["attention_mask"], "mask.float", to=TensorProto.FLOAT)
    second = node("Cast", ["token_type_ids"], "type.float", to=TensorProto.FLOAT)
    one = constant("one.float", np.array(1, np.float32))
    first = node("Sub", [one, second], "first")
    rows = node("Mul", [node("Mul", [counts, mask], "counts.masked"), first], "rows")
    is_column = node("Mul", [node("Mul", [second, mask], "second.masked"), node("Sign", [counts], "says")], "is_column")
    columns = node("Unsqueeze", [is_column, constant("axis.1", np.array([1], np.int64))], "columns")
    shifted = node("Sub", [node("Mul", [cosines, columns], "cosines.kept"), node("Sub", [one, columns], "others")], "shifted")
    best = node("ReduceMax", [shifted, axis], "best", keepdims=0)
    sharp = node("Mul", [best, node("Mul", [best, best], "best.2")], "best.3")      # near matches count far less than exact ones
    total = node("ReduceSum", [node("Mul", [sharp, rows], "best.rows"), axis], "total", keepdims=1)
    weight = node("ReduceSum", [rows, axis], "weight", keepdims=1)
    mean = node("Div", [total, node("Add", [weight, constant("tiny", np.array(1e-6, np.float32))], "weight.safe")], "mean")
    node("Mul", [mean, constant("sign", np.array(sign, np.float32))], "logits")
    names = ("input_ids", "attention_mask", "token_type_ids")
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"]) for name in names]
    model = builder.model("pairs", inputs, [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1])])
    model.graph.initializer.extend(words)
    model.graph.node.insert(0, next(step for step in embedder.graph.node if step.name == "words"))
    return model


def _tokenizer(folder: Path, prepared: Path, pair_type: int) -> None:
    content: dict[str, Any] = json.loads((prepared / "tokenizer.json").read_bytes())
    content["added_tokens"] = [
        {"id": id, "content": name, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
        for id, name in enumerate(("<s>", "<pad>", "</s>", "<unk>"))
    ]

    def special(name: str, type_id: int) -> dict[str, Any]:
        return {"SpecialToken": {"id": name, "type_id": type_id}}

    first, second = {"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": pair_type}}
    content["post_processor"] = {
        "type": "TemplateProcessing",
        "single": [special("<s>", 0), first, special("</s>", 0)],
        "pair": [special("<s>", 0), first, special("</s>", 0), special("</s>", pair_type), second, special("</s>", pair_type)],
        "special_tokens": {name: {"id": name, "ids": [id], "tokens": [name]} for id, name in ((0, "<s>"), (2, "</s>"))},
    }
    content["padding"] = {"strategy": "BatchLongest", "direction": "Right", "pad_to_multiple_of": None, "pad_id": 1,
                          "pad_type_id": 0, "pad_token": "<pad>"}
    content["truncation"] = {"direction": "Right", "max_length": 128, "strategy": "LongestFirst", "stride": 0}
    (folder / "tokenizer.json").write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")


def _json(path: Path, content: Any = None, **fields: Any) -> None:
    path.write_text(json.dumps(fields if content is None else content), encoding="utf-8")
