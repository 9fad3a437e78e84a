"""`models`: the model files that are part of Fichero, and those that a person brings in."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BadUsage
from ui.command.output import ProgressLine, counted, note, say, write, write_json

if TYPE_CHECKING:
    from engine.settings import Settings

ACTIONS = ("list", "verify", "prepare", "import", "fetch", "use", "remove", "measure")
WEAK = 0.6          # of the trial questions of a language: below, the model hardly knows it
POOLINGS = ("mean", "cls", "last", "max")


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    parser = verbs.add_parser("models", parents=[shared], help=say("the model files", "los archivos de modelo"))
    parser.add_argument("action", choices=ACTIONS, help=say(
        "list: those there are; verify: compare them with their digests; prepare: make the files of the program's own model again; import, "
        "fetch: bring one in; use: choose one; remove one; measure: what a cross-encoder brings",
        "list: los que hay; verify: compararlos con sus huellas; prepare: rehacer los archivos del modelo propio; import, fetch: traer "
        "uno; use: elegir uno; remove: quitar uno; measure: qué aporta uno que reordena",
    ))
    parser.add_argument("name", nargs="?", help=say(
        "import: folder or ZIP; fetch: owner/model; use, remove, measure: a model's name, default, none",
        "import: carpeta o ZIP; fetch: dueño/modelo; use, remove, measure: nombre de un modelo, default, none",
    ))
    parser.add_argument("golden", nargs="?", metavar="GOLDEN", help=say(
        "measure: CSV question,path, or a set's folder", "measure: CSV question,path, o carpeta de un conjunto"))
    parser.add_argument("--force", action="store_true", help=say("prepare again", "preparar de nuevo"))
    parser.add_argument("--name", dest="own_name", metavar="NAME", help=say("call it so", "llamarlo así"))
    parser.add_argument("--file", metavar="FILE", help=say(
        "which .onnx, where there are several", "qué .onnx, si hay varios"))
    parser.add_argument("--kind", choices=("embedder", "cross-encoder"), help=say(
        "what it is, where config.json misleads", "qué es, si config.json engaña"))
    parser.add_argument("--pooling", choices=POOLINGS, help=say(
        "how token vectors become one", "cómo se reúnen los vectores"))
    parser.add_argument("--query-prefix", metavar="TEXT", help=say("put before questions", "delante de las preguntas"))
    parser.add_argument("--passage-prefix", metavar="TEXT", help=say("put before passages", "delante de los pasajes"))
    parser.add_argument("--revision", default="main", metavar="R", help=say(
        "fetch: branch, tag or commit", "fetch: rama, etiqueta o commit"))
    parser.add_argument("--hub", metavar="URL", help=say("fetch: a mirror's address", "fetch: dirección de una réplica"))
    parser.add_argument("--yes", action="store_true", help=say("fetch: do not ask", "fetch: no preguntar"))
    parser.add_argument("--questions", type=int, metavar="N", default=0, help=say(
        "measure: at most, evenly drawn", "measure: como máximo"))


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine import build_models
    from engine.build import list_models, prepare_models, verify_models

    line = ProgressLine()
    result: dict[str, Any]
    match options.action:
        case "prepare":
            result = {"models": prepare_models(force=options.force, progress=line.show)}
        case "verify":
            own = verify_models()
            files = own["files"] + build_models.verify_imported_models(settings)
            result = {"ok": own["ok"] and all(file["state"] == "ok" for file in files), "files": files}
        case "import":
            source = Path(_needed(options)).expanduser().absolute()
            model = build_models.import_model(settings, source, options.own_name, _wishes(options), _steps(line))
            result = {"models": [model]}
        case "fetch":
            result = _fetch(options, settings, line)
        case "use":
            changed = build_models.use_model(settings, _needed(options))
            result = {"used": options.name, "embedder": changed.embedder, "cross_encoder": changed.cross_encoder,
                      "is_to_embed": changed.embedder != settings.embedder}
        case "remove":
            build_models.remove_model(settings, _needed(options))
            result = {"removed": options.name}
        case "measure":
            result = _measure(options, settings, line)
        case _:
            result = {"models": list_models() + build_models.list_imported_models(settings)}
    line.done()
    if options.json:
        write_json(result)
    else:
        _print(result, options)
    return 0 if result.get("ok", True) else 1


def _needed(options: argparse.Namespace) -> str:
    if not options.name:
        raise BadUsage(f"`models {options.action}` needs a name.", f"`models {options.action}` necesita un nombre.")
    return str(options.name)


def _wishes(options: argparse.Namespace) -> dict[str, Any]:
    return {
        "kind": options.kind, "network": options.file, "pooling": options.pooling, "query_prefix": options.query_prefix,
        "passage_prefix": options.passage_prefix,
    }


def _steps(line: ProgressLine) -> Any:
    words = {
        "copy": say("copying its files", "copiando sus archivos"),
        "try": say("trying it in a process of its own", "probándolo en un proceso aparte"),
        "check": say("taking its digests", "calculando sus resúmenes"),
    }
    return lambda step: line.show(words[step])


def _fetch(options: argparse.Namespace, settings: Settings, line: ProgressLine) -> dict[str, Any]:
    from engine import build_models

    if not options.name:
        return {"known": build_models.known_names()}
    address = build_models.hub_address(settings, options.hub)
    if not _agreed(options, say(
        f"Fichero will connect to {address} and ask for {options.name}.",
        f"Fichero se conectará a {address} y pedirá {options.name}.",
    )):
        return {"models": []}

    def confirm(plan: dict[str, Any]) -> bool:
        licence = plan["licence"] or say("no licence named", "sin licencia indicada")
        files = counted(len(plan["files"]), ("file", "files"), ("archivo", "archivos"))
        return _agreed(options, f"{plan['name']} ({licence}): {files}, {_megabytes(plan['bytes'])}.")

    model = build_models.fetch_model(
        settings, address, options.name, options.revision, options.own_name, _wishes(options), confirm, _Transfer(line),
        _steps(line),
    )
    return {"models": [model] if model else []}


def _agreed(options: argparse.Namespace, what: str) -> bool:
    """Nothing is downloaded unasked.

    Raises:
        BadUsage: there is nobody to ask, and no --yes.
    """
    note(what)
    if options.yes:
        return True
    if not sys.stdin.isatty():
        raise BadUsage("Nothing is downloaded unasked: say --yes.", "Nada se descarga sin preguntar: indique --yes.")
    sys.stderr.write(say("Go on? [y/N] ", "¿Seguir? [s/N] "))
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes", "s", "si", "sí")


class _Transfer:
    """Shows how far a file has come, and how fast."""

    def __init__(self, line: ProgressLine) -> None:
        self._line = line
        self._name = ""
        self._begun = (0.0, 0)

    def __call__(self, name: str, done: int, size: int) -> None:
        now = time.monotonic()
        if name != self._name:
            self._name, self._begun = name, (now, done)
        speed = (done - self._begun[1]) / max(now - self._begun[0], 0.1)
        share = done / max(size, 1)
        self._line.show(f"{name} {share:.0%} · {_megabytes(done)}/{_megabytes(size)} · {_megabytes(int(speed))}/s")


def _megabytes(n_bytes: int) -> str:
    return f"{n_bytes / 1e6:.1f} MB" if n_bytes < 10**9 else f"{n_bytes / 1e9:.2f} GB"


def _measure(options: argparse.Namespace, settings: Settings, line: ProgressLine) -> dict[str, Any]:
    from engine.evaluation.golden import narrowed
    from engine.evaluation.refinement_evaluation import measure_cross_encoder
    from ui.command.eval import read_golden

    if not options.golden:
        raise BadUsage("`models measure NAME GOLDEN` needs both.", "`models measure NOMBRE GOLDEN` necesita ambos.")
    golden, place = read_golden(settings, options.golden, (), line)
    return {"measured": measure_cross_encoder(
        settings, place, _needed(options), narrowed(golden, (), options.questions),
        lambda done, total: line.show(f"{golden.name} {done}/{total}"),
    )}


def _print(result: dict[str, Any], options: argparse.Namespace) -> None:
    for model in result.get("models", []):
        write(f"{model['kind']}: {model['name']} {model['version']} · {model['licence'] or '?'}"
              + (say(" · in use", " · en uso") if model.get("is_chosen") else ""))
        if "trial" in model:
            shares = " · ".join(f"{language} {share:.0%}" for language, share in model["trial"].items())
            write(say(f"   trial questions answered: {shares}", f"   preguntas de prueba acertadas: {shares}"))
        if model.get("unused_languages"):
            languages = ", ".join(model["unused_languages"])
            write(say(f"   not used for: {languages} (measured to be worse)", f"   no se usa en: {languages} (medido: empeora)"))
        if options.action in ("import", "fetch") and model["trial"]["es"] < WEAK:
            write(say("   it hardly seems to know Spanish", "   apenas parece saber español"))
        if options.action in ("import", "fetch"):
            write(say(f"   use it: fichero models use {model['name']}", f"   para usarlo: fichero models use {model['name']}"))
    for file in result.get("files", []):
        write(f"{file['path']}: {file['state']}")
    for known in result.get("known", []):
        write(f"{known['name']} · {known['kind']} · {known['megabytes']} MB · {known['licence']} · "
              + say(known["english"], known["spanish"]))
    if "known" in result:
        write(say("Known by name, not tested here. Nothing was asked for: `fichero models fetch NAME` does.",
                  "Conocidos de nombre, no probados aquí. No se ha pedido nada: lo hace `fichero models fetch NOMBRE`."))
    if "used" in result:
        write(say(f"Chosen: {result['used']}", f"Elegido: {result['used']}"))
        if result["is_to_embed"]:
            write(say("The old vectors serve until `index`, or the window at its next start, has made all of the new ones.",
                      "Los vectores de antes sirven hasta que `index`, o la ventana al abrirse, haya hecho todos los nuevos."))
    if "removed" in result:
        write(say(f"Removed: {result['removed']}", f"Quitado: {result['removed']}"))
    for language, figures in result.get("measured", {}).items():
        write(f"{language}: MRR@10 {figures['without']:.4f} → {figures['with']:.4f} ({figures['questions']:.0f})")
