"""The lock-out of the wagers on the wheel: with the first card they are in (MD 2.B.7.b, MA 16.b).

Those at boxes that are out of the deal are late: nothing is added to a meter for them. A box that
the dealer lights afterwards was only forgotten, so its wagers are in after all, and the other way
round.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.domain.wagers import Wager
from controller.procedure.state.context import Context
from controller.procedure.state.house import House
from controller.procedure.state.parts import meters
from controller.procedure.state.play import Irregularity, Play

from . import progressive_system

LATE: Final = "wager_late"
ALTERED: Final = "wager_altered"
SENSED: Final = "sensed"
"""Of a late one: it came after the first card, so no box that is lit later brings it in."""
UNCONFIRMED: Final = "lock_unconfirmed"
ON_WHEEL = ("bonus_spin", "xtreme")


def by_box(wagers: Iterable[Wager]) -> tuple[Wager, ...]:
    return tuple(sorted(wagers, key=lambda w: (w.box, w.kind, w.wagerer)))


def lying(play: Play, house: House) -> tuple[Wager, ...]:
    """What was out of this deal and still lies there: it is in the next one.

    Without devices at the seats that is all that was last seen there, save what was found late: it
    goes back.
    """
    if house.by_paytables:
        known = set(play.prizes.acknowledged)
        return tuple(w for w in play.late if (w.box, w.kind) in known)
    back = {(i.box, i.code) for i in play.irregularities if i.kind == LATE}
    return _there(play, (w for w in play.late if (w.box, w.kind) not in back))


def close(c: Context) -> None:
    """No wager on the wheel is taken; what its devices have acknowledged is not forgotten."""
    gone = tuple(w for w in c.play.wagers if w.kind in ON_WHEEL)
    c.play = replace(
        c.play, wagers=tuple(w for w in c.play.wagers if w not in gone), late=(*c.play.late, *gone)
    )


def open_again(c: Context) -> None:
    """Once the wheel serves, and the table is dealt by this controller."""
    if c.play.wheel_out or c.play.manual.aside_since:
        return
    c.play = replace(c.play, wagers=by_box((*c.play.wagers, *lying(c.play, c.house))), late=())


def between_rounds(play: Play, house: House) -> Play:
    """The wagers of the next round: a chip is in that lies there, while the wheel serves."""
    on_wheel = _there(play, (w for w in play.wagers if w.kind in ON_WHEEL))
    chips = by_box((*on_wheel, *lying(play, house)))
    play = replace(play, prizes=replace(play.prizes, untold=()))
    others = tuple(w for w in play.wagers if w.kind not in ON_WHEEL)
    if play.wheel_out:
        return replace(play, wagers=others, late=chips)
    return replace(play, wagers=by_box((*others, *chips)), late=())


def left_alone(c: Context) -> tuple[Wager, ...]:
    """Nobody plays: what lies on its device stays until it says that the chip is gone."""
    known = set(c.play.prizes.acknowledged)
    return tuple(w for w in c.play.wagers if (w.box, w.kind) in known)


# ---- the devices at the seats start anew ----
def started(c: Context, boot: str) -> None:
    """What lay there they tell anew; a chip that was lifted without power is told by its silence.

    What is in the round stays in it. Source: drivers/PROTOCOL.md, annex 26.
    """
    prizes = c.play.prizes
    if boot == prizes.boot:
        return
    if not prizes.boot:
        c.play = replace(c.play, prizes=replace(prizes, boot=boot))
        return
    untold = tuple(sorted({*prizes.untold, *prizes.acknowledged}))
    c.play = replace(c.play, prizes=replace(prizes, boot=boot, acknowledged=(), untold=untold))
    if c.play.round == "wagering":
        late = _there(c.play, c.play.late)
        c.play = replace(c.play, wagers=_there(c.play, c.play.wagers), late=late)


def acknowledge(c: Context, chip: tuple[int, str], *, on: bool) -> None:
    prizes = c.play.prizes
    known = {a for a in prizes.acknowledged if a != chip} | ({chip} if on else set())
    untold = tuple(a for a in prizes.untold if a != chip)
    prizes = replace(prizes, acknowledged=tuple(sorted(known)), untold=untold)
    c.play = replace(c.play, prizes=prizes)


def told_again(c: Context, item: fact.WagerSensed) -> bool:
    """A chip of before its device started, or lifted in this round: nothing new, and not late."""
    chip = item.box, item.kind
    if not item.on or chip not in c.play.prizes.untold:
        return False
    acknowledge(c, chip, on=True)
    return True


def moved_late(c: Context, chip: Wager, *, on: bool) -> None:
    """The wagers are in. What lies there now is in the next round, and what is gone is not."""
    key = chip.box, chip.kind
    played = next((w for w in c.play.wagers if (w.box, w.kind) == key), None)
    late = tuple(w for w in c.play.late if (w.box, w.kind) != key)
    if played is not None and not (on and chip.cents == played.cents):
        c.raise_(ALTERED, box=chip.box, about=chip.kind)
    elif on and len(late) == len(c.play.late):
        c.raise_(LATE, box=chip.box, about=chip.kind, ref=SENSED)
    acknowledge(c, key, on=on)
    if on and not played:
        late = (*late, chip)
    elif played and not on:
        untold = tuple(sorted({*c.play.prizes.untold, key}))
        c.play = replace(c.play, prizes=replace(c.play.prizes, untold=untold))
    c.play = replace(c.play, late=late)


def of_before(c: Context, item: fact.WagerSensed) -> bool:
    """Told by the devices before they started anew: what lies there now they tell themselves."""
    return item.on and c.play.prizes.boot not in ("", item.boot)


def _there(play: Play, wagers: Iterable[Wager]) -> tuple[Wager, ...]:
    untold = set(play.prizes.untold)
    return tuple(w for w in wagers if (w.box, w.kind) not in untold)


def dark_boxes(c: Context) -> None:
    """Before the lock-out: what lies at boxes without a hand."""
    _late(c, (w for w in c.play.wagers if w.box not in c.play.boxes))


def lock(c: Context) -> None:
    """What the seats' devices have acknowledged is in; each wager adds to its meters."""
    if not c.house.by_paytables:
        return
    known = set(c.play.prizes.acknowledged)
    _late(c, (w for w in c.play.wagers if w.kind in ON_WHEEL and (w.box, w.kind) not in known))
    _contribute(c, (w for w in c.play.wagers if w.kind in ON_WHEEL))


def unconfirmed(play: Play) -> tuple[Irregularity, ...]:
    """Open ones: a device was to lock the wagers and has not said that it did."""
    return tuple(i for i in play.irregularities if (i.kind, i.status) == (UNCONFIRMED, "raised"))


def not_confirmed(c: Context, device: str) -> None:
    """Chips may still come and go at the seats: told once, while there are wagers to be locked."""
    if not unconfirmed(c.play) and any(w.kind in ON_WHEEL for w in c.play.wagers):
        c.raise_(UNCONFIRMED, about=device, role="wheel")


def given_up(c: Context) -> bool:
    """Close it with its device; whether nobody knows which chips lay there in time."""
    unlocked = [
        i
        for i in c.play.irregularities
        if i.kind == UNCONFIRMED and (i.status == "raised" or i.ruling == "out_of_service")
    ]
    for i in unlocked:
        c.put(replace(i, status="closed", ruling="out_of_service"))
    return bool(unlocked)


def give_back(c: Context) -> None:
    """No deal had begun after all: what was added goes back, what was late is not.

    While the wheel does not serve nothing is in.
    """
    before = c.play.prizes
    c.play = replace(c.play, prizes=meters.given_back(before, c.pack))
    if c.play.wheel_out:
        close(c)
    else:
        lie = _there(c.play, (*c.play.wagers, *c.play.late))
        c.play = replace(c.play, wagers=by_box(lie), late=())
    progressive_system.withdrawn(c, before)


def box_out(c: Context, box: int) -> None:
    """In the deal: the box has no hand."""
    gone = [w for w in c.play.wagers if w.box == box and w.kind in ON_WHEEL]
    before = c.play.prizes
    back = {(w.box, w.kind) for w in gone}
    c.play = replace(c.play, prizes=meters.given_back(before, c.pack, back))
    progressive_system.withdrawn(c, before)
    _late(c, gone)


def box_in(c: Context, box: int) -> None:
    """In the deal: the box was forgotten. A wager that has gone back meanwhile stays out."""
    asked = {
        i.code: i
        for i in c.play.irregularities
        if (i.kind, i.box, i.status) == (LATE, box, "raised")
    }
    known = set(c.play.prizes.acknowledged)
    found = [
        w
        for w in c.play.late
        if w.box == box
        and w.kind in asked
        and (not c.house.by_paytables or (w.box, w.kind) in known)
    ]
    for wager in found:
        c.put(replace(asked[wager.kind], status="withdrawn"))
    c.play = replace(
        c.play,
        wagers=by_box((*c.play.wagers, *found)),
        late=tuple(w for w in c.play.late if w not in found),
    )
    _contribute(c, found)


def _late(c: Context, wagers: Iterable[Wager]) -> None:
    found = list(wagers)
    for wager in found:
        c.raise_(LATE, box=wager.box, about=wager.kind)
    c.play = replace(
        c.play,
        wagers=tuple(w for w in c.play.wagers if w not in found),
        late=(*c.play.late, *(w for w in found if w.kind in ON_WHEEL)),
    )


def _contribute(c: Context, wagers: Iterable[Wager]) -> None:
    if not c.house.by_paytables:
        return
    before = c.play.prizes
    c.play = replace(c.play, prizes=meters.locked_in(before, c.pack, wagers))
    progressive_system.contributed(c, before)
