"""Detectors: what disclosed cards give away, how often a fair shoe does, what they never see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod
from random import Random

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.cards import EVERY_CARD
from controller.domain.structs import replace
from controller.procedure.irregularities.detectors import Limits, disclosed, drawn
from controller.procedure.state.parts.detector_memory import Watch, next_shoe
from controller.procedure.state.whole import State
from controller.rules.pack import load, names
from tests.kit.evening import Evening, house

DECKS = 6
CARDS = DECKS * 48
NEVER = 99
QUIET = Limits(sequence=NEVER, rank=NEVER, suit=NEVER, repeat=NEVER)


def shoe(rng: Random) -> list[str]:
    faces = [card.code for card in EVERY_CARD] * DECKS
    rng.shuffle(faces)
    return faces


def alarms(faces: list[str], of: Limits, watch: Watch | None = None) -> Iterator[str]:
    """Draw and disclose a shoe card by card."""
    watch = watch or Watch()
    for n, face in enumerate(faces):
        watch, told = disclosed(drawn(watch, n, n), n, face, of)
        yield from told


def windows(n: int, chance: Callable[[int], float]) -> float:
    """Expected number of runs of at least `n` in a shoe: stretches less those that go on."""
    return (CARDS - n + 1) * chance(n) - (CARDS - n) * chance(n + 1)


def falling(copies: int, n: int) -> float:
    """That `n` given positions hold `n` cards of a class with so many copies, in order."""
    return prod((copies - i) / (CARDS - i) for i in range(n))


def of_rank(n: int) -> float:
    return 12 * falling(4 * DECKS, n)


def of_suit(n: int) -> float:
    return 4 * falling(12 * DECKS, n)


def in_sequence(n: int) -> float:
    """Up or down: each of the sequences has its own cards of each rank."""
    return 2 * (12 - n + 1) * prod(4 * DECKS / (CARDS - i) for i in range(n)) if n <= 12 else 0.0


RATES = {
    "rank": (Limits(NEVER, 4, NEVER, NEVER), windows(4, of_rank)),
    "suit": (Limits(NEVER, NEVER, 7, NEVER), windows(7, of_suit)),
    "sequence": (Limits(4, NEVER, NEVER, NEVER), windows(4, in_sequence)),
}


@pytest.mark.parametrize("what", RATES)
def test_fair_shoe_raises_runs_at_the_computed_rate(what: str) -> None:
    """Low thresholds, so that the rate can be seen; the formula is exact for any of them."""
    rng, shoes = Random(21), 200
    of, expected = RATES[what]

    seen = sum(sum(1 for _ in alarms(shoe(rng), of)) for _ in range(shoes))

    spread = (expected * shoes) ** 0.5
    assert abs(seen - expected * shoes) < 4 * spread


def test_sequence_of_an_earlier_shoe_is_found_at_the_computed_rate() -> None:
    """Two fair shoes: (cards - n + 1)^2 pairs of stretches, each alike with 1/48 a card."""
    rng, pairs, n = Random(22), 150, 3
    alike = [(CARDS - k + 1) ** 2 / 48**k for k in (n, n + 1)]
    expected = (alike[0] - alike[1]) * pairs

    seen = 0
    for _ in range(pairs):
        watch = Watch(faces="".join(shoe(rng)))
        told = alarms(shoe(rng), replace(QUIET, repeat=n), next_shoe(watch))
        seen += sum(1 for _ in told)

    assert abs(seen - expected) < 4 * expected**0.5


@pytest.mark.parametrize("name", names())
def test_default_thresholds_disturb_less_than_one_fair_shoe_in_a_thousand(name: str) -> None:
    rules = load(name).shoe
    rate = (
        windows(rules.unshuffled_sequence_cards.number, in_sequence)
        + windows(rules.unshuffled_rank_cards.number, of_rank)
        + windows(rules.unshuffled_suit_cards.number, of_suit)
        + 2 * CARDS**2 / 48**rules.unshuffled_repeat_cards.number
    )

    assert 0 < rate < 0.001


def test_new_deck_that_nobody_shuffled_is_told_at_once() -> None:
    new = sorted((card.code for card in EVERY_CARD), key=lambda code: code[1])

    found = list(alarms(new, Limits(7, 6, 11, 6)))

    assert "7 in sequence" in found
    assert "11 of a suit" in found


def test_order_of_an_earlier_shoe_is_told_when_it_comes_again() -> None:
    rng = Random(5)
    first, second = shoe(rng), shoe(rng)
    watch = next_shoe(Watch(faces="".join(first)))

    again = list(
        alarms(second[:40] + first[100:120] + second[40:80], replace(QUIET, repeat=6), watch)
    )

    assert again == ["6 as before"]


@pytest.mark.parametrize(
    ("two", "told"),
    [
        ("7c 8d", "2 in sequence"),
        ("8c 7d", "2 in sequence"),
        ("9c Jd", "2 in sequence"),
        ("Qc Kc", "2 in sequence"),
        ("Ac 2d", "2 in sequence"),
        ("7c 9d", ""),
        ("9c 7d", ""),
        ("7c 7d", ""),
        ("Kc Ad", ""),
        ("Ac Kd", ""),
    ],
)
def test_sequence_is_of_neighbouring_ranks_up_or_down(two: str, told: str) -> None:
    """Spanish decks: the jack comes after the nine; nothing goes round the ace."""
    of = replace(QUIET, sequence=2)

    assert list(alarms(two.split(), of)) == ([told] if told else [])


def test_run_that_goes_on_is_told_once() -> None:
    assert list(alarms(["2c", "2d", "2h", "2s", "2c", "9d"], Limits(NEVER, 3, NEVER, NEVER))) == [
        "3 of a rank"
    ]


def test_card_that_lies_face_down_ends_a_run_until_it_is_disclosed() -> None:
    """console/README 1.2: a face-down card is a gap and joins at its disclosure."""
    watch, told = Watch(), tuple[str, ...]()
    cards = ["2c", "2d", "2h", "2s", "2c"]
    for n in range(5):
        watch = drawn(watch, n, n)
    for n in (0, 1, 3, 4):
        watch, found = disclosed(watch, n, cards[n], Limits(NEVER, 5, NEVER, NEVER))
        told += found
    assert told == ()

    _, found = disclosed(watch, 2, cards[2], Limits(NEVER, 5, NEVER, NEVER))

    assert found == ("5 of a rank",)


# ---- at the table ----
def dealt(hole: str) -> Evening:
    """Four nines and an ace of spades face up, the hole card between them in the order drawn."""
    evening = Evening(house(**{"shoe.unshuffled_rank_cards": 4})).opened().lit(1, 3)
    evening.draw(f"5c 9d 9s 9h 9c {hole}")
    evening.press("act1")
    return evening


def kinds(evening: Evening) -> list[str]:
    return [i.kind for i in evening.open]


def test_unshuffled_run_is_amber_with_its_length() -> None:
    """A false alarm must not stop a game (house.slow-draw)."""
    evening = dealt("8d")

    assert kinds(evening) == ["unshuffled_run"]
    assert evening.open[0].about == "4 of a rank"
    assert evening.held == ""
    assert evening.rule("seen").verdict == "accepted"


def test_run_that_the_hole_card_would_make_longer_is_the_same_run() -> None:
    """No alarm tells a card that is down: the state is the same but for the seal."""
    one, two = dealt("9d"), dealt("8d")

    assert one.play.watch.faces == two.play.watch.faces
    assert kinds(one) == kinds(two)


def states(hole: str) -> list[State]:
    evening = Evening(house(**{"shoe.unshuffled_rank_cards": 4})).opened().lit(1, 3)
    evening.draw(f"5c 9d 2s 9h 9c {hole}")
    evening.press("act1")
    return [step.state for _, step in evening.steps]


def test_watch_of_the_table_is_the_same_for_any_hole_card_before_its_turn() -> None:
    """Detectors see disclosed cards only (controller/README 4)."""
    seen = {tuple(s.play.watch.faces for s in states(hole)) for hole in ("9s", "9d", "Ks", "2c")}

    assert len(seen) == 1


def test_run_is_told_when_the_hole_card_that_completes_it_is_turned() -> None:
    evening = Evening(house(**{"shoe.unshuffled_rank_cards": 4})).opened().lit(1)
    evening.draw("5c 9d 9h 9s")
    evening.press("act1")
    evening.draw("9c")
    assert kinds(evening) == []

    evening.press("act7")

    assert kinds(evening) == ["unshuffled_run"]


def test_reshuffle_after_a_run_ends_the_shoe_with_the_round() -> None:
    evening = dealt("8d")

    assert evening.rule("reshuffle", reason="a whole suit in order").verdict == "accepted"
    assert evening.play.shoe == "ready"
    evening.floor(cmd.RoundVoided(reason="end"), rank="casino_supervisor")
    evening.put(cmd.LayoutCleared(), after_ms=5000)

    assert str(evening.play.shoe) == "rest_due"


def test_slow_draw_inside_the_deal_is_noted_and_stops_nothing() -> None:
    evening = Evening().opened().lit(1, 3)
    evening.draw("5c 9d")

    evening.draw("2s", after_ms=25_000)

    assert [(i.kind, i.about) for i in evening.open] == [("slow_draw", "25 s")]
    assert evening.held == ""
    assert Evening().opened().lit(1).draw("5c", after_ms=90_000).raised == ()


def test_sensor_that_chatters_is_told_once() -> None:
    evening = Evening().opened()

    outcomes = [
        evening.reading(fact.WagerSensed, "wheel", box=3, on=bool(n % 2), after_ms=50)
        for n in range(9)
    ]

    assert [r.kind for o in outcomes for r in o.raised] == ["sensor_unsteady"]
    assert evening.rule("out_of_service").verdict == "accepted"
    assert evening.play.wheel_out


# ---- a silent reader ----
def peek_due() -> Evening:
    evening = Evening(house("massachusetts")).opened().lit(3)
    evening.draw("9c Ks 8h 8d")
    evening.press("act1")
    return evening


def waited_for(evening: Evening) -> list[str]:
    return [t.id for t in evening.play.timers if t.id.startswith("reader_answer/")]


def test_reader_that_does_not_answer_is_named_by_itself() -> None:
    """Nobody needs to report it; a try later it is waited for anew."""
    evening = peek_due()
    (timer,) = waited_for(evening)

    evening.put(fact.TimerFired(timer=timer))

    assert [(i.kind, i.about) for i in evening.open] == [("reader_fault", "no answer")]
    assert waited_for(evening) == []
    evening.rule("try_again")
    assert (evening.held, len(waited_for(evening))) == ("", 1)
    evening.peek(False)
    assert (evening.play.round, waited_for(evening)) == ("deciding", [])


def test_late_answer_ends_the_hold_over_a_silent_reader() -> None:
    evening = peek_due()
    evening.put(fact.TimerFired(timer=waited_for(evening)[0]))

    evening.peek(False)

    assert (evening.held, evening.open, evening.play.round) == ("", (), "deciding")


def test_reader_is_not_waited_for_while_the_table_is_held() -> None:
    evening = peek_due()
    evening.draw("2c")
    assert evening.held == "draw_with_peek_due"

    assert waited_for(evening) == []


@pytest.mark.parametrize("pack", names())
def test_slow_draw_begins_after_the_seconds_of_the_pack(pack: str) -> None:
    """`slow_draw_s = 20`: at twenty seconds nothing, a second later it is noted."""
    evening = Evening(house(pack)).opened()
    if evening.house.pack.deal.bank.value == "player_dealer":
        evening.put(cmd.BankSet(box=7, on=True))
    evening.lit(1, 3)
    evening.draw("9h")
    evening.draw("8d", after_ms=20_000)
    assert not evening.open

    evening.draw("7s", after_ms=21_000)

    (noted,) = evening.open
    assert (noted.kind, noted.about) == ("slow_draw", "21 s")
