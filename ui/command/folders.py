"""`folders`: what has been added, whether it is there, its rules, and what each of them leaves out."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ui.command.output import say, write, write_json

if TYPE_CHECKING:
    from engine.settings import Settings


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    verbs.add_parser(
        "folders", parents=[shared], help=say("the added folders and their rules", "las carpetas añadidas y sus reglas")
    )


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine.build import read_status

    folders = read_status(settings)["folders"]
    if options.json:
        write_json(folders)
        return 0
    for folder in folders:
        write(folder["path"])
        away = say("not available: what was read is kept", "no disponible: se conserva lo leído")
        count = f"{folder['documents']} {say('documents', 'documentos')}, {folder['failed']} {say('not readable', 'ilegibles')}"
        write(f"    {count if folder['is_available'] else f'{count}; {away}'}")
        for rule in left_out_in_words(folder["left_out"]):
            write(f"    {rule}")
    return 0


def left_out_in_words(rules: list[dict[str, Any]]) -> list[str]:
    return [
        say("left out", "excluidos") + f": {rule['files']} {say('files', 'archivos')}"
        + (f", {rule['folders']} {say('folders', 'carpetas')}" if rule["folders"] else "") + f" ({rule_in_words(rule['rule'])})"
        for rule in rules
    ]


def rule_in_words(rule: str) -> str:
    name, _, pattern = rule.partition(":")
    words = {
        "hidden": say("hidden", "ocultos"), "program-folder": say("folders of programs", "carpetas de programas"),
        "temporary": say("temporary", "temporales"), "kind": say("not documents", "no son documentos"),
        "picture": say("pictures", "imágenes"), "own-kind": say("kinds you leave out", "tipos que usted excluye"),
        "size": say("too large", "demasiado grandes"), "link": say("links", "enlaces"),
        "own-data": say("Fichero's own data", "datos de Fichero"), "removed-by-you": say("removed by you", "retirados por usted"),
        "pattern": say("your pattern", "su patrón"), "ficheroignore": ".ficheroignore", "gitignore": ".gitignore",
    }
    return words.get(name, name) + (f" {pattern}" if pattern else "")
