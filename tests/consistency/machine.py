"""The state machine: hypothesis chooses what happens to the laptop, its index and the processes, and when."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from tests.consistency.bench import Bench, Change
from tests.consistency.laptop import OPERATIONS
from tests.consistency.probes import MOMENTS
from tests.consistency.processes import Blow

Chaos = tuple[list[Change], list[Blow]]
_NUMBER = st.integers(0, 10_000)
_RULES: tuple[dict[str, Any], ...] = (
    {}, {"left_out": ("*.log",)}, {"left_out": ("fotos", "acta*")}, {"hidden": True}, {"left_out_kinds": ("csv",)},
    {"left_out_kinds": ("txt",), "hidden": True},
)
_CHANGE: st.SearchStrategy[Change] = st.tuples(st.sampled_from(sorted(OPERATIONS)), _NUMBER, _NUMBER, _NUMBER)
_CREATION: st.SearchStrategy[Change] = st.tuples(st.just("create"), _NUMBER, _NUMBER, _NUMBER)
CHANGES = st.lists(st.one_of(_CHANGE, _CHANGE, _CREATION), min_size=8, max_size=40)
_DELAY = st.sampled_from((0.0, 0.0, 0.001, 0.003, 0.006, 0.01, 0.02, 0.05, 0.12))


def _kill_at(*places: str) -> st.SearchStrategy[Blow]:
    return st.builds(Blow, st.just("place"), place=st.sampled_from(places), delay_s=_DELAY)


READING_KILL = _kill_at("text", "LexicalIndex.delete", "LexicalIndex.add", "LexicalIndex.commit", "scan", "moves")
EMBEDDING_KILL = _kill_at("vectors", "reconcile", "VectorStore.add", "VectorStore.delete", "BitStore.append", "compaction")
KILL = st.one_of(
    st.builds(Blow, st.just("step"), st.floats(0, 1.1)),
    _kill_at(*sorted(set(MOMENTS) - {"idle", "schema", "repair", "removal", "rebuild"})),
    READING_KILL,
    EMBEDDING_KILL,
)
OTHER = st.builds(Blow, st.sampled_from(("worker", "worker", "interrupt", "sleep")),
                  place=st.sampled_from(("text", "scan", "vectors", "opening")), delay_s=_DELAY)

CHAOS = st.tuples(CHANGES, st.lists(KILL, max_size=3))


def machine_of(make: Callable[[], Bench], may_go_on: Callable[[], bool]) -> type[RuleBasedStateMachine]:
    """The machine as a class. `may_go_on` turns false when this call has done what it should: nothing more happens then."""

    class Machine(RuleBasedStateMachine):
        bench: Bench | None = None

        @initialize(changes=st.lists(_CREATION, min_size=6, max_size=14), kills=st.lists(KILL, min_size=2, max_size=3))
        def begin(self, changes: list[Change], kills: list[Blow]) -> None:
            if not may_go_on():
                return
            self.bench = make()
            self.bench.change(changes)
            for number, root in enumerate((0, 1, 2)):
                self.bench.add(root, kills[number] if number < len(kills) else None)

        @precondition(lambda self: self.bench is not None)
        @rule(chaos=CHAOS, kill=KILL, cold=st.integers(0, 9))
        def index_killed(self, chaos: Chaos, kill: Blow, cold: int) -> None:
            self.bench.suffer(*chaos)
            self.bench.update(kill, cold=cold == 0)

        @precondition(lambda self: self.bench is not None)
        @rule(chaos=CHAOS, kill=KILL, again=st.lists(KILL, min_size=1, max_size=4))
        def index_killed_again_and_again(self, chaos: Chaos, kill: Blow, again: list[Blow]) -> None:
            self.bench.suffer(*chaos)
            for blow in (kill, *again):
                self.bench.update(blow)

        @precondition(lambda self: self.bench is not None)
        @rule(chaos=CHAOS, kills=st.lists(READING_KILL, min_size=1, max_size=3))
        def killed_while_reading(self, chaos: Chaos, kills: list[Blow]) -> None:
            self.bench.suffer(*chaos)
            for blow in kills:
                self.bench.update(blow)

        @precondition(lambda self: self.bench is not None)
        @rule(chaos=CHAOS, kills=st.lists(EMBEDDING_KILL, min_size=1, max_size=3))
        def killed_while_embedding(self, chaos: Chaos, kills: list[Blow]) -> None:
            self.bench.suffer(*chaos)
            for blow in kills:
                self.bench.update(blow)

        @precondition(lambda self: self.bench is not None)
        @rule(chaos=CHAOS, kill=KILL, stage=st.sampled_from(("text", "vectors")))
        def stage_killed(self, chaos: Chaos, kill: Blow, stage: str) -> None:
            self.bench.suffer(*chaos)
            self.bench.update(None, stage="text")
            self.bench.update(kill, stage=stage)

        @precondition(lambda self: self.bench is not None)
        @rule(chaos=CHAOS, blow=OTHER)
        def index_hit(self, chaos: Chaos, blow: Blow) -> None:
            self.bench.suffer(*chaos)
            self.bench.update(blow)

        @precondition(lambda self: self.bench is not None)
        @rule(chaos=CHAOS, number=_NUMBER, kill=st.one_of(st.none(), KILL))
        def root_added(self, chaos: Chaos, number: int, kill: Blow | None) -> None:
            self.bench.suffer(*chaos)
            self.bench.add(number, kill)

        @precondition(lambda self: self.bench is not None)
        @rule(number=_NUMBER, is_root=st.booleans(), kill=st.one_of(st.none(), KILL))
        def removed(self, number: int, is_root: bool, kill: Blow | None) -> None:
            self.bench.remove(number, is_root, kill)

        @precondition(lambda self: self.bench is not None)
        @rule(number=_NUMBER)
        def taken_back(self, number: int) -> None:
            self.bench.take_back(number)

        @precondition(lambda self: self.bench is not None)
        @rule(rules=st.sampled_from(_RULES), chaos=CHAOS)
        def rules_changed(self, rules: dict[str, Any], chaos: Chaos) -> None:
            self.bench.set_rules(rules)
            self.bench.suffer(*chaos)

        @precondition(lambda self: self.bench is not None)
        @rule(chaos=CHAOS, damage=_NUMBER, kill=st.one_of(st.none(), KILL, KILL))
        def doctor_called(self, chaos: Chaos, damage: int, kill: Blow | None) -> None:
            self.bench.suffer(*chaos)
            self.bench.repair(damage, kill)

        @precondition(lambda self: self.bench is not None)
        @rule(damage=_NUMBER, kill=st.one_of(st.none(), KILL))
        def store_damaged(self, damage: int, kill: Blow | None) -> None:
            self.bench.damage(damage, kill)

        @precondition(lambda self: self.bench is not None)
        @rule(chaos=CHAOS, n_bytes=st.sampled_from((0, 4_096, 40_000, 200_000, 1_000_000)), kill=st.one_of(st.none(), KILL))
        def disk_full(self, chaos: Chaos, n_bytes: int, kill: Blow | None) -> None:
            self.bench.suffer(*chaos)
            self.bench.fill_disk(n_bytes, kill)

        @precondition(lambda self: self.bench is not None)
        @rule(chaos=CHAOS, delay_s=st.sampled_from((0.0, 0.02, 0.1, 0.4)))
        def index_read_only(self, chaos: Chaos, delay_s: float) -> None:
            self.bench.suffer(*chaos)
            self.bench.forbid_writing(delay_s)

        @precondition(lambda self: self.bench is not None)
        @rule(chaos=CHAOS, number=_NUMBER, kill=st.builds(Blow, st.sampled_from(("place", "place", "worker")), delay_s=_DELAY))
        def window_killed(self, chaos: Chaos, number: int, kill: Blow) -> None:
            self.bench.window(kill, *chaos, number, does_settle=False)

        @precondition(lambda self: self.bench is not None)
        @rule(chaos=CHAOS, number=_NUMBER, does_settle=st.booleans())
        def window_used(self, chaos: Chaos, number: int, does_settle: bool) -> None:
            self.bench.window(None, *chaos, number, does_settle)

        @precondition(lambda self: self.bench is not None)
        @rule()
        def compared(self) -> None:
            self.bench.settle_and_compare()

        @precondition(lambda self: self.bench is None)
        @rule()
        def rested(self) -> None:
            """There were kills enough."""

        def teardown(self) -> None:
            if self.bench is not None:
                self.bench.settle_and_compare()

    return Machine
