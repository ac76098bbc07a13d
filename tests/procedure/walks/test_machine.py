"""The data behind the states, explored by hypothesis: presses, facts and hostile inputs.

Every `allowed` entry is accepted when pressed, the watchers find nothing, no card is lost.
"""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from controller.bench import promises
from controller.procedure.state.inputs import Stamped
from controller.procedure.state.whole import State
from tests.kit.evening import as_pressed, house
from tests.procedure.charts.samples import KINDS_OF_INPUT, samples

from .promises import lost_card
from .walk import PACKS, Walk

EXAMPLES, STEPS = 25, 40


class Table(RuleBasedStateMachine):
    steps = 0
    walk: Walk | None = None

    @initialize(
        pack=st.sampled_from([(p, v) for p, ways in PACKS.items() for v in ways]),
        seed=st.integers(0, 9999),
        opened=st.integers(0, 60),
    )
    def open_table(self, pack: tuple[str, str], seed: int, opened: int) -> None:
        """Some right steps first: an empty table holds no surprises."""
        self.walk = Walk(seed, house(pack[0], **{"deal.variant": pack[1]}))
        self.watch, self.seen, self.before = promises.watch(self.walk.house), 0, State()
        for _ in range(opened):
            self.walk.right()

    @property
    def at(self) -> Walk:
        assert self.walk is not None
        return self.walk

    @rule(times=st.integers(1, 4))
    def go_on(self, times: int) -> None:
        """The next steps of the procedure, or the way out of a hold."""
        for _ in range(times):
            self.at.right()

    @rule(place=st.integers(0, 40), after_ms=st.sampled_from([40, 400, 1000, 6000]))
    def press(self, place: int, after_ms: int) -> None:
        choices = self.at.allowed
        self.at.put(as_pressed(choices[place % len(choices)]), after_ms=after_ms)

    @rule(
        kind=st.sampled_from(KINDS_OF_INPUT),
        which=st.integers(0, 60),
        after_ms=st.sampled_from([100, 1000, 6000]),
    )
    def say(self, kind: type, which: int, after_ms: int) -> None:
        """Any fact or command with any of its values."""
        inputs = list(samples(self.at.state, self.at.seal("7h"), (kind,)))
        self.at.put(inputs[which % len(inputs)], after_ms=after_ms)

    @precondition(lambda self: self.walk is not None)
    @invariant()
    def nothing_faults_and_watchers_are_silent(self) -> None:
        new = self.at.steps[self.seen :]
        Table.steps += len(new)
        self.seen = len(self.at.steps)
        assert self.at.faults == []
        for stamped, step in new:
            found = self.watch.look(stamped.seq, self.before, stamped, step)
            assert [*map(str, found)] == []
            self.before = step.state

    @precondition(lambda self: self.walk is not None)
    @invariant()
    def no_card_is_lost(self) -> None:
        assert lost_card(self.at.play, self.at.house.shoe_cards) == ""

    @precondition(lambda self: self.walk is not None)
    @invariant()
    def what_is_allowed_is_accepted_when_pressed(self) -> None:
        """The whole list at every tenth step: it costs as much as a round."""
        walk = self.at
        if self.seen % 10:
            return
        for choice in walk.allowed:
            item = as_pressed(choice)
            if choice.slot.startswith("pad."):
                continue  # filled in by the card pad
            st_ = Stamped(walk.seq + 1, walk.mono * 1000, walk.mono + 5000, "test", item)
            outcome = walk.procedure.step(walk.state, st_, walk.vault).outcome
            assert outcome.verdict == "accepted", f"{choice.slot}: {item} {outcome.text}"


def test_machine_finds_no_broken_promise(record_property: Callable[[str, object], None]) -> None:
    """Whatever is pressed and said in whatever order (controller/README 1.4, 1.6, 1.7)."""
    run_state_machine_as_test(
        Table,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            derandomize=True,
            deadline=None,
            phases=(Phase.generate,),  # to shrink a table's evening takes minutes
            suppress_health_check=list(HealthCheck),
        ),
    )

    record_property("counted steps of the machine", Table.steps)
    assert Table.steps > EXAMPLES * STEPS / 2
