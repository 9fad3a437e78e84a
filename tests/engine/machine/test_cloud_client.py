from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def test_lancedb_comes_without_its_cloud_client() -> None:
    """In a process of its own: what is imported once stays."""
    program = (
        "import sys\n"
        "from engine.machine.cloud_client import leave_out_cloud_client\n"
        "leave_out_cloud_client(); leave_out_cloud_client()\n"
        "import lancedb\n"
        "assert len([f for f in sys.meta_path if type(f).__name__ == '_StandInFinder']) == 1\n"
        "print(*sorted({'urllib3', 'requests'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
