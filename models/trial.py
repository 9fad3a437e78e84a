"""Tries a model that somebody brings in: does it load, does it answer, and do its answers mean anything?

Runs in a process of its own (`models/apart.py`). The texts ask one thing each and answer it in other words; what is compared
is always one question with all answers of its language, so that chance is right once in eight.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.cross_encoder import CrossEncoder
from models.errors import ModelRefused
from models.export_layout import TOKENIZER, Export, Pooling
from models.exported_network import ExportedNetwork
from models.external_data import external_files
from models.imported_embedder import ImportedEmbedder, find_output
from models.imported_info import ImportedInfo
from models.tokenizer import ExportedTokenizer

LEAST_SHARE = 0.6           # of the questions with the right text first, in at least one language; chance: 0.125
LEAST_COSINE = 0.95         # of a text alone with itself in a batch: lower means that the mask is not respected
MOST_DIMENSIONS = 16_384

TEXTS: dict[str, tuple[tuple[str, str], ...]] = {
    "es": (
        ("¿Cuándo hay que pagar el alquiler?", "La renta se abonará dentro de los cinco primeros días de cada mes."),
        ("¿Cuál es la capital de Francia?", "París es la ciudad más grande del país francés y la sede de su gobierno."),
        ("¿Cómo se hace el pan?", "Amase la harina con agua y levadura, déjela reposar y hornéela media hora."),
        ("síntomas de la gripe", "La influenza provoca fiebre alta, tos seca y dolor muscular durante varios días."),
        ("¿A qué velocidad viaja la luz?", "Los fotones recorren casi trescientos mil kilómetros en un segundo."),
        ("cambiar la rueda pinchada del coche", "Afloje las tuercas, levante el vehículo con el gato y ponga el neumático de repuesto."),
        ("¿Quién escribió Don Quijote?", "Cervantes publicó la primera parte de su novela en 1605."),
        ("devolver un producto comprado por internet", "El cliente tiene catorce días para desistir y recuperar su dinero de la tienda en línea."),
    ),
    "en": (
        ("When is the rent due?", "The tenant pays the landlord within the first five days of every month."),
        ("What is the capital of France?", "Paris is the largest French city and the seat of the government."),
        ("How do you bake bread?", "Knead flour with water and yeast, let the dough rise and put it in the oven for half an hour."),
        ("symptoms of the flu", "Influenza brings high fever, a dry cough and aching muscles for several days."),
        ("How fast does light travel?", "Photons cover almost three hundred thousand kilometres in a second."),
        ("changing a flat tyre", "Loosen the nuts, lift the car with the jack and fit the spare wheel."),
        ("Who wrote Don Quixote?", "Cervantes published the first part of his novel in 1605."),
        ("return a product bought online", "The customer has fourteen days to withdraw and get the money back from the web shop."),
    ),
}


def try_model(folder: Path, export: Export) -> dict[str, Any]:
    """What was found out: {"dimension", "pooling", "trial": {language: share}, "external": [paths]}.

    Raises:
        ModelRefused: it cannot be used.
    """
    external = external_files(folder, export.network)
    missing = [name for name in external if not (folder / name).is_file()]
    if missing:
        raise ModelRefused(
            f"The weights of its network are missing: {', '.join(missing)[:200]}.",
            f"Faltan los pesos de su red: {', '.join(missing)[:200]}.",
        )
    found = _try_embedder(folder, export) if export.kind == "embedder" else _try_cross_encoder(folder, export)
    return {**found, "external": external}


def info_of(export: Export, dimension: int, pooling: Pooling | None) -> ImportedInfo:
    """As much of a model's description as its classes need to load it."""
    return ImportedInfo(
        kind=export.kind, name="", version="", files={}, network=export.network, licence=export.licence,
        source=export.source, revision="", dimension=dimension, max_tokens=export.max_tokens, pooling=pooling,
        query_prefix=export.query_prefix, passage_prefix=export.passage_prefix, trial={},
    )


def _try_embedder(folder: Path, export: Export) -> dict[str, Any]:
    dimension, is_pooled = _dimension(folder, export)
    poolings: Sequence[Pooling | None] = (
        [None] if is_pooled else [export.pooling] if export.pooling else ["mean", "cls", "last"]
    )
    best: dict[str, Any] | None = None
    best_margin = -np.inf
    info = info_of(export, dimension, poolings[0])
    for pooling in poolings:        # where no file says it, the one under which answers stand out most
        embedder = ImportedEmbedder(folder, dataclasses.replace(info, pooling=pooling), verify=False)
        _check_batches(embedder)
        shares, margin = _embedder_shares(embedder)
        if margin > best_margin:
            best, best_margin = {"dimension": dimension, "pooling": pooling, "trial": shares}, margin
    assert best is not None
    _check_shares(best["trial"])
    return best


def _dimension(folder: Path, export: Export) -> tuple[int, bool]:
    """Length of its vectors, and whether the network makes one a text by itself."""
    tokenizer = ExportedTokenizer(folder / TOKENIZER, export.max_tokens)
    network = ExportedNetwork(folder / export.network, None, tokenizer.pad_id)
    output, is_pooled = find_output(network)
    values, _ = network.run(output, [tokenizer.pieces(export.query_prefix + TEXTS["en"][0][0])[0]])
    if values.ndim != (2 if is_pooled else 3) or not 8 <= values.shape[-1] <= MOST_DIMENSIONS:
        raise ModelRefused(
            f"Its output has the shape {values.shape}, which are no vectors of a text.",
            f"Su salida tiene la forma {values.shape}, que no son vectores de un texto.",
        )
    return int(values.shape[-1]), is_pooled


def _check_batches(embedder: ImportedEmbedder) -> None:
    texts = [TEXTS["es"][0][1], TEXTS["en"][2][1] * 4]
    together = embedder.embed_passages(texts)
    for text, batched in zip(texts, together):
        if float(embedder.embed_passages([text])[0].vector @ batched.vector) < LEAST_COSINE:
            raise ModelRefused(
                "It gives a text another vector alone than among others: its network does not respect the mask.",
                "Da a un texto un vector distinto solo que junto a otros: su red no respeta la máscara.",
            )


def _embedder_shares(embedder: ImportedEmbedder) -> tuple[dict[str, float], float]:
    queries = {language: np.stack([embedder.embed_query(q).vector for q, _ in texts]) for language, texts in TEXTS.items()}
    answers = {
        language: np.stack([made.vector for made in embedder.embed_passages([a for _, a in texts])])
        for language, texts in TEXTS.items()
    }
    scores = {
        "es": queries["es"] @ answers["es"].T, "en": queries["en"] @ answers["en"].T,
        "es→en": queries["es"] @ answers["en"].T, "en→es": queries["en"] @ answers["es"].T,
    }
    return _shares(scores), max(_margin(scores[language]) for language in TEXTS)


def _try_cross_encoder(folder: Path, export: Export) -> dict[str, Any]:
    encoder = CrossEncoder(folder, info_of(export, 0, None), verify=False)
    scores = {}
    for language, texts in TEXTS.items():
        answers = [answer for _, answer in texts]
        scores[language] = np.stack([encoder.score(question, answers) for question, _ in texts])
    across = [answer for _, answer in TEXTS["en"]]
    scores["es→en"] = np.stack([encoder.score(question, across) for question, _ in TEXTS["es"]])
    shares = _shares(scores)
    _check_shares(shares)
    return {"dimension": 0, "pooling": None, "trial": shares}


def _shares(scores: Mapping[str, NDArray[np.float32]]) -> dict[str, float]:
    """Share of rows whose largest value is on the diagonal, and larger than all others."""
    shares = {}
    for name, table in scores.items():
        others = np.where(np.eye(len(table), dtype=bool), -np.inf, table).max(axis=1)
        shares[name] = round(float((table.diagonal() > others).mean()), 3)
    return shares


def _margin(table: NDArray[np.float32]) -> float:
    """How far the right answers stand above the others, in standard deviations of all."""
    others = np.where(np.eye(len(table), dtype=bool), np.nan, table)
    spread = float(table.std()) or 1.0
    return float((table.diagonal() - np.nanmean(others, axis=1)).mean()) / spread


def _check_shares(shares: dict[str, float]) -> None:
    best = max(shares[language] for language in TEXTS)
    if best < LEAST_SHARE:
        raise ModelRefused(
            f"Its answers mean nothing: it finds the right text for {best:.0%} of the trial questions, in Spanish or in "
            "English. It may be a model for something else, an untrained one, or want another pooling or other prefixes.",
            f"Sus respuestas no significan nada: encuentra el texto correcto en el {best:.0%} de las preguntas de prueba, en "
            "español o en inglés. Puede ser un modelo para otra cosa, sin entrenar, o pedir otra agrupación u otros prefijos.",
        )
