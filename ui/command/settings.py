"""`settings`: shows and changes what can be set, for all folders or for one."""

from __future__ import annotations

import argparse
import dataclasses
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BadUsage, DataFolderUnwritable, IndexLocked, SettingsInvalid
from engine.machine.system_words import system_words
from ui.command.output import counted, language, say, write, write_json
from ui.command.places import known_places
from ui.command.settings_words import meaning_of

if TYPE_CHECKING:
    from engine.settings import Settings

PORTABLE = "portable"
INDEX_FOLDER = "index_folder"
_YES, _NO = ("true", "yes", "on", "1", "sí", "si"), ("false", "no", "off", "0")


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    parser = verbs.add_parser(
        "settings", parents=[shared], help=say("show and change settings", "ver y cambiar los ajustes"),
        description=say(
            "Without anything: all settings. set left_out, left_out_kinds, max_file_mb, hidden and gitignore also for one "
            "folder; what is indexed follows at once.",
            "Sin nada más: todos los ajustes. left_out, left_out_kinds, max_file_mb, hidden y gitignore también para una sola "
            "carpeta; lo indexado se ajusta al momento.",
        ),
    )
    parser.add_argument("action", choices=("list", "get", "set", "unset"), nargs="?", default="list", help=say(
        "list: all, with what each is for (the default); get, set or unset one", "list: todos y para qué sirve cada uno (lo normal); get, set "
        "o unset de uno: leerlo, cambiarlo o devolverlo a su valor inicial"))
    parser.add_argument("key", metavar="KEY", nargs="?", help=say("a name from that list", "un nombre de esa lista"))
    parser.add_argument("value", metavar="VALUE", nargs="*", help=say("several make a list", "varios forman una lista"))
    parser.add_argument("--folder", metavar="FOLDER", help=say("only for this folder", "solo para esta carpeta"))


def run(options: argparse.Namespace, settings: Settings) -> int:
    folder = known_places(settings, [options.folder])[0] if options.folder is not None else None
    if options.action == "list":
        return _list(settings, options.json)
    if not options.key:
        raise BadUsage("Name a setting: see `fichero settings`.", "Indique un ajuste: véase `fichero settings`.")
    if options.action in ("get", "unset") and options.value:
        raise BadUsage("Only `set` takes a value.", "Solo `set` admite un valor.")
    if options.action != "get" and options.key == PORTABLE:
        return _set_portable(options)
    if options.action != "get" and options.key == INDEX_FOLDER:
        return _move_index(options, settings)
    if options.action == "get":
        value = _value(settings, options.key, folder)
        if options.json:
            write_json({"key": options.key, "folder": folder, "value": value})
        else:
            write(_shown(value))
        return 0
    return _set(options, settings, folder)


def _set_portable(options: argparse.Namespace) -> int:
    """Not in a data folder, since it says which one is used: a file beside the program."""
    from engine.machine.portable import is_portable, program_folder, set_portable
    from engine.settings import default_data_dir

    word = "".join(options.value).lower() if options.action == "set" else "false"
    if word not in _YES + _NO:
        raise BadUsage("portable takes true or false.", "portable admite true o false.")
    try:
        set_portable(word in _YES)
    except OSError as error:
        raise DataFolderUnwritable(program_folder(), *system_words(error)) from error
    if options.json:
        write_json({"key": PORTABLE, "folder": None, "value": is_portable(), "applied": "at-the-next-start", "documents": None})
        return 0
    write(f"{PORTABLE} = {_shown(is_portable())}")
    write(say(f"The index from the next start on: {default_data_dir()}", f"El índice desde el próximo arranque: {default_data_dir()}"))
    return 0


def _move_index(options: argparse.Namespace, settings: Settings) -> int:
    """Not in a data folder either: the usual one names the folder where the index lies instead."""
    from engine.index_place import move
    from engine.settings import default_data_dir, usual_data_dir
    from ui.command.output import ProgressLine

    if settings.data_dir != default_data_dir():
        raise BadUsage(
            "With --data the index lies where you say. index_folder moves the usual one.",
            "Con --data el índice está donde usted dice. index_folder traslada el de costumbre.",
        )
    if options.action == "set" and len(options.value) != 1:
        raise BadUsage("index_folder takes one folder.", "index_folder admite una sola carpeta.")
    line = ProgressLine()
    target = Path(options.value[0]) if options.action == "set" else None
    folder = move(usual_data_dir(), target, lambda share: line.show(say(f"moving {share:.0%}", f"trasladando {share:.0%}")))
    line.done()
    if options.json:
        write_json({"key": INDEX_FOLDER, "folder": None, "value": str(folder), "applied": "now", "documents": None})
    else:
        write(say(f"The index lies in {folder}", f"El índice está en {folder}"))
    return 0


def _set(options: argparse.Namespace, settings: Settings, folder: str | None) -> int:
    from engine.settings import change_settings, load_settings, with_value

    key = options.key
    load_settings(settings.data_dir)        # what is wrong with the file is said as such
    value = _parsed(key, options.value, settings) if options.action == "set" else None
    try:
        changed = change_settings(settings.data_dir, lambda old: with_value(old, key, value, folder))
    except SettingsInvalid as error:
        raise BadUsage(
            f"The setting stays as it was: {error.detail}.", f"El ajuste queda como estaba: {error.detail_in_spanish}."
        ) from error
    documents, applied = _apply(changed, key)
    new = _value(changed, key, folder)
    if options.json:
        write_json({"key": key, "folder": folder, "value": new, "applied": applied, "documents": documents})
        return 0
    write(f"{key} = {_shown(new)}")
    if documents is not None:
        write(", ".join((
            counted(documents["removed"], ("document left out", "documents left out"), ("documento excluido", "documentos excluidos")),
            counted(documents["indexed"], ("let in", "let in"), ("incorporado", "incorporados")),
        )))
    elif applied == "by-the-one-at-work":
        write(say("The Fichero at work follows.", "Lo aplica el Fichero que está en marcha."))
    return 0


def _apply(settings: Settings, key: str) -> tuple[dict[str, int] | None, str]:
    """Bring what is indexed in line with other rules; what is let in is found by its words at once."""
    from engine.build import build_indexer, open_catalog
    from engine.settings import RULE_KEYS

    if key == "start_at_login":
        from engine.autostart import set_autostart

        set_autostart(settings.start_at_login, settings.data_dir)
        return None, "now"
    if key not in RULE_KEYS:
        return None, "at-the-next-start"
    with open_catalog(settings) as catalog:
        if not catalog.roots():
            return None, "now"
    try:
        with build_indexer(settings) as indexer:
            return indexer.index(stage="text").as_json()["documents"], "now"
    except IndexLocked:
        return None, "by-the-one-at-work"


def _list(settings: Settings, as_json: bool) -> int:
    values = {key: _value(settings, key, None) for key in _keys(settings)}
    if as_json:
        meanings = {key: meaning_of(key, language()) for key in values}
        write_json({"settings": values, "path": str(settings.path), "meanings": meanings})
        return 0
    for key, value in values.items():
        if key != "folder_rules":
            write(f"{key} = {_shown(value)}")
            write(f"    {meaning_of(key, language())}")
    for folder, rules in values["folder_rules"].items():
        write(folder)
        for key, value in rules.items():
            write(f"    {key} = {_shown(value)}")
    return 0


def _keys(settings: Settings) -> list[str]:
    return [*(field.name for field in dataclasses.fields(settings) if field.name not in ("data_dir", "models_at")), PORTABLE, INDEX_FOLDER]


def _value(settings: Settings, key: str, folder: str | None) -> Any:
    from engine.settings import RULE_KEYS

    if key not in (RULE_KEYS if folder is not None else _keys(settings)):
        raise BadUsage(
            f"There is no setting {key}. See `fichero settings`.", f"No existe el ajuste {key}. Véase `fichero settings`."
        )
    if key == PORTABLE:
        from engine.machine.portable import is_portable

        return is_portable()
    if key == INDEX_FOLDER:
        return str(settings.data_dir)
    if key == "folder_rules":
        return {
            rules.path: {name: getattr(rules, name) for name in RULE_KEYS if getattr(rules, name) not in (None, ())}
            for rules in settings.folder_rules
        }
    return getattr(settings.rules_for(folder) if folder is not None else settings, key)


def _parsed(key: str, words: list[str], settings: Settings) -> Any:
    """The words of the command line as a value of the setting's kind; what does not fit is refused when it is checked."""
    default = {field.name: field.default for field in dataclasses.fields(settings)}.get(key)
    if key == "assistant_folders":
        return known_places(settings, words)
    if isinstance(default, tuple):
        return words
    if len(words) != 1:
        raise BadUsage(f"{key} takes one value.", f"{key} admite un solo valor.")
    (word,) = words
    if isinstance(default, bool):
        return True if word.lower() in _YES else False if word.lower() in _NO else word
    if isinstance(default, int):
        return int(word) if word.isdecimal() else word
    return word


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return " ".join(value) if value else "-"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value) or "-"
