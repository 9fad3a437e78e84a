"""Keeps the client of LanceDB's cloud out of our processes.

LanceDB imports `lance_namespace_urllib3_client` at its start: hundreds of modules that describe requests to a server,
and urllib3, which opens an IPv6 socket to see whether it can. Nothing local uses any of it, and it makes 1.5 s of the
2.5 s that importing LanceDB takes (measured with 0.40.0). An empty stand-in spares both.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec

CLIENT = "lance_namespace_urllib3_client"


class _StandIn(types.ModuleType):
    """A module in which every name is an empty class: enough for annotations, which is all that names them."""

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


class _StandInFinder(MetaPathFinder, Loader):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] != CLIENT:
            return None
        return ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> types.ModuleType:
        return _StandIn(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        pass


def leave_out_cloud_client() -> None:
    """Call before LanceDB is imported for the first time; later calls do nothing."""
    if CLIENT in sys.modules or any(isinstance(finder, _StandInFinder) for finder in sys.meta_path):
        return
    sys.meta_path.insert(0, _StandInFinder())
