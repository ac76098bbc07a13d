"""Each promise sees its break, planted into a plain round: a row left out, a state changed."""

from __future__ import annotations

import pytest

from controller.audit.watchers import told
from controller.audit.watchers.asked import Asked
from controller.audit.watchers.bounds import Bounds
from controller.audit.watchers.frame import Watch, Watcher
from controller.audit.watchers.no_blame import NoBlame
from controller.audit.watchers.once import Once
from controller.audit.watchers.told_money import ToldMoney
from controller.bench import promises
from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.domain.views.view import NextStep
from controller.domain.wagers import Wager
from controller.procedure.state.inputs import Raised
from tests.kit.evening import DEVICES, Evening, house
from tests.kit.shown import page

from .shift import played
from .test_watchers import Move, after, moves, of, outcome

ALL: dict[str, Watcher] = {
    "asked": lambda: Asked().see,
    "once": lambda: Once().see,
    "bounds": lambda: Bounds().see,
    "told_money": lambda: ToldMoney().see,
    "no_blame": lambda: NoBlame().see,
}


@pytest.fixture(scope="module")
def plain() -> list[Move]:
    on = Evening().opened()
    played(on)
    on.draw("2c", after_ms=6000)
    return moves(on)


def found(rows: list[Move], name: str) -> list[str]:
    watch = Watch(house(), {name: ALL[name]})
    return [f.text for before, st, step in rows for f in watch.look(st.seq, before, st, step)]


@pytest.mark.parametrize("name", ALL)
def test_plain_round_keeps_every_promise(plain: list[Move], name: str) -> None:
    assert found(plain, name) == []


def test_hands_whose_turns_nobody_saw_are_told_as_never_asked(plain: list[Move]) -> None:
    """The line never stood at them: all rows between DEAL OK and the turn are left out."""
    n = next(n for n, m in enumerate(plain) if isinstance(m[1].input, cmd.Turned))

    assert all("never asked" in text for text in found(plain[n:], "asked"))
    assert found(plain[n:], "asked")


def test_wager_that_no_page_asked_to_pay_or_take_is_told(plain: list[Move]) -> None:
    """The rows whose pages show the settlement are left out."""
    unseen = [m for m in plain if m[2].state.play.round != "settled"]

    assert any("asked 0 times" in text for text in found(unseen, "once"))


def test_settlement_that_no_page_could_show_is_no_broken_promise() -> None:
    """Its last card and the next deal's first one were kept while a device was waited for.

    A hand had gone over before it, and its chips were taken.
    """
    on = Evening().opened().lit(3, 5)
    on.draw("9c 9h 6s 4h Kh 8d")
    on.press("act1")
    on.draw("Qd")
    on.press("act7")
    on.put(fact.Started(devices=DEVICES))
    on.draw("7c")
    on.draw("2c", after_ms=6000)
    for name, role in DEVICES:
        on.hello(name, role)

    assert (on.play.number, on.play.round) == (2, "dealing")
    assert found(moves(on), "once") == []


def test_hands_that_drew_while_a_device_was_waited_for_were_asked() -> None:
    """Two cards were kept: the first left a total that stands, the second was the next hand's."""
    on = Evening().opened().lit(3, 5)
    on.draw("5c 9h 6s Kh 4d 8d")
    on.press("act1")
    on.put(fact.Started(devices=DEVICES))
    on.draw("3c")
    on.draw("Qd")
    for name, role in DEVICES:
        on.hello(name, role)
    on.press("act7")
    on.draw("7c")

    assert (on.hand(3), on.hand(5)) == (["5c", "Kh", "3c"], ["9h", "4d", "Qd"])
    assert found(moves(on), "asked") == []


def test_wager_that_is_asked_for_again_is_told(plain: list[Move]) -> None:
    """The match wagers stand in the line once more, after it was gone."""
    n = next(n for n, m in enumerate(plain) if isinstance(m[1].input, cmd.MatchDone))
    again = [*plain[: n + 1], plain[n - 1], *plain[n:]]

    assert any("match" in text and "asked 2 times" in text for text in found(again, "once"))


def test_side_wager_above_its_main_wager_is_told(plain: list[Move]) -> None:
    """MA 6.b.1."""
    n = next(n for n, m in enumerate(plain) if of(fact.CardDrawn, "dealing")(m))
    mains = tuple(w for w in plain[n][2].state.play.wagers if w.kind == "main")
    wagers = (*(replace(w, cents=500) for w in mains), Wager(mains[0].box, "", "match", 1500))

    assert any(
        "More than the main wager" in t for t in found([after(plain[n], wagers=wagers)], "bounds")
    )


def test_round_that_is_off_and_shows_a_taking_is_told(plain: list[Move]) -> None:
    n = next(n for n, m in enumerate(plain) if m[2].state.play.round == "settled")
    dead = tuple(replace(h, dead=True) for h in plain[n][2].state.play.hands)

    assert any("shows a taking" in t for t in found([after(plain[n], hands=dead)], "told_money"))


def test_card_that_the_line_asked_for_and_that_is_called_an_error_is_told(
    plain: list[Move],
) -> None:
    n = next(n for n, m in enumerate(plain) if of(fact.CardDrawn, "deciding")(m))
    blamed = outcome(plain[n], raised=(Raised("1/card_drawn_in_error/0", "card_drawn_in_error"),))

    assert any("card_drawn_in_error" in text for text in found([*plain[:n], blamed], "no_blame"))


def test_blame_for_a_card_that_the_hint_said_closes_the_round_is_told(plain: list[Move]) -> None:
    blamed = outcome(plain[-1], raised=(Raised("1/card_drawn_in_error/0", "card_drawn_in_error"),))

    (text,) = found([*plain[:-1], blamed], "no_blame")
    assert text.endswith("card_drawn_in_error was raised")
    assert "Next card closes" in text


def test_words_of_the_line_are_read_as_a_dealer_reads_them() -> None:
    view = replace(
        page(Evening().opened()),
        next_step=NextStep(
            text="Match: pay 7 3, take 4",
            hint='Say "Blackjack". Pay 5 $1,150, cards in. Box 2: take $5, return $5.',
        ),
    )

    assert set(told.by_line(view)) == {
        told.Told(7, "match", "pay"),
        told.Told(3, "match", "pay"),
        told.Told(4, "match", "take"),
        told.Told(5, "main", "pay"),
        told.Told(2, "main", "take", part=True),
        told.Told(2, "main", "back", part=True),
    }


def test_prizes_of_a_wheel_are_told_apart_by_their_amounts() -> None:
    """A box that spins twice is paid twice; a share stands beside the jackpot that waits."""
    view = replace(
        page(Evening().opened()),
        next_step=NextStep(
            text="Box 2: jackpot $10,508.50, box 6 $75, take box 4 $25. Floor",
            hint="Pay box 6 $50. Pay box 6 $50.",
        ),
    )

    assert told.by_line(view) == {
        told.Told(6, told.WHEEL, "pay", amount="$75"): 1,
        told.Told(4, told.WHEEL, "take", amount="$25"): 1,
        told.Told(6, told.WHEEL, "pay", amount="$50"): 2,
    }


def test_what_counts_no_longer_is_read_as_turned_back() -> None:
    view = replace(
        page(Evening().opened()),
        next_step=NextStep(
            text="Next card → box 3",
            hint="No longer: box 5 pay $15, box 4 2nd hand take. Now: box 4 match take $5.",
        ),
    )

    assert set(told.by_line(view)) == {
        told.Told(5, "main", "pay", undone=True),
        told.Told(4, "main", "take", 2, undone=True),
        told.Told(4, "match", "take"),
    }


def test_part_of_what_lies_there_is_read_by_its_amount_and_by_its_words() -> None:
    """Nothing else says whether an amount is all that a hand has there, of all who are on it."""
    view = replace(
        page(Evening().opened()),
        next_step=NextStep(
            text="Turn hole card",
            hint="Now: box 5 take $5, box 4 take $5, box 3 take one wager, box 2 back half, "
            "box 6 take $10, box 6 B take $25, box 7 B take $25.",
        ),
    )

    lies = {(7, 1): 3500, (6, 1): 3500, (5, 1): 750, (4, 1): 500}
    assert set(told.by_line(view, lies)) == {
        told.Told(7, "main", "take", part=True),
        told.Told(6, "main", "take"),
        told.Told(5, "main", "take", part=True),
        told.Told(4, "main", "take"),
        told.Told(3, "main", "take", part=True),
        told.Told(2, "main", "back", part=True),
    }


def test_jackpot_and_do_not_pay_ask_for_nothing() -> None:
    view = replace(
        page(Evening().opened()),
        next_step=NextStep(
            text="Box 5: jackpot $5,000. Floor", hint='Say "Blackjack". Do not pay: 5.'
        ),
    )

    assert not told.by_line(view)


def test_every_promise_runs_wherever_the_bench_deals() -> None:
    assert set(ALL) <= {*promises.PROMISES}
