"""`--version`: Fichero's version, the revision it was built from, and the models it has."""

from __future__ import annotations

from ui.command.output import say, write, write_json


def print_version(as_json: bool) -> int:
    from engine.build import list_models
    from engine.machine.version import VERSION, revision

    models, built_from = list_models(), revision()
    if as_json:
        write_json({"version": VERSION, "revision": built_from, "models": models})
        return 0
    write(f"fichero {VERSION} ({say('revision', 'revisión')} {built_from})" if built_from else f"fichero {VERSION}")
    for model in models:
        write(f"{model['kind']}: {model['name']} {model['version']}")
    return 0
