"""`resume`: see pause.py."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ui.command import pause
from ui.command.output import say

if TYPE_CHECKING:
    from engine.settings import Settings


def add_parser(verbs: Any, shared: argparse.ArgumentParser) -> None:
    verbs.add_parser("resume", parents=[shared], help=say("let it go on", "reanudar la indexación"))


def run(options: argparse.Namespace, settings: Settings) -> int:
    return pause.run(options, settings, is_paused=False)
