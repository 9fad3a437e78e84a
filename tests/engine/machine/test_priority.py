"""How urgent the indexing process is: in a process of its own, since a priority cannot be raised again."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.consistency.processes import ROOT

_SCRIPT = """
import json, os, subprocess, sys, threading, time
from engine.indexing.embedding_thread import EmbeddingThread
from engine.machine.priority import Priority

class Embedder:
    def embed_passages(self, passages):
        return [nice()]

def nice(number=0):
    return os.getpriority(os.PRIO_PROCESS, number or threading.get_native_id()) - usual

usual = 0
usual = nice()
priority = Priority(hurry_s=0.4)
embedding = EmbeddingThread()
embedding.begins = priority.lower_this_thread
told = {"embedding": embedding.embed(Embedder, ["x"], lambda: False)[0]}
other = threading.Thread(target=time.sleep, args=(30,), daemon=True)
other.start()
child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
with priority.hurried():
    time.sleep(0.6)
told["read"] = nice()
with priority.hurried():
    told["reading"] = nice()
    deadline = time.monotonic() + 20
    while not priority.is_low and time.monotonic() < deadline:
        sum(range(10_000))
    time.sleep(0.1)
told |= {"late": nice(), "thread": nice(other.native_id), "worker": nice(child.pid)}
with priority.hurried():
    told["later"] = nice()
child.kill()
print(json.dumps([told, 19 - usual]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread has no priority of its own")
def test_only_the_first_reading_is_at_the_usual_priority():
    ended = subprocess.run([sys.executable, "-c", _SCRIPT], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    told, lowest = json.loads(ended.stdout)
    assert (told["read"], told["reading"]) == (0, 0)
    assert {name: value for name, value in told.items() if value != lowest} == {"read": 0, "reading": 0}
