"""What a hostile dealer does: wrong draws, early and double taps, skipped steps, dead devices."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.state.inputs import Input, Outcome
from tests.kit.evening import DEVICES
from tests.procedure.charts.samples import KINDS_OF_INPUT, samples

if TYPE_CHECKING:
    from .walk import Walk

BOXES = range(1, 8)


def _box(w: Walk) -> int:
    return w.random.choice(BOXES)


def _hand(w: Walk) -> int:
    return w.random.choice([1, 1, 1, 2, 3])


def _wrong_draw(w: Walk) -> Outcome:
    return w.card(after_ms=w.random.choice([100, 1000, 3000]))


def _stale(w: Walk) -> Outcome:
    old = w.random.choice(w.steps[-30:])[0].input
    if isinstance(old, cmd.Command):
        return w.put(old)
    return w.put(cmd.Next(box=_box(w), hand=1, token="next/1/3.1/77"))


def _press_any(w: Walk) -> Outcome:
    if not w.allowed:
        return w.put(cmd.FloorCalled())
    return w.press(w.random.choice(w.allowed).slot, rid=f"r{w.random.randrange(400)}")


def _double_tap(w: Walk) -> Outcome:
    if not w.allowed:
        return w.put(cmd.FloorCalled())
    choice = w.random.choice(w.allowed)
    w.put(choice.command)
    return w.put(choice.command, after_ms=w.random.choice([40, 150, 400]))


def _anything(w: Walk) -> Outcome:
    """Any input that there is, new ones too."""
    kind = w.random.choice(KINDS_OF_INPUT)
    return w.put(w.random.choice(list(samples(w.state, w.seal("7h"), (kind,)))))


def _repeat(w: Walk) -> Outcome:
    old = w.random.choice(w.steps[-20:])[0].input
    if isinstance(old, fact.Reading):
        return w.put(old)
    return w.put(fact.TimerFired(timer="deal_gap/1"))


def _answer_any(w: Walk) -> Outcome:
    if not w.open:
        return w.put(cmd.FloorCalled())
    return w.clear(w.random.choice(w.open))


def _timer(w: Walk) -> Outcome:
    if not w.play.timers:
        return w.put(fact.TimerFired(timer="gone/1"))
    return w.put(fact.TimerFired(timer=w.play.timers[-1].id))


def _key(w: Walk) -> Outcome:
    key = w.random.choice(["next", "next", "last_card", "turned", "floor", "other"])
    return w.put(cmd.KeyPressed(key=key), after_ms=w.random.choice([100, 1000]))


def _last_card(w: Walk) -> Outcome:
    what = w.random.choice(["box", "double", "split", "error", "error_seen", "face_up", "not_this"])
    return w.put(cmd.LastCard(what=what))


def _decide(w: Walk) -> Outcome:
    return w.put(w.random.choice(decisions(_box(w), _hand(w))))


def decisions(box: int, hand: int) -> list[Input]:
    return [
        cmd.Next(box=box, hand=hand),
        cmd.Hit(box=box, hand=hand),
        cmd.Double(box=box, hand=hand),
        cmd.Split(box=box, hand=hand),
        cmd.Surrender(box=box, hand=hand),
        cmd.Rescue(box=box, hand=hand),
        cmd.CardTaken(box=box, hand=hand),
    ]


def _lost(w: Walk) -> Outcome:
    return w.lose()


def _shuffler_says(w: Walk) -> Outcome:
    return w.reading(fact.ShuffleDone, "shuffler", order=w.random.randrange(5), cards=288)


def _wheel_says(w: Walk) -> Outcome:
    return w.reading(fact.SpinDone, "wheel", order=w.random.randrange(5), section="25")


def _order_says(w: Walk) -> Outcome:
    answer = w.random.choice(["accepted", "rejected", "never_seen", "unknown", "running", "done"])
    order = w.random.choice(w.state.orders) if w.state.orders else None
    device = "wheel" if order and order.kind == "spin" else "shuffler"
    wire = order.wire if order else 9
    return w.put(fact.OrderAnswered(device=device, boot="b", order=wire, answer=answer))


def _service(w: Walk) -> Outcome:
    name = w.random.choice(DEVICES)[0]
    return w.floor(cmd.OutOfService(device=name, out=w.random.random() < 0.5, reason="test"))


def _restart(w: Walk) -> Outcome:
    return w.put(fact.Started(devices=DEVICES))


def _void(w: Walk) -> Outcome:
    return w.floor(cmd.RoundVoided(reason="test"), rank="casino_supervisor")


NOISE: tuple[Callable[[Walk], Outcome], ...] = (
    *[_wrong_draw] * 4,
    *[_stale] * 3,
    *[_press_any] * 6,
    *[_decide] * 4,
    *[_double_tap] * 3,
    *[_anything] * 2,
    *[_last_card] * 4,
    *[_key] * 3,
    *[_answer_any] * 3,
    lambda w: w.peek(w.random.random() < 0.1),
    lambda w: w.put(cmd.LastCard(what="shown")),
    lambda w: w.put(cmd.LayoutCleared()),
    lambda w: w.put(cmd.MenuAsked(menu="last")),
    lambda w: w.put(cmd.Undo()),
    lambda w: w.put(cmd.Turned()),
    lambda w: w.put(cmd.DealOk()),
    lambda w: w.put(cmd.MatchDone()),
    lambda w: w.put(cmd.BoxSet(box=_box(w), lit=w.random.random() < 0.5)),
    lambda w: w.put(cmd.BoxSkipped(box=_box(w), deal_pass=w.random.randint(0, 3))),
    lambda w: w.put(cmd.BurnReported(made=w.random.random() < 0.5)),
    lambda w: w.put(cmd.DealerMissed()),
    lambda w: w.put(cmd.BoxesConfirmed(boxes=w.play.boxes)),
    lambda w: w.put(cmd.OfferAnswered(irr="", box=_box(w), hand=1, takes=False)),
    lambda w: w.put(cmd.Insured(box=_box(w), on=True, cents=None)),
    lambda w: w.put(cmd.FloorCalled()),
    lambda w: w.put(cmd.ShuffleAsked()),
    lambda w: w.put(cmd.CutPlaced()),
    lambda w: w.reading(fact.SeatButtonPressed, "wheel", box=_box(w)),
    lambda w: w.reading(fact.WagerSensed, "wheel", box=_box(w), on=w.random.random() < 0.7),
    lambda w: w.reading(fact.ShoeOpened, "shoe"),
    lambda w: w.reading(fact.CoverCardSeen, "shoe"),
    lambda w: w.reading(fact.CardsTakenIn, "shuffler", cards=w.random.randrange(30)),
    lambda w: w.reading(fact.ShuffleFaulted, "shuffler", order=0, reason="jam"),
    lambda w: w.reading(fact.ReaderFaulted, "reader", reason="no answer"),
    lambda w: w.reading(fact.UnknownEvent, "wheel", code=200),
    _repeat,
    _timer,
    _lost,
    _shuffler_says,
    _wheel_says,
    _order_says,
    _service,
    _restart,
    _void,
)
