"""`--version`: Fichero's version and the models it has."""

from __future__ import annotations

from ui.command.output import write, write_json


def print_version(as_json: bool) -> int:
    from engine.build import list_models
    from engine.version import VERSION

    models = list_models()
    if as_json:
        write_json({"version": VERSION, "models": models})
        return 0
    write(f"fichero {VERSION}")
    for model in models:
        write(f"{model['kind']}: {model['name']} {model['version']}")
    return 0
