"""`folders`: what has been added, whether it is there, its rules, and what each of them leaves out."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ui.command.output import counted, note, say, write, write_json, write_json_lines

if TYPE_CHECKING:
    from engine.settings import Settings


_FILES = ("file", "files"), ("archivo", "archivos")


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    parser = verbs.add_parser(
        "folders", parents=[shared], help=say("the added folders and their rules", "las carpetas añadidas y sus reglas")
    )
    parser.add_argument("--count", metavar="FOLDER", action="append", default=[], help=say(
        "only count what would be read in this folder, and what would be left out",
        "solo contar lo que se leería en esta carpeta y lo que se excluiría",
    ))


def run(options: argparse.Namespace, settings: Settings) -> int:
    from engine.build import read_status

    if options.count:
        return _count(settings, options.count, options.json)
    folders = read_status(settings)["folders"]
    if options.json:
        write_json(folders)
        return 0
    for folder in folders:
        write(folder["path"])
        away = say("not available: what was read is kept", "no disponible: se conserva lo leído")
        count = f"{documents_in_words(folder['documents'])}, {counted(folder['failed'], ('not readable',) * 2, ('ilegible', 'ilegibles'))}"
        write(f"    {count if folder['is_available'] else f'{count}; {away}'}")
        if folder["ocr"]:
            write("    " + say("pictures are read (until --no-ocr)", "se leen sus imágenes (hasta --no-ocr)"))
        if folder["all_files"]:
            write("    " + say("nothing is left out by rule (until --no-all-files)", "nada se excluye por regla (hasta --no-all-files)"))
        for rule in left_out_in_words(folder["left_out"]):
            write(f"    {rule}")
    return 0


def _count(settings: Settings, folders: list[str], as_json: bool) -> int:
    """A folder a line, as soon as it is counted."""
    from engine.indexing.folder_count import count_folder

    for folder in folders:
        count = count_folder(settings, Path(folder).expanduser().absolute())
        if as_json:
            write_json_lines([count])
            continue
        write(f"{count.path}: {counted(count.documents, *_FILES)} ({count.bytes / 1e6:.1f} MB)")
        for rule, n_files in count.left_out:
            write(f"    {say('left out', 'excluidos')}: {counted(n_files, *_FILES)} ({rule_in_words(rule)})")
    if not as_json:
        note(say("Files are counted. Once they are read, attachments and what archives hold count as documents too.",
                 "Se cuentan archivos. Una vez leídos, los adjuntos y lo que contienen los archivos comprimidos cuentan también como documentos."))
    return 0


def documents_in_words(n: int) -> str:
    return counted(n, ("document", "documents"), ("documento", "documentos"))


def left_out_in_words(rules: list[dict[str, Any]]) -> list[str]:
    return [
        say("left out", "excluidos") + f": {counted(rule['files'], *_FILES)}"
        + (f", {counted(rule['folders'], ('folder', 'folders'), ('carpeta', 'carpetas'))}" if rule["folders"] else "") + f" ({rule_in_words(rule['rule'])})"
        for rule in rules
    ]


def rule_in_words(rule: str) -> str:
    name, _, pattern = rule.partition(":")
    words = {
        "hidden": say("hidden", "ocultos"), "program-folder": say("folders of programs or of saved pages", "carpetas de programas o de páginas guardadas"),
        "temporary": say("temporary", "temporales"), "kind": say("not documents", "no son documentos"),
        "picture": say("pictures", "imágenes"), "own-kind": say("kinds you leave out", "tipos que usted excluye"),
        "size": say("too large", "demasiado grandes"), "link": say("links", "enlaces"),
        "own-data": say("Fichero's own data", "datos de Fichero"), "removed-by-you": say("removed by you", "retirados por usted"),
        "pattern": say("your pattern", "su patrón"), "ficheroignore": ".ficheroignore", "gitignore": ".gitignore",
    }
    return words.get(name, name) + (f" {pattern}" if pattern else "")
