"""Builds late interaction as an ONNX graph: MaxSim of query token vectors against packed sign bits.

Khattab and Zaharia, "ColBERT", SIGIR 2020, with passage tokens kept as signs of their centred vectors. The score is the
weighted mean over query tokens of the largest cosine with any passage token; the norm of a vector of signs is
the square root of the dimension.

A second score looks through a window of WINDOW neighbouring tokens at a time and keeps the best place: what answers a
question stands together, while a long passage finds a match for each word somewhere.

A third is the first one's with the second best match of each query token: one that much of a passage matches says little.

Beside them the best cosine of each query token with each passage, of which the first score is the mean: what passages of one document
say together follows from these.
"""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper

from models.encodings import STRIDE, WINDOW
from models.graph import GraphBuilder

NO_TOKEN = -2.0     # below every cosine, so that a place without a token is never the largest
OUTPUTS = ("scores", "local_scores", "second_scores")       # float32 (passages)
MATCHES = "matches"                                         # float32 (passages, query)
EMPTY = -1.0        # what a passage without tokens scores: the smallest cosine


def reranker_graph(dimension: int) -> onnx.ModelProto:
    """query_tokens float32 (query, dimension) of L2 norm 1, query_weights float32 (query), passage_bits uint8 (passages,
    tokens, dimension / 8) packed as numpy.packbits does, at least WINDOW tokens with those after n_tokens int64 (passages)
    ignored, to scores, local_scores and second_scores float32 (passages) and matches float32 (passages, query)."""
    builder = GraphBuilder()
    similarities = _similarities(builder, dimension)
    n_places = builder.node("Shape", ["passage_bits"], "n_places", start=1, end=2)
    scalar = builder.node("Squeeze", [n_places], "n_places.scalar")
    zero = builder.constant("zero", np.array(0, np.int64))
    one = builder.constant("one", np.array(1, np.int64))
    places = builder.node("Range", [zero, scalar, one], "places")
    lengths = builder.node("Unsqueeze", ["n_tokens", builder.constant("axes.1", np.array([1], np.int64))], "lengths")
    is_token = builder.node("Less", [places, lengths], "is_token")
    column = builder.node("Unsqueeze", [is_token, builder.constant("axes.2", np.array([2], np.int64))], "is_token.column")
    nothing = builder.constant("no_token", np.array(NO_TOKEN, np.float32))
    masked = builder.node("Where", [column, similarities, nothing], "masked")
    floor = builder.constant("empty", np.array(EMPTY, np.float32))
    axes = builder.constant("axes.1", np.array([1], np.int64))
    best = builder.node("ReduceMax", [masked, axes], "best", keepdims=1)
    row = builder.node("Squeeze", [best, axes], "best.row")
    _weighted_mean(builder, builder.node("Max", [row, floor], MATCHES), "scores")
    others = builder.node("Where", [builder.node("Equal", [masked, best], "is_best"), nothing, masked], "others")
    second = builder.node("ReduceMax", [others, axes], "second", keepdims=0)
    _weighted_mean(builder, builder.node("Max", [second, floor], "second.floored"), "second_scores")
    by_query = builder.node("Transpose", [masked], "masked.by_query", perm=[0, 2, 1])
    pooled = builder.node("MaxPool", [by_query], "windows", kernel_shape=[WINDOW], strides=[STRIDE], ceil_mode=1)
    windows = builder.node("Transpose", [builder.node("Max", [pooled, floor], "windows.floored")], "windows.rows", perm=[0, 2, 1])
    _weighted_mean(builder, windows, "window_scores")
    builder.node("ReduceMax", ["window_scores", axes], "local_scores", keepdims=0)
    inputs = [
        helper.make_tensor_value_info("query_tokens", TensorProto.FLOAT, ["query", dimension]),
        helper.make_tensor_value_info("query_weights", TensorProto.FLOAT, ["query"]),
        helper.make_tensor_value_info("passage_bits", TensorProto.UINT8, ["passages", "tokens", dimension // 8]),
        helper.make_tensor_value_info("n_tokens", TensorProto.INT64, ["passages"]),
    ]
    outputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["passages"]) for name in OUTPUTS]
    outputs.append(helper.make_tensor_value_info(MATCHES, TensorProto.FLOAT, ["passages", "query"]))
    return builder.model("reranker", inputs, outputs)


def _similarities(builder: GraphBuilder, dimension: int) -> str:
    """Cosines, (passages, tokens, query)."""
    bits = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).astype(np.float32)
    table = builder.constant("signs", (2 * bits - 1) / np.float32(np.sqrt(dimension)))
    numbers = builder.node("Cast", ["passage_bits"], "byte_values", to=TensorProto.INT32)
    unpacked = builder.node("Gather", [table, numbers], "unpacked", axis=0)
    shape = builder.constant("vector_shape", np.array([0, 0, dimension], np.int64))
    vectors = builder.node("Reshape", [unpacked, shape], "vectors")
    query = builder.node("Transpose", ["query_tokens"], "query_columns", perm=[1, 0])
    return builder.node("MatMul", [vectors, query], "similarities")


def _weighted_mean(builder: GraphBuilder, best: str, name: str) -> None:
    """Over the last axis, the query's tokens."""
    last = builder.constant("axes.last", np.array([-1], np.int64))
    weighted = builder.node("Mul", [best, "query_weights"], f"{name}.weighted")
    total = builder.node("ReduceSum", [weighted, last], f"{name}.total", keepdims=0)
    weight = builder.node("ReduceSum", ["query_weights", last], f"{name}.weight", keepdims=0)
    builder.node("Div", [total, weight], name)
