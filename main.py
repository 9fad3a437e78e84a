"""Starts Fichero: a verb runs in the terminal, none opens the window."""

from __future__ import annotations

import multiprocessing
import sys

if __name__ == "__main__":
    multiprocessing.freeze_support()
    from ui.command.program import main

    sys.exit(main(sys.argv[1:]))
