"""Models that are known by name to be of use here. None of them is shipped, and none was tested with this version:
sizes and licences are what their model cards say, and are asked for again before anything is downloaded."""

from __future__ import annotations

from dataclasses import dataclass

from models.export_layout import Kind


@dataclass(frozen=True, slots=True)
class KnownName:
    name: str
    kind: Kind
    megabytes: int      # of the ONNX file that `models fetch` takes, about
    licence: str
    english: str
    spanish: str


KNOWN_NAMES = (
    KnownName("intfloat/multilingual-e5-base", "embedder", 1110, "mit", "100 languages, 768 dimensions",
              "100 idiomas, 768 dimensiones"),
    KnownName("intfloat/multilingual-e5-large", "embedder", 2240, "mit", "100 languages, 1024 dimensions",
              "100 idiomas, 1024 dimensiones"),
    KnownName("BAAI/bge-m3", "embedder", 2270, "mit", "100 languages, 1024 dimensions, long texts",
              "100 idiomas, 1024 dimensiones, textos largos"),
    KnownName("cross-encoder/mmarco-mMiniLMv2-L12-H384-v1", "cross-encoder", 471, "apache-2.0",
              "14 languages, Spanish among them; the lightest", "14 idiomas, también español; el más ligero"),
    KnownName("onnx-community/bge-reranker-v2-m3-ONNX", "cross-encoder", 2270, "apache-2.0", "100 languages; slow",
              "100 idiomas; lento"),
)
