"""Every state that the charts can be in, each with a table that stands there.

Hostile evenings of every pack reach most; where one is missing, every kind of input is tried on
the tables found so far, until nothing new comes. So a new chart or state needs no word here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain

from msgspec import Struct

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.charts.owners import CHARTS
from controller.procedure.irregularities import catalog
from controller.procedure.queries import continuous
from controller.procedure.state.inputs import Input, Stamped
from controller.procedure.state.whole import State, Step
from tests.kit.endless import ENDLESS
from tests.kit.evening import Evening, house
from tests.procedure.walks.walk import PACKS, Walk

from .samples import samples

Name = tuple[str, ...]
"""The state of each chart, the kind that holds the table, a device that changes what is due."""
EVENINGS = 3
INPUTS = 420
BESIDE = 4


class Place(Struct, frozen=True):
    walk: Evening
    state: State
    seq: int
    mono: int

    def step(self, item: Input) -> Step:
        st = Stamped(self.seq + 1, self.mono * 1000, self.mono + 5000, "test", item)
        return self.walk.procedure.step(self.state, st, self.walk.vault)

    def inputs(self) -> Iterator[Input]:
        return samples(self.state, self.walk.seal("7h"))

    def on(self) -> Evening:
        """A table that goes on from here."""
        evening = Evening(self.walk.house)
        evening.vault, evening.sealing = self.walk.vault, self.walk.sealing
        evening.state, evening.seq, evening.mono = self.state, self.seq, self.mono
        evening.boot_n = {d.name: d.last for d in self.state.devices}
        return evening


def name_of(state: State, at: Evening) -> Name:
    held = catalog.hold(state.play, at.house, state.devices)
    fitted = "continuous device" if continuous.fitted(at.house) else ""
    return (*(getattr(state.play, c) for c in CHARTS), held.kind if held else "", fitted)


def states_of(names: Iterator[Name]) -> set[tuple[str, str]]:
    return {pair for name in names for pair in zip(CHARTS, name, strict=False)}


ALL_STATES = {(name, str(s.value)) for name, chart in CHARTS.items() for s in chart.states}


@cache
def places() -> dict[Name, Place]:
    """The first place of each name, whatever the pack."""
    found: dict[tuple[str, Name], Place] = {}
    for place in walked():
        name = name_of(place.state, place.walk)
        found.setdefault((place.walk.house.pack.name, name), place)
    explore(found)
    return {name: place for (_, name), place in reversed(found.items())}


def walked() -> Iterator[Place]:
    evenings = [
        (seed, house(pack))
        for n, pack in enumerate(PACKS)
        for seed in range(200 + n, 200 + n + EVENINGS * len(PACKS), len(PACKS))
    ]
    device = (250, house("maryland", continuous_device=ENDLESS))
    for seed, at in (*evenings, device):
        walk = Walk(seed, at, wrong=0.25)
        for _ in range(INPUTS // 2 if (seed, at) == device else INPUTS):
            walk.go()
            yield Place(walk, walk.state, walk.seq, walk.mono)
    for scripted in chain(stuck_wheel(), match_wagers_due(), first_player_at_cards_face_down()):
        yield Place(scripted, scripted.state, scripted.seq, scripted.mono)


def explore(found: dict[tuple[str, Name], Place]) -> None:
    """Try everything beside a chart's missing state, as long as that finds another one."""
    tried: set[tuple[str, Name]] = set()
    reached = states_of(name for _, name in found)
    while missing := ALL_STATES - reached:
        todo = [key for key in beside(missing, found) if key not in tried]
        if not todo:
            return
        tried |= {*todo}
        for key in todo:
            pack, place = key[0], found[key]
            for item in place.inputs() if key in beside(ALL_STATES - reached, found) else ():
                after = place.step(item).state
                new = name_of(after, place.walk)
                if not (states := states_of(iter([new]))) <= reached:
                    reached |= states
                    found[pack, new] = Place(place.walk, after, place.seq + 1, place.mono + 5000)


def beside(
    missing: set[tuple[str, str]], found: dict[tuple[str, Name], Place]
) -> list[tuple[str, Name]]:
    """A few places of each pack from which one transition leads to a state that is missing."""
    before = {
        (chart, str(state.value))
        for chart, target in missing
        for state in CHARTS[chart].states
        for t in state.transitions
        if t.target is not None and str(t.target.value) == target
    }
    near = [
        [key for key in found if key[0] == pack and pair in states_of(iter([key[1]]))]
        for pair in sorted(before)
        for pack in PACKS
    ]
    return [key for keys in near for key in keys[:BESIDE]]


def stuck_wheel() -> Iterator[Evening]:
    """A spin under way, then its fault."""
    evening = Evening().opened().lit(3, bonus_spin={3: None})
    evening.draw("As 7d Kd 9d")
    evening.press("act1")
    evening.press("act7")
    evening.reading(fact.SeatButtonPressed, "wheel", box=3)
    yield evening
    wire = evening.state.orders[-1].wire
    evening.reading(fact.SpinFaulted, "wheel", order=wire, reason="stuck")
    yield evening


def match_wagers_due() -> Iterator[Evening]:
    evening = Evening().opened().lit(3, match={3: None})
    evening.draw("As 7d 7c 9d")
    evening.press("act1")
    yield evening


def first_player_at_cards_face_down() -> Iterator[Evening]:
    """An idle table whose cards nobody has turned up yet, then its first player."""
    evening = Evening(house("massachusetts")).opened()
    evening.put(cmd.NoPlay(face_up=False))
    evening.put(cmd.FirstPlayer(box=1))
    yield evening
