"""Runs that differ only in cards that nobody has turned tell the world the same.

Source: controller/README 1.2.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from controller.bench.simulated.virtual_time import run_virtual
from controller.domain.structs import replace

from .ears import STREAMS, Heard, difference, rows
from .round import Plan, Round, hidden_of, plan_of
from .stage import Stage, a_scene


def played(stage: Stage, plan: Plan, variant: int) -> tuple[list[Heard], list[str], list[str]]:
    """Everything that left the process before the turn, the rows till then, the dealer's steps."""

    async def play() -> tuple[list[Heard], list[str], list[str]]:
        stream = STREAMS[plan.seed % len(STREAMS)]
        async with a_scene(stage, stream, plan.seed * 100 + variant) as scene:
            act = Round(scene, plan, hidden_of(plan, variant))
            await act.play()
            assert scene.stopped_s is not None
        return scene.ears.heard, rows(scene.folder / "journal.db", scene.stopped_s), act.steps

    return run_virtual(play())


@pytest.mark.slow
def test_nothing_that_leaves_the_process_depends_on_a_card_that_is_not_turned(
    stage: Stage, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    """Hole card, burn card, cards in the shoe, a card drawn in error and not seen.

    Source: controller/README 1.2.
    """
    scenes = int(request.config.getoption("--scenes", default=14))
    variants = int(request.config.getoption("--variants", default=4))
    pairs = messages = recorded = 0
    for seed in range(scenes):
        plan = plan_of(seed)
        runs = [played(stage, plan, variant) for variant in range(variants)]
        for (a, one), (b, other) in combinations(enumerate(runs), 2):
            what = f"seed {seed} {plan.trouble}, {hidden_of(plan, a)} {hidden_of(plan, b)}"
            assert difference(one[0], other[0]) is None, (what, difference(one[0], other[0]))
            assert one[1] == other[1], what
            assert one[2] == other[2], what
            pairs += 1
        messages += len(runs[0][0])
        recorded += len(runs[0][1])
    with capsys.disabled():
        print(
            f"\n{pairs} pairs equal before the turn: {messages} messages, {recorded} rows compared"
        )


def test_ears_hear_a_card_that_is_turned(stage: Stage) -> None:
    """What proves nothing when it is equal must differ when a card that is shown differs."""
    plan = plan_of(0)
    other = replace(plan, shown=("2s", *plan.shown[1:]))
    assert plan.shown[0] != "2s"

    found = difference(played(stage, plan, 0)[0], played(stage, other, 0)[0])

    assert found is not None
