"""Each watcher sees the one sequence that it watches for, planted into a plain round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from controller.audit.watchers import SEQUENCES, WATCHERS, Watch
from controller.bench import promises
from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.orders import Order
from controller.domain.sealed import Exposed, Sealed, Slot
from controller.domain.structs import replace
from controller.procedure.state.inputs import Edit, Outcome, Stamped
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import State, Step
from tests.kit.entries import amended
from tests.kit.evening import Evening, house

from .shift import disputed, played

HIDDEN = Slot(77, Sealed(b"seal", b"key"))
Move = tuple[State, Stamped, Step]


def moves(on: Evening) -> list[Move]:
    before, found = State(), []
    for stamped, step in on.steps:
        found.append((before, stamped, step))
        before = step.state
    return found


@pytest.fixture(scope="module")
def plain() -> list[Move]:
    """Round 1 with match, peek and spin, closed by the first card of round 2."""
    on = Evening().opened()
    played(on)
    on.draw("2c", after_ms=6000)
    return moves(on)


def findings(found: list[Move]) -> list[tuple[str, str]]:
    watch = Watch(house(), SEQUENCES)
    return [
        (f.watcher, f.text)
        for before, st, step in found
        for f in watch.look(st.seq, before, st, step)
    ]


def planted(plain: list[Move], at: Callable[[Move], bool], change: Callable[[Move], Move]) -> Any:
    """The findings when the first move of that kind happened otherwise."""
    n = next(n for n, move in enumerate(plain) if at(move))
    return findings([*plain[:n], change(plain[n])])


def of(kind: type, round_: str = "") -> Callable[[Move], bool]:
    """A move of that input; `round_` = where the play stood before it."""
    return lambda m: isinstance(m[1].input, kind) and (not round_ or m[0].play.round == round_)


def after(move: Move, **changes: Any) -> Move:
    """The move, its play changed."""
    before, st, step = move
    play = replace(step.state.play, **changes)
    return before, st, replace(step, state=replace(step.state, play=play))


def outcome(move: Move, **changes: Any) -> Move:
    before, st, step = move
    return before, st, replace(step, outcome=replace(step.outcome, **changes))


def test_a_plain_round_has_no_findings(plain: list[Move]) -> None:
    assert findings(plain) == []


def test_a_round_with_a_correction_and_a_ten_has_no_findings() -> None:
    on = Evening().opened()
    disputed(on)
    on.draw("2c", after_ms=6000)

    assert findings(moves(on)) == []


def test_a_card_to_a_player_before_the_peek_is_seen(plain: list[Move]) -> None:
    """MA 7.i~3."""

    def dealt(move: Move) -> Move:
        before, st, _ = move
        card = replace(st, input=fact.CardDrawn(device="shoe", boot="b", n=99, card=HIDDEN.seal))
        play = before.play
        hand = replace(play.hands[0], cards=(*play.hands[0].cards, HIDDEN))
        state = replace(before, play=replace(play, hands=(hand, *play.hands[1:])))
        return before, card, Step(state, Outcome("accepted"))

    assert planted(plain, of(fact.Peeked), dealt) == [
        ("player_card_before_peek", "a card went to a player while the peek was outstanding")
    ]


def test_a_deal_after_the_cover_cards_round_is_seen(plain: list[Move]) -> None:
    """MA 7.j: the cover card came in round 1, round 2 was dealt all the same."""
    n = next(n for n, m in enumerate(plain) if isinstance(m[1].input, cmd.DealOk))
    before = plain[n][0]
    cover = Stamped(
        9, 0, plain[n][1].mono, "shoe", fact.CoverCardSeen(device="shoe", boot="b", n=99)
    )
    came = (before, cover, Step(before, Outcome("accepted")))

    found = findings([*plain[:n], came, *plain[n:]])

    assert [w for w, _ in found] == ["deal_after_last_round"]


def test_a_face_opened_before_its_place_is_certain_is_seen(plain: list[Move]) -> None:
    """console/README 1: the first card of the deal was opened as it left the shoe."""

    def opened(move: Move) -> Move:
        card = move[2].state.play.dealt[0]
        return outcome(move, exposed=(Exposed(card.id, "8c", b""),))

    found = planted(plain, lambda m: bool(m[2].state.play.dealt), opened)
    assert {w for w, _ in found} == {"face_before_place"}


def test_the_up_card_shown_while_cards_are_due_is_seen(plain: list[Move]) -> None:
    found = planted(plain, of(fact.CardDrawn, "dealing"), lambda m: after(m, up_shown=True))

    assert found == [("face_before_place", "a face was shown before DEAL OK")]


def test_the_hole_card_opened_before_turned_is_seen(plain: list[Move]) -> None:
    """MA 7.i~2."""

    def opened(move: Move) -> Move:
        up, hole = move[2].state.play.dealer
        return after(move, dealer=(up, replace(hole, face="8d")))

    found = planted(plain, of(cmd.Next), opened)
    assert found == [("hole_before_turned", "the hole card was opened before TURNED")]


def test_a_hand_that_was_given_up_and_doubles_is_seen(plain: list[Move]) -> None:
    """MA 8.a: it was surrendered before, whatever a ruling on its cards has made of it."""

    def doubled(move: Move) -> Move:
        before, st, step = move
        hand, *others = before.play.hands
        was = replace(hand, surrendered=True)
        play = replace(before.play, hands=(was, *others))
        return after(
            (replace(before, play=play), st, step), hands=(replace(was, doubles=1), *others)
        )

    found = planted(plain, of(cmd.Next), doubled)

    assert ("given_up_goes_on", "box 1 hand 1 was given up and goes on") in found


def test_a_payment_without_a_clause_is_seen(plain: list[Move]) -> None:
    """controller/README 1.4."""

    def unnamed(move: Move) -> Move:
        payments = move[2].state.play.payments
        return after(move, payments=(*payments[:-1], replace(payments[-1], clause="")))

    found = planted(plain, of(cmd.Turned), unnamed)
    assert [w for w, _ in found] == ["payment_without_clause"]


def test_an_answer_of_the_reader_before_the_match_wagers_is_seen(plain: list[Move]) -> None:
    """MA 6.d."""
    found = planted(plain, of(cmd.DealOk), lambda m: after(m, peek_given=True))

    assert [w for w, _ in found] == ["match_before_peek"]


def closing(change: Callable[[Play], Play]) -> Callable[[Move], Move]:
    def changed(move: Move) -> Move:
        before, st, step = move
        return replace(before, play=change(before.play)), st, step

    return changed


def test_a_wager_that_nobody_paid_took_or_gave_back_is_seen(plain: list[Move]) -> None:
    """controller/README 1.6."""
    change = closing(lambda p: replace(p, payments=p.payments[:-1]))
    found = planted(plain, of(fact.CardDrawn, "settled"), change)

    assert [(w, t.partition(": ")[2]) for w, t in found] == [
        ("money_lost", "nothing was collected, paid or returned")
    ]


def test_a_chip_sensed_after_the_settlement_is_the_next_rounds_when_that_is_corrected() -> None:
    """controller/README 1.6: it was never staked on the round that is settled once more."""
    on = Evening().opened().lit(1, 4, main={1: 1000, 4: 1000})
    on.draw("6h 9c 9s 5h 9d 8d")
    on.press("act1")
    on.draw("Kc")
    for box in (1, 4):
        on.put(cmd.Next(box=box, hand=1))
    on.press("act7")
    on.reading(fact.WagerSensed, "wheel", box=4, on=True)
    wager = next(e for e in on.state.log if isinstance(e.input, cmd.WagerSet))
    right = cmd.WagerSet(box=1, kind="main", on=True, cents=2500)

    ruled = amended(on, Edit(wager.id, "instead", (right,)))
    sensed = {w.kind for w in on.play.wagers if w.box == 4}
    on.put(cmd.LayoutCleared(), after_ms=6000)

    assert (ruled.verdict, sensed) == ("accepted", {"main", "bonus_spin"})
    assert findings(moves(on)) == []


def test_a_stake_that_was_taken_in_part_is_seen(plain: list[Move]) -> None:
    """controller/README 1.6: box 3 staked 500 on Bonus Spin, 300 were collected."""

    def short(play: Play) -> Play:
        taken = [p for p in play.payments if (p.box, p.kind) == (3, "bonus_spin")]
        rest = tuple(p for p in play.payments if p not in taken)
        return replace(play, payments=(*rest, replace(taken[0], cents=300)))

    found = planted(plain, of(fact.CardDrawn, "settled"), closing(short))
    assert [t.partition(": ")[2] for _, t in found] == ["300 cents moved of 500 staked"]


def test_a_wager_that_was_paid_and_collected_is_seen(plain: list[Move]) -> None:
    def both(play: Play) -> Play:
        paid = next(p for p in play.payments if (p.box, p.kind) == (7, "match"))
        return replace(play, payments=(*play.payments, replace(paid, direction="take", cents=500)))

    found = planted(plain, of(fact.CardDrawn, "settled"), closing(both))
    assert [t.partition(": ")[2] for _, t in found] == ["it was paid and collected"]


def test_a_spin_without_a_blackjack_and_its_wager_is_seen(plain: list[Move]) -> None:
    """MA 16.d: box 1 has neither."""
    spin = Order("9/spin/1", "spin", "1", wire=77)
    found = planted(plain, of(cmd.Turned), lambda m: outcome(m, orders=(spin,)))

    assert [w for w, _ in found] == ["spin_without_cause"]


def test_a_pack_without_that_trigger_is_not_watched_for_it(plain: list[Move]) -> None:
    """Its spins have causes of their own."""
    spin = Order("9/spin/1", "spin", "1", wire=77)
    before, st, step = outcome(plain[-1], orders=(spin,))
    watch = Watch(house("massachusetts"), SEQUENCES)
    assert house("massachusetts").pack.wheel.spin_trigger.value == "none"

    assert watch.look(st.seq, before, st, step) == []


def test_a_shuffle_needs_no_blackjack(plain: list[Move]) -> None:
    shuffle = Order("9/shuffle/", "shuffle", "", wire=77)

    assert planted(plain, of(cmd.Next), lambda m: outcome(m, orders=(shuffle,))) == []


def test_an_answer_without_match_wagers_is_no_finding() -> None:
    on = Evening().opened().lit(1)
    on.draw("8c Qc 8h 7s")
    on.press("act1")
    on.draw("9c")
    on.peek(False)

    assert findings(moves(on)) == []


def test_an_order_released_twice_is_seen(plain: list[Move]) -> None:
    """controller/README 1.8."""
    pressed = next(m for m in plain if isinstance(m[1].input, fact.SeatButtonPressed))

    assert [w for w, _ in findings([pressed, pressed])] == ["order_twice"]


def test_a_refusal_that_moves_the_play_is_seen(plain: list[Move]) -> None:
    """procedure/README."""
    found = planted(plain, of(cmd.Double), lambda m: outcome(m, verdict="refused"))

    assert ("refusal_moves", "a refused input moved hands") in found
    assert {watcher for watcher, _ in found} == {"refusal_moves"}


def test_a_clock_that_goes_back_is_seen(plain: list[Move]) -> None:
    """controller/README 2."""

    def early(move: Move) -> Move:
        before, st, step = move
        return before, replace(st, mono=1), step

    assert [w for w, _ in planted(plain, of(cmd.Next), early)] == ["clock_back"]


def test_ruling_that_leads_nowhere_is_seen(plain: list[Move]) -> None:
    """controller/README 1.7: a deal is opened again that holds a hit, and no slip takes it."""

    def reopened(move: Move) -> Move:
        before, st, step = move
        shut = step.state.play
        cards = (*(s for h in shut.hands for s in h.cards), *shut.dealer)
        play = replace(shut, round="dealing", hands=(), dealer=(), dealt=(*cards, *cards))
        said = cmd.Ruled(irr="5/free_ruling/1", ruling="correct_cards", rank="floorperson")
        after = replace(step, state=replace(step.state, play=play))
        return before, replace(st, input=said), after

    found = planted(plain, of(cmd.Next), reopened)

    assert [t for w, t in found if w == "way_on" and "that no slip of it takes" in t]


def test_ruling_on_hands_that_leaves_them_as_they_were_is_seen(plain: list[Move]) -> None:
    """A player has gone, box 1 is ruled dead, and is played on all the same."""

    def ruled(move: Move) -> Move:
        before, st, step = move
        gone = Irregularity("5/player_gone/1", "player_gone", box=1)
        play = replace(before.play, irregularities=(gone,))
        said = cmd.Ruled(irr=gone.id, ruling="hand_dead", rank="casino_supervisor", reason="gone")
        return replace(before, play=play), replace(st, input=said), step

    found = planted(plain, of(cmd.Next), ruled)

    assert (
        "hand_is_as_ruled",
        "hand_dead was ruled on box 1 and did nothing to its hands",
    ) in found


def test_each_record_is_watched_anew(plain: list[Move]) -> None:
    """What a watcher remembers belongs to one record: a second run finds the same."""
    assert findings(plain) == findings(plain)
    assert all(WATCHERS[name]() is not None for name in WATCHERS)
    assert set(WATCHERS) <= set(promises.PROMISES)
