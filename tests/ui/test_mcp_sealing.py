"""The server of `mcp` comes up without the library of ciphers, and refuses what it never handed out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_the_server_needs_no_library_of_ciphers() -> None:
    """In a process of its own: what is imported once stays."""
    program = (
        "import sys\n"
        "from engine.stand_in import stand_in_for\n"
        "stand_in_for('cryptography'); stand_in_for('cryptography')\n"
        "from ui.command.mcp_server import make_server\n"
        "make_server(None)\n"
        "assert sys.modules['cryptography'].__spec__.origin is None\n"
        "print(*sorted(name for name in sys.modules if name.startswith('cryptography') and getattr(sys.modules[name], '__file__', None)))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


def test_what_was_never_handed_out_is_refused() -> None:
    from mcp.server.request_state import InvalidRequestState

    from ui.command.mcp_server import NothingSealed

    with pytest.raises(InvalidRequestState):
        NothingSealed().unseal("v1.AAAA")
    with pytest.raises(NotImplementedError):
        NothingSealed().seal(b"state")
