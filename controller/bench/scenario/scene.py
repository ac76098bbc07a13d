"""What can be seen of a table after a step: pages, recorded play, devices, and the step's rows."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from controller.bench.simulated.table import BenchTable
from controller.domain.views.floor_view import FloorView, Irregularity, SignView, Verdict
from controller.domain.views.view import DealerHand, DealerView, Hand
from controller.journal.read import open_reader
from controller.procedure.irregularities import catalog
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity as Departure
from controller.procedure.state.play import Play
from controller.procedure.state.whole import State
from controller.table.recovery import inputs


class Scene:
    """`since` = the journal's row before the step; `verdict` = on what the step said."""

    def __init__(self, table: BenchTable, since: int, verdict: Verdict | None) -> None:
        self._table, self._since, self.verdict = table, since, verdict

    @property
    def house(self) -> House:
        return self._table.daemon.house

    @property
    def state(self) -> State:
        return self._table.daemon.table.current.state

    @property
    def play(self) -> Play:
        return self.state.play

    @property
    def view(self) -> DealerView:
        return self._table.daemon.door.view()

    @property
    def floor(self) -> FloorView:
        return self._table.daemon.door.floor_view()

    @property
    def sign(self) -> SignView:
        return self._table.daemon.door.sign_view()

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """The inputs of this step, each with its fields and its outcome."""
        found = []
        with open_reader(self._table.journal) as reader:
            for row, recorded in inputs(reader, self._since + 1):
                fields = msgspec.to_builtins(recorded.stamped.input)
                outcome = msgspec.to_builtins(recorded.outcome)
                outcome["raised"] = [one.kind for one in recorded.outcome.raised]
                outcome["withdrawn"] = [one.kind for one in recorded.outcome.withdrawn]
                outcome["orders"] = [one.kind for one in recorded.outcome.orders]
                outcome["exposed"] = [one.face for one in recorded.outcome.exposed]
                source = {"row": row.kind, "source": recorded.stamped.source}
                found.append({**fields, **outcome, **source})
        return found

    def asked(self, kind: str = "") -> Departure | None:
        """The open irregularity of a kind (`ten_found`, `ten_found 4` = of box 4).

        Without a kind: what is ruled first, the hold, else the oldest.
        """
        opened = catalog.open_ones(self.play)
        name, _, box = kind.partition(" ")
        if name:
            return next((i for i in opened if i.kind == name and box in ("", str(i.box))), None)
        held = catalog.hold(self.play, self.house, self.state.devices)
        return held or next(iter(opened), None)

    def irregularity(self, kind: str = "") -> Irregularity | None:
        """The same one as the floor's page shows it."""
        asked = self.asked(kind)
        return next((i for i in self.floor.irregularities if asked and i.id == asked.id), None)

    def hand(self, name: str) -> Hand | DealerHand:
        """`dealer`, `3` or `3.2` as the dealer's page shows it."""
        if name == "dealer":
            return self.view.dealer_hand
        box, _, number = name.partition(".")
        hands = self.view.boxes[int(box) - 1].hands
        index = int(number or 1) - 1
        return hands[index] if index < len(hands) else Hand()

    def card(self, place: str) -> int:
        """Id of the last card at `3` or `3.2` (2nd hand), `dealer`, `aside`, `dealt`, `burn`.

        `3.2#1` is the first there. Raises: LookupError.
        """
        play = self.play
        where, _, nth = place.partition("#")
        box, _, number = where.partition(".")
        slots = {
            "dealer": play.dealer,
            "aside": (play.pending,) if play.pending else (),
            "dealt": play.dealt,
            "burn": (play.burn,) if play.burn else (),
            **{f"{h.box}.{h.number}": h.cards for h in play.hands},
        }.get(where if not box.isdecimal() else f"{box}.{number or 1}", ())
        index = int(nth or len(slots)) - 1
        if not 0 <= index < len(slots):
            raise LookupError(f"no card lies at {place}")
        return slots[index].id

    def devices(self) -> dict[str, str]:
        """`ok`, `lost`, `out of service`: without the reason of the loss."""
        return {d.name.lower(): d.state.partition(":")[0] for d in self.view.devices}

    def shown(self) -> dict[str, str]:
        return dict(self._table.rig.world.shown)
