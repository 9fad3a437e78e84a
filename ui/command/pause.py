"""`pause` and `resume`: the window's indexing, which waits or goes on; also for when it is opened next."""

from __future__ import annotations

import argparse
import dataclasses
from typing import TYPE_CHECKING, Any

from ui.command.output import say, write, write_json

if TYPE_CHECKING:
    from engine.settings import Settings


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    verbs.add_parser("pause", parents=[shared], help=say("let the window's indexing wait", "detener la indexación de la ventana"))


def run(options: argparse.Namespace, settings: Settings, is_paused: bool = True) -> int:
    from engine.settings import change_settings

    change_settings(settings.data_dir, lambda old: dataclasses.replace(old, indexing_paused=is_paused))
    if options.json:
        write_json({"paused": is_paused})
    elif is_paused:
        write(say("The window's indexing waits.", "La indexación de la ventana queda en pausa."))
    else:
        write(say("The window's indexing goes on.", "La indexación de la ventana continúa."))
    return 0
