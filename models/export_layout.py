"""What an exported model says of itself: the files of a folder laid out as the exports of Hugging Face are.

`model.onnx` or `onnx/*.onnx` (with its external data), `tokenizer.json`, `config.json`, and where they are there:
`tokenizer_config.json` and `sentence_bert_config.json` (limits), `modules.json` and `1_Pooling/config.json` (pooling),
`config_sentence_transformers.json` (prefixes), `README.md` (licence). Nothing of it is trusted: sizes are limited,
types are checked, and what a file says wrongly is a reason to refuse it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from models.errors import ModelRefused

Kind = Literal["embedder", "cross-encoder"]
Pooling = Literal["mean", "cls", "last", "max"]
POOLINGS: tuple[Pooling, ...] = ("mean", "cls", "last", "max")

CONFIG, TOKENIZER, CARD = "config.json", "tokenizer.json", "README.md"
MODULES, POOLING, PROMPTS = "modules.json", "1_Pooling/config.json", "config_sentence_transformers.json"
LIMITS = ("tokenizer_config.json", "sentence_bert_config.json")
SMALL_FILES = (CONFIG, TOKENIZER, CARD, MODULES, POOLING, PROMPTS, *LIMITS, "LICENSE", "LICENSE.txt", "LICENSE.md")

JSON_BYTES = 4_000_000              # of all files but tokenizer.json
TOKENIZER_BYTES = 200_000_000
MOST_TOKENS = 8_192                 # longer passages are not made, whatever a model can read
USUAL_TOKENS = 512
QUERY_NAMES, PASSAGE_NAMES = ("query", "s2p_query"), ("passage", "document", "corpus")

# Files of one network in several precisions: the first of these that is there is taken. Names not listed come last.
_PREFERRED = ("model.onnx", "model_quantized.onnx", "model_int8.onnx", "model_uint8.onnx", "model_fp16.onnx")
_PRETRAINED = re.compile(r"(?<![a-z])e5-")
_FRONT_MATTER = re.compile(r"\A---\s*\n(.*?)\n---\s*(?:\n|\Z)", re.DOTALL)
_LICENCE = re.compile(r"^(?:license|license_name):\s*[\"']?([\w.+ -]{1,60}?)[\"']?\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Export:
    """A model as its files describe it. Paths are relative to its folder, with slashes."""

    kind: Kind
    network: str
    other_networks: tuple[str, ...]
    pooling: Pooling | None         # None: no file says it; always None for a cross-encoder
    query_prefix: str
    passage_prefix: str
    max_tokens: int                 # with specials
    licence: str                    # "" where the model card says none
    source: str                     # what it calls itself


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a person wants otherwise than the files say; None leaves it to them."""

    kind: Kind | None = None
    network: str | None = None
    pooling: Pooling | None = None
    query_prefix: str | None = None
    passage_prefix: str | None = None


def describe(folder: Path, source: str, wishes: Wishes = Wishes()) -> Export:
    """Read the describing files.

    Args:
        source: what the folder, archive or repository is called.
    Raises:
        ModelRefused: no export, or one of something else than an embedder or a cross-encoder.
    """
    config = read_json(folder, CONFIG)
    if config is None:
        raise ModelRefused(
            "There is no config.json in it: it is not an exported model.",
            "No contiene config.json: no es un modelo exportado.",
        )
    if not (folder / TOKENIZER).is_file():
        raise ModelRefused(
            "There is no tokenizer.json in it. Export the model with its fast tokenizer.",
            "No contiene tokenizer.json. Exporte el modelo con su tokenizador rápido.",
        )
    if (folder / TOKENIZER).stat().st_size > TOKENIZER_BYTES:
        raise _too_large(TOKENIZER)
    networks = find_networks(folder)
    network = choose_network(networks, wishes.network)
    kind = wishes.kind or _kind(config)
    called = f"{source} {config.get('_name_or_path') or ''}".lower()
    query, passage = _prefixes(folder, called) if kind == "embedder" else ("", "")
    return Export(
        kind=kind,
        network=network,
        other_networks=tuple(name for name in networks if name != network),
        pooling=(wishes.pooling or _pooling(folder)) if kind == "embedder" else None,
        query_prefix=query if wishes.query_prefix is None else wishes.query_prefix,
        passage_prefix=passage if wishes.passage_prefix is None else wishes.passage_prefix,
        max_tokens=_max_tokens(folder, config),
        licence=_licence(folder),
        source=source,
    )


def find_networks(folder: Path) -> list[str]:
    """The ONNX files, the preferred one first."""
    found = [path for where in (folder, folder / "onnx") for path in sorted(where.glob("*.onnx")) if path.is_file()]
    return ordered_networks([path.relative_to(folder).as_posix() for path in found])


def ordered_networks(names: list[str]) -> list[str]:
    def place(name: str) -> tuple[int, int, str]:
        base = PurePosixPath(name).name
        return _PREFERRED.index(base) if base in _PREFERRED else len(_PREFERRED), name.count("/"), name

    return sorted(names, key=place)


def choose_network(networks: list[str], wanted: str | None) -> str:
    """The one that is wanted, by its path or by its name alone; the first without a wish.

    Raises:
        ModelRefused: it is not there.
    """
    if not networks:
        raise ModelRefused(
            "There is no .onnx file in it. Export the model to ONNX first; weights of other formats cannot be used.",
            "No contiene ningún archivo .onnx. Exporte antes el modelo a ONNX: no se admiten pesos de otros formatos.",
        )
    if wanted is None:
        return networks[0]
    for name in networks:
        if wanted in (name, PurePosixPath(name).name):
            return name
    raise ModelRefused(
        f"There is no {wanted} in it. There are: {', '.join(networks)}.",
        f"No contiene {wanted}. Contiene: {', '.join(networks)}.",
    )


def read_json(folder: Path, name: str) -> dict[str, Any] | None:
    """A describing file; None where it is not there.

    Raises:
        ModelRefused: it is too large or no JSON object.
    """
    path = folder / name
    if not path.is_file():
        return None
    content = _read_content(path, name)
    if not isinstance(content, dict):
        raise _not_json(name)
    return content


def _read_content(path: Path, name: str) -> Any:
    if path.stat().st_size > JSON_BYTES:
        raise _too_large(name)
    try:
        return json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise _not_json(name) from error


def _too_large(name: str) -> ModelRefused:
    return ModelRefused(f"{name} is far too large.", f"{name} es demasiado grande.")


def _not_json(name: str) -> ModelRefused:
    return ModelRefused(f"{name} is damaged: it is not a JSON object.", f"{name} está dañado: no es un objeto JSON.")


def _kind(config: dict[str, Any]) -> Kind:
    named = config.get("architectures")
    architectures = [name for name in named if isinstance(name, str)] if isinstance(named, list) else []
    labels = _n_labels(config)
    if any(name.endswith("ForSequenceClassification") for name in architectures):
        if labels > 2:
            raise ModelRefused(
                f"It is a classifier with {labels} labels: neither an embedder nor a cross-encoder.",
                f"Es un clasificador con {labels} etiquetas: ni un modelo de vectores ni uno de reordenación.",
            )
        return "cross-encoder"
    if any(name.endswith(("ForTokenClassification", "ForQuestionAnswering", "ForConditionalGeneration")) for name in architectures):
        raise ModelRefused(
            f"It is a {architectures[0]}: neither an embedder nor a cross-encoder.",
            f"Es un {architectures[0]}: ni un modelo de vectores ni uno de reordenación.",
        )
    if not architectures and labels == 1 and "id2label" in config:
        return "cross-encoder"
    return "embedder"


def _n_labels(config: dict[str, Any]) -> int:
    names, number = config.get("id2label"), config.get("num_labels")
    if isinstance(names, dict):
        return len(names)
    return number if isinstance(number, int) else 2


def _pooling(folder: Path) -> Pooling | None:
    """What sentence-transformers' files say; None where they say nothing.

    Raises:
        ModelRefused: a pooling, or a further layer, that cannot be made here.
    """
    if (folder / MODULES).is_file():
        content = _read_content(folder / MODULES, MODULES)
        modules = content if isinstance(content, list) else []
        types = [str(module.get("type", "")).rsplit(".", 1)[-1] for module in modules if isinstance(module, dict)]
        further = [name for name in types if name not in ("Transformer", "Pooling", "Normalize")]
        if further:
            raise ModelRefused(
                f"Its vectors need a further layer ({further[0]}) that is not part of the ONNX file.",
                f"Sus vectores necesitan otra capa ({further[0]}) que no está en el archivo ONNX.",
            )
    config = read_json(folder, POOLING)
    if config is None:
        return None
    modes: dict[str, Pooling] = {
        "pooling_mode_cls_token": "cls", "pooling_mode_mean_tokens": "mean", "pooling_mode_max_tokens": "max",
        "pooling_mode_lasttoken": "last",
    }
    chosen = [name for name, value in config.items() if name.startswith("pooling_mode") and value is True]
    named = config.get("pooling_mode")
    if named in ("mean", "cls", "max", "lasttoken"):
        chosen = [f"pooling_mode_{'lasttoken' if named == 'lasttoken' else f'{named}_token' + ('' if named == 'cls' else 's')}"]
    if len(chosen) != 1 or chosen[0] not in modes:
        raise ModelRefused(
            f"Its pooling ({', '.join(chosen) or 'none'}) cannot be made here.",
            f"Su forma de reunir vectores ({', '.join(chosen) or 'ninguna'}) no se puede hacer aquí.",
        )
    return modes[chosen[0]]


def _prefixes(folder: Path, called: str) -> tuple[str, str]:
    """What is put before queries and passages: as the files say, else as models of this family are known to want."""
    prompts = (read_json(folder, PROMPTS) or {}).get("prompts")
    if isinstance(prompts, dict):
        query = next((prompts[name] for name in QUERY_NAMES if isinstance(prompts.get(name), str)), "")
        passage = next((prompts[name] for name in PASSAGE_NAMES if isinstance(prompts.get(name), str)), "")
        if query or passage:
            return query, passage
    if "e5-" in called and "instruct" in called:
        return "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ", ""
    return ("query: ", "passage: ") if _PRETRAINED.search(called) else ("", "")


def _max_tokens(folder: Path, config: dict[str, Any]) -> int:
    """The least limit that a file names. RoBERTa's positions begin behind the padding id, so two of them are not for
    tokens."""
    limits: list[Any] = []
    positions = config.get("max_position_embeddings")
    if isinstance(positions, int):
        family = str(config.get("model_type", ""))
        limits.append(positions - 2 if "roberta" in family or family in ("camembert", "mpnet") else positions)
    for name in LIMITS:
        content = read_json(folder, name) or {}
        limits += [content.get("model_max_length"), content.get("max_seq_length")]
    usable = [int(limit) for limit in limits if isinstance(limit, (int, float)) and 1 <= limit < 1e9]
    return min([*usable, MOST_TOKENS]) if usable else USUAL_TOKENS


def _licence(folder: Path) -> str:
    """From the front matter of the model card; "" where there is none."""
    path = folder / CARD
    if not path.is_file() or path.stat().st_size > JSON_BYTES:
        return ""
    matter = _FRONT_MATTER.match(path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n"))
    found = _LICENCE.findall(matter[1]) if matter else []
    return next((name for name in found if name != "other"), found[0] if found else "")
