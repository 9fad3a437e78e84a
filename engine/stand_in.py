"""Empty modules in the place of packages that another package imports and that we never use."""

from __future__ import annotations

import sys
import types
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec


class _StandIn(types.ModuleType):
    """A module in which every name is an empty class: enough for annotations, and for names that are imported and not used."""

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


class _StandInFinder(MetaPathFinder, Loader):
    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] != self.package:
            return None
        return ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> types.ModuleType:
        return _StandIn(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        pass


def stand_in_for(package: str) -> None:
    """Call before the package is imported for the first time; where it is there already, and in later calls, nothing is done."""
    if package in sys.modules or any(isinstance(finder, _StandInFinder) and finder.package == package for finder in sys.meta_path):
        return
    sys.meta_path.insert(0, _StandInFinder(package))
