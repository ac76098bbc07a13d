"""Hidden until placed: pairs of deals that differ in the hole card only (console/README 1.1).

Before a correct DEAL OK nothing that leaves the process may depend on it: what is allowed, each
outcome with its exposures, the irregularities, the levels, the dealer's page, refusals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.sealed import Sealed, Slot
from controller.domain.views.view import TableName
from controller.procedure.guide.levels import levels
from controller.procedure.guide.next_step import next_step
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input
from controller.view.dealer import dealer_view
from controller.view.floor import floor_view
from controller.view.frame import Frame
from controller.view.layout import boxes as layout
from controller.view.sign import sign_view
from tests.kit.evening import Evening, house

CARDS = [
    "8c",
    "9d",
    "6h",
    "3s",
    "7d",
    "5c",
    "Jd",
    "Qc",
    "5h",
    "9c",
    "5s",
    "Kd",
    "8h",
    "2c",
    "4d",
    "7s",
    "9h",
    "3d",
    "6c",
    "2s",
    "8s",
    "5d",
    "4h",
]
Slip = Callable[[int], tuple[tuple[int, ...], list[str], list[Input]]]


class Beside:
    """Knows each face by the card's id; the seals themselves all look alike."""

    def __init__(self) -> None:
        self.faces: dict[int, str] = {}

    def open(self, card: int, seal: Sealed) -> tuple[str, bytes]:
        return self.faces[card], b"k"

    def ask(
        self, question: str, cards: tuple[Slot, ...], counts: tuple[tuple[str, int], ...]
    ) -> bool:
        return False


class Blank(Evening):
    def __init__(self, at: House | None = None) -> None:
        self.beside = Beside()
        super().__init__(at)
        self.vault = self.beside

    def seal(self, code: str) -> Sealed:
        self.beside.faces[(self.seq + 1) << 8] = code
        return Sealed(b"sealed", b"w")


def deal(boxes: int, hole: str) -> list[str]:
    """The cards as they leave the shoe for so many boxes: two rounds, up card, hole card."""
    return [*CARDS[: 2 * boxes + 1], hole]


def told(evening: Evening) -> Iterator[object]:
    """Everything that could leave the process after this step."""
    _, step = evening.steps[-1]
    yield step.outcome
    yield step.boundary is None
    yield [(c.slot, c.command, c.token) for c in evening.allowed]
    yield evening.open
    yield levels(evening.state, evening.house)
    frame = Frame(seq=evening.seq, at=evening.mono, table=TableName(id="T1", pack="MA"))
    yield dealer_view(evening.state, evening.house, frame)
    yield floor_view(evening.state, evening.house, frame)
    yield sign_view(evening.state, evening.house, frame)


def wrong_presses(evening: Evening, boxes: tuple[int, ...]) -> list[Input]:
    """What a dealer who has not looked may press, a reader and a slow hand included."""
    return [
        cmd.DealOk(),
        cmd.KeyPressed(key="next"),
        cmd.KeyPressed(key="turned"),
        cmd.Turned(),
        cmd.Next(box=boxes[0], hand=1),
        cmd.MatchDone(),
        cmd.LastCard(what="box"),
        cmd.FloorCalled(),
        fact.TimerFired(timer=evening.timer("deal_gap") or "x/1"),
    ]


def assumed(n: int, extra: int) -> Slip:
    """So many boxes are dealt, others are lit; one tap a box cures it."""

    def slip(_: int) -> tuple[tuple[int, ...], list[str], list[Input]]:
        real, lit = tuple(range(1, n + 1)), tuple(range(1, n + extra + 1))
        taps: list[Input] = [cmd.BoxSet(box=b, lit=b in real) for b in sorted({*real} ^ {*lit})]
        return lit, [], taps

    return slip


def burn_missing(n: int) -> tuple[tuple[int, ...], list[str], list[Input]]:
    """The first card was booked as the burn and is box 1's."""
    return tuple(range(1, n + 1)), [], [cmd.BurnReported(made=False)]


def burn_unannounced(n: int) -> tuple[tuple[int, ...], list[str], list[Input]]:
    return tuple(range(1, n + 1)), ["7c"], [cmd.BurnReported(made=True)]


def skipped(n: int) -> tuple[tuple[int, ...], list[str], list[Input]]:
    return tuple(range(1, n + 1)), [], [cmd.BoxSkipped(box=n, deal_pass=2)]


SLIPS: list[tuple[str, int, Slip]] = [
    *[(f"{n} dealt, {n + e} lit", n, assumed(n, e)) for n in range(1, 8) for e in (-1, 1, 2)
      if 1 <= n + e <= 7],
    *[(f"{n} dealt, burn not made", n, burn_missing) for n in range(1, 8)],
    *[(f"{n} dealt, burn not announced", n, burn_unannounced) for n in range(1, 8)],
    *[(f"{n} dealt, one passed over", n, skipped) for n in range(1, 8)],
]  # fmt: skip


def begin(kind: Slip, n: int, hole: str) -> tuple[Blank, list[Input], list[str]]:
    lit, before, taps = kind(n)
    evening = Blank()
    cards = [*before, *deal(n, hole)]
    if kind is skipped:
        cards.pop(2 * n)  # the box that was passed over has no second card
    if kind is burn_missing:
        evening.open_table()
        evening.shuffled()
    else:
        evening.later()
    evening.lit(*lit)
    return evening, taps, cards


@pytest.mark.clause("MA house.deal-ok")
@pytest.mark.parametrize(("name", "n", "kind"), SLIPS, ids=[s[0] for s in SLIPS])
def test_slip_tells_nothing_of_the_hole_card(name: str, n: int, kind: Slip) -> None:
    """Two runs with another hole card are told alike up to a correct DEAL OK, presses included."""
    runs = []
    for hole in ("As", "5c"):
        evening, taps, cards = begin(kind, n, hole)
        said: list[object] = []
        for code in cards:
            evening.draw(code)
            said += told(evening)
        if kind is not burn_missing:
            evening.peek(False)
            said += told(evening)
        for press in wrong_presses(evening, evening.play.boxes):
            evening.put(press)
            said += told(evening)
        for tap in taps:
            evening.put(tap)
            said += told(evening)
        runs.append(said)

    assert runs[0] == runs[1]


@pytest.mark.clause("MA house.deal-ok")
@pytest.mark.parametrize(("name", "n", "kind"), SLIPS, ids=[s[0] for s in SLIPS])
def test_slip_is_cured_by_a_correction_that_is_offered(name: str, n: int, kind: Slip) -> None:
    """The right taps stand among those offered and lead to the deal as it lies."""
    evening, taps, cards = begin(kind, n, "4c")
    for code in cards:
        evening.draw(code)

    for tap in taps:
        assert tap in [c.command for c in evening.allowed]
        evening.put(tap)
    if evening.play.doubt:
        evening.put(cmd.BoxesConfirmed(boxes=evening.play.boxes))
    outcome = evening.press("act1")

    assert outcome.verdict == "accepted"
    right = cards[1:] if kind is burn_unannounced else cards
    assert [h.box for h in evening.play.hands] == list(range(1, n + 1))
    assert [evening.hand(b)[0] for b in range(1, n + 1)] == right[:n]
    assert [s.face for s in evening.play.dealer] == [right[n], None]


@pytest.mark.clause("MA 7.i~4")
def test_correct_deal_tells_nothing_of_the_hole_card_before_turned() -> None:
    """MA 7.i~4: up As, hole 7d or another; the reader's "no" is all that is told.

    Source: console/README 1.3.
    """
    runs = []
    for hole in ("7d", "6s", "3h"):
        evening = Blank()
        evening.later().lit(1, 3, match={3: None})
        said: list[object] = []
        for code in ["5c", "9d", "As", "6h", "9c", hole]:
            evening.draw(code)
            said += told(evening)
        for act in ("act1", "act1"):
            evening.press(act)
            said += told(evening)
        evening.peek(False)
        assert next_step(evening.state, evening.house).hint == "No Blackjack."
        said += told(evening)
        evening.draw("7s")
        said += told(evening)
        evening.put(cmd.LastCard(what="double"))
        said += told(evening)
        runs.append(said)

    assert runs[0] == runs[1] == runs[2]


@pytest.mark.clause("MA 7.b~3")
def test_hole_card_is_an_unknown_card_to_every_page_while_players_decide() -> None:
    """MA 7.b~3: no reader, up Kd; all is told alike with As and with 2c in the hole."""
    runs = []
    for hole in ("As", "2c"):
        evening = Blank(house(**{"deal.variant": "hole_card"})).later().lit(1, 3)
        said: list[object] = []
        evening.draw("5c 9d Kd 6h 9c", hole)
        for act in ("act1", "act3"):
            evening.press(act)
            said += told(evening)
        evening.draw("7s")
        said += told(evening)
        assert layout.dealer_hand(evening.state, evening.house).cards == ("Kd", "back")
        runs.append(said)

    assert runs[0] == runs[1]


@pytest.mark.clause("MA house.deal-ok")
def test_more_than_twice_as_many_boxes_lit_shows_no_up_card_after_a_question() -> None:
    """One box dealt, three lit: the count that fits later would show the hole card as up card."""
    evening = Evening().later().lit(1, 2, 3)
    evening.draw("8c Kd 5h As")
    evening.fire("deal_gap")

    evening.draw("2c 3c 4c 5c")

    assert all(s.face is None for s in evening.play.dealt)
    assert evening.offered("act1") is None


def test_reader_used_before_deal_ok_is_withheld_without_a_hold() -> None:
    evening = Evening().opened().lit(1)
    evening.draw("8c Kd 5h As")

    outcome = evening.peek(True)

    assert outcome.raised == ()
    assert evening.held == ""
    evening.press("act1")
    assert evening.play.peek_given
    assert evening.play.round == "turn_due"


def test_reader_used_before_deal_ok_with_a_low_up_card_is_told_at_deal_ok() -> None:
    evening = Evening().opened().lit(1)
    evening.draw("8c 7d 5h As")
    evening.peek(False)

    outcome = evening.press("act1")

    assert [r.kind for r in outcome.raised] == ["reader_used"]
    assert evening.play.peek is None
