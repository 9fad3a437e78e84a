"""A few seconds of `make check-consistency`: one small laptop, some kills, every store compared with a fresh index."""

from __future__ import annotations

import subprocess
import sys

from tests.check_consistency import TOO_FEW
from tests.end2end.conftest import ROOT


def test_an_index_that_was_killed_is_what_a_fresh_one_is():
    done = subprocess.run(
        [sys.executable, "-m", "tests.check_consistency", "--seed", "7", "--kills", "4", "--minutes", "0.08"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )
    assert done.returncode in (0, TOO_FEW), done.stdout + done.stderr
    assert "differences: 0" in done.stdout and "kills 0" not in done.stdout, done.stdout
