"""Deals in which the table assumes something else than what is dealt (console/README 1.1)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from random import Random

from msgspec import Struct

from controller.domain.views.view import Allowed
from tests.secrecy.round import place
from tests.secrecy.stage import Scene

LOW = ("2c", "3c", "4c", "5c", "6c", "2d", "3d", "4d", "5d", "6d", "2h", "3h", "4h", "5h", "6h")


class Slip(Struct, frozen=True):
    """`real` boxes get cards, `lit` are assumed; `cure` is what the dealer has to tap, in order."""

    name: str
    real: tuple[int, ...]
    lit: tuple[int, ...]
    cure: tuple[tuple[str, str, object], ...] = ()
    """(command, field, value) of each entry."""
    burn_made: bool = True
    burned_again: bool = False
    skipped: tuple[int, int] | None = None
    """(box, pass)."""

    @property
    def up(self) -> str:
        return "Kc" if len(self.real) % 2 else "7d"


IN_THE_SUITE = (1, 4, 7)
"""So many boxes; `make soak` deals the others, too."""


def slips() -> Iterator[Slip]:
    for n in (*IN_THE_SUITE, 2, 3, 5, 6):
        rng = Random(f"{n}/boxes")
        real = tuple(sorted(rng.sample(range(1, 8), n)))
        others = [b for b in range(1, 8) if b not in real]
        rng.shuffle(others)
        out = rng.choice(real)
        fewer = tuple(b for b in real if b != out)
        yield Slip(f"{n} dealt, {n - 1} lit", real, fewer, (("BoxSet", "box", out),))
        for more in (1, 2):
            if more <= len(others):
                lit = tuple(sorted((*real, *others[:more])))
                cure = tuple(("BoxSet", "box", b) for b in others[:more])
                yield Slip(f"{n} dealt, {n + more} lit", real, lit, cure)
        burn = ("BurnReported", "made")
        yield Slip(f"{n}, burn not made", real, real, ((*burn, False),), burn_made=False)
        yield Slip(f"{n}, burned again", real, real, ((*burn, True),), burned_again=True)
        for deal_pass in (1, 2):
            box = rng.choice(real)
            cure = (("BoxSkipped", "box", box),)
            name = f"{n}, box {box} skipped in pass {deal_pass}"
            yield Slip(name, real, real, cure, skipped=(box, deal_pass))


async def deal(scene: Scene, slip: Slip, hole: str) -> None:
    """As the fingers do it; then DEAL OK by habit."""
    table, rng = scene.table, Random(slip.name)
    if slip.burned_again:  # the shoe's own burn lies in the rack since the round before
        await first_round(scene)
    burns = int(slip.burn_made)
    codes = [rng.choice(LOW) for _ in range(burns)]
    places = ["burn"] * burns
    for deal_pass, own in ((1, "dealer.up"), (2, "dealer.hole")):
        boxes = [b for b in slip.real if (b, deal_pass) != slip.skipped]
        places += [f"box {b}.1" for b in boxes] + [own]
        codes += [rng.choice(LOW) for _ in boxes] + [slip.up if deal_pass == 1 else hole]
    place(table.rig, *codes, *LOW)
    if slip.burn_made and not slip.burned_again:
        await table.draw(places.pop(0))
        await table.hands.pick_up("burn")
    await light(scene, slip)
    await table.draw(*places)
    await table.hands.press_key("next")
    await asyncio.sleep(4)


async def first_round(scene: Scene) -> None:
    table = scene.table
    place(table.rig, "2s", "9s", "9d", "9h", "Kd")
    await table.draw("burn")
    await table.hands.pick_up("burn")
    await table.press("box1")
    await table.draw("box 1.1", "dealer.up", "box 1.1", "dealer.hole")
    await table.press("act1")
    await asyncio.sleep(1)
    await table.turn()
    await asyncio.sleep(3)
    await table.hands.pick_up()
    await table.press("act1")
    await table.press("box1")


async def light(scene: Scene, slip: Slip) -> None:
    for box in slip.lit:
        await scene.table.press(f"box{box}")


def offered(
    scene: Scene, command: str, field: str, value: object, **more: object
) -> Allowed | None:
    """What the page offers, in whatever menu."""
    for entry in scene.table.view.allowed:
        fields = json.loads(entry.body) if entry.body else {}
        wanted = {field: value, **more}
        if entry.command == command and all(fields.get(k) == v for k, v in wanted.items()):
            return entry
    return None
