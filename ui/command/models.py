"""`models list|verify|prepare`: the model files."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from engine.errors import BadUsage
from ui.command.output import ProgressLine, say, write, write_json

if TYPE_CHECKING:
    from engine.settings import Settings


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    parser = verbs.add_parser("models", parents=[shared], help=say("the model files", "los archivos de modelo"))
    parser.add_argument("action", choices=("list", "verify", "prepare", "import", "fetch"))
    parser.add_argument("name", nargs="?")
    parser.add_argument("--force", action="store_true", help=say("prepare again", "preparar de nuevo"))


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine.build import list_models, prepare_models, verify_models

    if options.action in ("import", "fetch"):
        raise BadUsage(
            f"`models {options.action}` is not part of this version.",
            f"`models {options.action}` no forma parte de esta versión.",
        )
    if options.action == "prepare":
        line = ProgressLine()
        models = prepare_models(force=options.force, progress=line.show)
        line.done()
        result: dict[str, Any] = {"models": models}
    elif options.action == "verify":
        result = verify_models()
    else:
        result = {"models": list_models()}
    if options.json:
        write_json(result)
    else:
        _print(result)
    return 0 if result.get("ok", True) else 1


def _print(result: dict[str, Any]) -> None:
    for model in result.get("models", []):
        write(f"{model['kind']}: {model['name']} {model['version']} · {model['licence']}")
    for file in result.get("files", []):
        write(f"{file['path']}: {file['state']}")
