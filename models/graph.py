"""Builds the network as an ONNX graph around the four-bit blocks, without loss: they are moved, not converted.

`MatMulNBits` and `GatherBlockQuantized` (domain com.microsoft) hold the same blocks as the weight file: 32 weights of four
bits around a zero point of 8, and one scale. accuracy_level 4 lets the product run on int8 activations.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from models.weights import BLOCK, Quantised, Weights

MICROSOFT = "com.microsoft"
OPSET = 18
IR_VERSION = 10
PRODUCER = "fichero"


class GraphBuilder:
    """Collects nodes and constants under names that say what they are."""

    def __init__(self) -> None:
        self._nodes: list[onnx.NodeProto] = []
        self._constants: dict[str, onnx.TensorProto] = {}

    def constant(self, name: str, values: NDArray[Any]) -> str:
        if name not in self._constants:
            self._constants[name] = numpy_helper.from_array(np.ascontiguousarray(values), name)
        return name

    def node(self, kind: str, inputs: list[str], output: str, domain: str = "", **attributes: Any) -> str:
        self._nodes.append(helper.make_node(kind, inputs, [output], name=output, domain=domain, **attributes))
        return output

    def model(
        self, name: str, inputs: list[onnx.ValueInfoProto], outputs: list[onnx.ValueInfoProto]
    ) -> onnx.ModelProto:
        graph = helper.make_graph(self._nodes, name, inputs, outputs, list(self._constants.values()))
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=IR_VERSION, producer_name=PRODUCER)


def embedder_graph(weights: Weights) -> onnx.ModelProto:
    """input_ids, attention_mask int64 (batch, tokens) to last_hidden_state float32 (batch, tokens, hidden) and
    sentence_embedding float32 (batch, hidden): the mean over the mask, of L2 norm 1."""
    builder = GraphBuilder()
    hidden = _embeddings(builder, weights)
    mask = builder.node("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
    for layer in range(weights.shape.layers):
        hidden = _layer(builder, weights, layer, hidden, mask)
    builder.node("Identity", [hidden], "last_hidden_state")
    _pool(builder, hidden)
    size = weights.shape.hidden
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
        for name in ("input_ids", "attention_mask")
    ]
    outputs = [
        helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "tokens", size]),
        helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, ["batch", size]),
    ]
    return builder.model("embedder", inputs, outputs)


def _embeddings(builder: GraphBuilder, weights: Weights) -> str:
    shape = weights.shape
    words = weights.quantised("emb.word", shape.vocabulary, shape.hidden)
    blocks = builder.constant("words.blocks", words.packed().reshape(shape.vocabulary, -1))
    scales = builder.constant("words.scales", words.scales)
    zero_points = np.full((shape.vocabulary, (shape.hidden // BLOCK + 1) // 2), 0x88, np.uint8)
    zeros = builder.constant("words.zeros", zero_points)
    word = builder.node(
        "GatherBlockQuantized", [blocks, "input_ids", scales, zeros], "words", domain=MICROSOFT,
        bits=4, block_size=BLOCK, gather_axis=0, quantize_axis=1,
    )
    first_type = weights.floats("emb.type").reshape(-1, shape.hidden)[0]
    table = builder.constant("positions", weights.floats("emb.pos").reshape(-1, shape.hidden) + first_type)
    zero = builder.constant("zero", np.array([0], np.int64))
    one = builder.constant("one", np.array([1], np.int64))
    n_tokens = builder.node("Shape", ["input_ids"], "n_tokens", start=1, end=2)
    position = builder.node("Slice", [table, zero, n_tokens, zero, one], "position")
    summed = builder.node("Add", [word, position], "embedded")
    return _layer_norm(builder, weights, "emb.ln", summed)


def _layer(builder: GraphBuilder, weights: Weights, layer: int, hidden: str, mask: str) -> str:
    prefix, shape = f"l{layer}.", weights.shape
    size, wide = shape.hidden, shape.feed_forward
    query, key, value = (_product(builder, weights, f"{prefix}{name}.w", hidden, size, size) for name in "qkv")
    bias = builder.constant(f"{prefix}qkv.b", np.concatenate([weights.floats(f"{prefix}{name}.b") for name in "qkv"]))
    attended = builder.node(
        "MultiHeadAttention", [query, key, value, bias, mask], f"{prefix}attended", domain=MICROSOFT,
        num_heads=shape.heads,
    )
    attention = _linear(builder, weights, f"{prefix}ao", attended, size, size)
    hidden = builder.node("Add", [hidden, attention], f"{prefix}attention.sum")
    hidden = _layer_norm(builder, weights, f"{prefix}aln", hidden)
    inner = _product(builder, weights, f"{prefix}fi.w", hidden, wide, size)
    inner_bias = builder.constant(f"{prefix}fi.b", weights.floats(f"{prefix}fi.b"))
    inner = builder.node("BiasGelu", [inner, inner_bias], f"{prefix}gelu", domain=MICROSOFT)
    outer = _linear(builder, weights, f"{prefix}fo", inner, size, wide)
    hidden = builder.node("Add", [hidden, outer], f"{prefix}forward.sum")
    return _layer_norm(builder, weights, f"{prefix}oln", hidden)


def _product(builder: GraphBuilder, weights: Weights, name: str, data: str, n_out: int, n_in: int) -> str:
    matrix: Quantised = weights.quantised(name, n_out, n_in)
    blocks = builder.constant(f"{name}.blocks", matrix.packed())
    scales = builder.constant(f"{name}.scales", matrix.scales.reshape(-1))
    return builder.node(
        "MatMulNBits", [data, blocks, scales], f"{name}.product", domain=MICROSOFT,
        K=n_in, N=n_out, bits=4, block_size=BLOCK, accuracy_level=4,
    )


def _linear(builder: GraphBuilder, weights: Weights, name: str, data: str, n_out: int, n_in: int) -> str:
    product = _product(builder, weights, f"{name}.w", data, n_out, n_in)
    bias = builder.constant(f"{name}.b", weights.floats(f"{name}.b"))
    return builder.node("Add", [product, bias], f"{name}.linear")


def _layer_norm(builder: GraphBuilder, weights: Weights, name: str, data: str) -> str:
    scale = builder.constant(f"{name}.w", weights.floats(f"{name}.w"))
    bias = builder.constant(f"{name}.b", weights.floats(f"{name}.b"))
    return builder.node(
        "LayerNormalization", [data, scale, bias], f"{name}.normalised", epsilon=weights.shape.epsilon, axis=-1
    )


def _pool(builder: GraphBuilder, hidden: str) -> None:
    one = builder.constant("one", np.array([1], np.int64))
    two = builder.constant("two", np.array([2], np.int64))
    mask = builder.node("Cast", ["attention_mask"], "pool.mask", to=TensorProto.FLOAT)
    column = builder.node("Unsqueeze", [mask, two], "pool.column")
    masked = builder.node("Mul", [hidden, column], "pool.masked")
    total = builder.node("ReduceSum", [masked, one], "pool.total", keepdims=0)
    n_tokens = builder.node("ReduceSum", [mask, one], "pool.n_tokens", keepdims=1)
    mean = builder.node("Div", [total, n_tokens], "pool.mean")
    builder.node("LpNormalization", [mean], "sentence_embedding", axis=1, p=2)
