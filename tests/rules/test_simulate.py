"""The rules-only simulator: deterministic, fast, and near the published house edges."""

from __future__ import annotations

import argparse
import random
from collections import Counter
from pathlib import Path

import pytest

from controller.cli.texts import simulate
from controller.errors import ConfigError, PackError
from controller.rules import pack as packs
from controller.rules.simulate import run, strategy
from controller.rules.simulate.reckon import Dealer, Hand, bonus_line, box_net
from controller.rules.simulate.terms import BONUS_LINES, STAKE_CENTS, Terms, terms
from tests.long_runs import in_the_suite

EVEN = ["--option", "split_two_card_21_v_drawn_21=even_money"]
"""What the published figures assume of a split two-card 21."""


def parsed(*argv: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    simulate.add_arguments(parser)
    return parser.parse_args(argv)


def cards(text: str) -> list[int]:
    return [4 * "A23456789JQK".index(c[0]) + "shdc".index(c[1]) for c in text.split()]


def table(pack: str, decks: int = 6) -> run.Table:
    return simulate.table_of(parsed("--pack", pack, "--decks", str(decks)), pack)


@pytest.mark.parametrize("name", ["S17", "H17", "H17R"])
def test_a_published_strategy_has_a_cell_for_every_hand_it_can_meet(name: str) -> None:
    """A hole in the table would be played as a hit or a stand, unseen."""
    book = strategy.load(name)

    assert all(book.hard[total] for total in range(4, 21))
    assert [row for row in book.soft[12:21] if row is strategy.HIT_ROW] == []
    assert [row for row in book.pair[1:11] if row is strategy.STAND_ROW] == []


@pytest.mark.parametrize(
    ("name", "place", "cell"),
    [
        ("S17", ("hard", 15, 2), (strategy.STAND, 5, strategy.SPADE_678)),
        ("S17", ("pair", 7, 5), (strategy.SPLIT, 99, strategy.SUITED_SEVENS)),
        ("H17", ("hard", 17, 9), (strategy.SURRENDER, 99, 0)),
        ("H17R", ("doubled_soft", 18, 2), (strategy.DOUBLE, 99, 0)),
        ("S17", ("doubled_hard", 16, 7), (strategy.SURRENDER, 99, 0)),
    ],
)
def test_a_cell_says_action_cards_and_mark(
    name: str, place: tuple[str, int, int], cell: strategy.Cell
) -> None:
    """`S5"` = stand; hit with five cards, or with two that may become 6-7-8 of spades."""
    section, total, column = place

    assert getattr(strategy.load(name), section)[total][column] == cell


@pytest.mark.parametrize(
    ("mark", "hand", "holds"),
    [
        (strategy.ANY_678, "6h 8d", True),
        (strategy.ANY_678, "6h 6d", False),
        (strategy.ANY_678, "6h 9d", False),
        (strategy.SUITED_678, "7h 8h", True),
        (strategy.SUITED_678, "7h 8d", False),
        (strategy.SPADE_678, "7s 8s", True),
        (strategy.SPADE_678, "7h 8h", False),
        (strategy.SUITED_SEVENS, "7h 7h", True),
        (strategy.SUITED_SEVENS, "7h 7d", False),
    ],
)
def test_a_mark_holds_while_the_bonus_is_possible(mark: int, hand: str, holds: bool) -> None:
    """The chart hits such hands for the bonus 21."""
    first, second = cards(hand)

    assert strategy.mark_holds(mark, first, second) is holds


def test_an_unknown_strategy_is_refused_with_the_known_ones() -> None:
    """A typo names what there is."""
    with pytest.raises(PackError, match="H17, H17R, S17"):
        strategy.load("S18")


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("6h 7d 8c", "bonus_678_mixed"),
        ("8h 6h 7h", "bonus_678_suited"),
        ("6s 7s 8s", "bonus_678_spades"),
        ("7h 7d 7c", "bonus_777_mixed"),
        ("7h 7h 7h", "bonus_777_suited"),
        ("7s 7s 7s", "bonus_777_spades"),
        ("2h 3d 4c 5s 7h", "bonus_five_cards"),
        ("2h 2d 3c 3s 4h 7d", "bonus_six_cards"),
        ("2h 2d 2c 2s 3h 3d 7c", "bonus_seven_cards"),
        ("Ah Ad 2c 2s 3h 3d 3c 6h", "bonus_seven_cards"),
        ("Kh 5d 6c", None),
        ("5h 5d 5c 6h", None),
    ],
)
def test_a_drawn_21_finds_its_bonus_line(hand: str, line: str | None) -> None:
    """Exact cards decide, in any order."""
    found = bonus_line(cards(hand))

    assert (None if found is None else BONUS_LINES[found]) == line


@pytest.fixture(scope="module")
def ma() -> Terms:
    return terms(packs.load("massachusetts"))


def test_a_late_dealer_blackjack_takes_one_original_wager(ma: Terms) -> None:
    """Without a reader's answer, doubles and splits go back (MA 9.c, MA 10.d)."""
    first, second = Hand(cards("8h Kd"), split=True), Hand(cards("8d 3c 9h"), split=True)
    second.added = second.last = ma.stake

    assert box_net(ma, [first, second], Dealer(Hand(cards("Kh As")))) == -ma.stake


def test_the_same_seed_gives_the_same_result_for_any_number_of_jobs() -> None:
    """A published figure can be dealt again (issue 3)."""
    args = ("--pack", "maryland", "--rounds", "60000", "--seed", "7")
    one, parts = table("maryland"), simulate.blocks(60_000, "7")

    def work(part: tuple[str, int]) -> run.Tally:
        return simulate.deal(one, part)

    total = simulate.gather(work, parts, jobs=1, rounds=60_000)

    assert parsed(*args).seed == "7"
    assert sum(size for _, size in parts) == 60_000
    assert len(parts) > 1
    assert total.rounds == 60_000
    assert total.nets == simulate.gather(work, parts[::-1], jobs=1, rounds=60_000).nets


def test_two_jobs_deal_what_one_deals(capsys: pytest.CaptureFixture[str]) -> None:
    """Processes change the time, not the result."""
    said = []
    for jobs in ("1", "2"):
        simulate.main(
            parsed("--pack", "boston-billiard", "--decks", "8", "--rounds", "60000", "--jobs", jobs)
        )
        said.append(capsys.readouterr().out.splitlines()[2:])

    assert said[0] == said[1]


def test_every_card_is_dealt_once_between_two_shuffles() -> None:
    """A shoe is dealt from the front and shuffled whole."""
    seen: list[list[int]] = []

    def look(shoe: list[int]) -> None:
        seen.append(sorted(shoe))
        random.Random(len(seen)).shuffle(shoe)

    run.simulate(table("massachusetts"), 200, look)

    assert len(seen) > 2
    assert all(Counter(shoe) == Counter(dict.fromkeys(range(48), 6)) for shoe in seen)


EDGES = {
    ("massachusetts", 6): 0.3697,
    ("maryland", 8): 0.4202,
    ("massachusetts", 8): 0.3842,
    ("maryland", 6): 0.4016,
}
"""House edge, % of the original wager, published rules; the long run is `make edge`."""


@pytest.mark.slow
@pytest.mark.parametrize(("pack", "decks"), in_the_suite(2, EDGES))
def test_house_edge_lies_within_three_standard_errors(pack: str, decks: int) -> None:
    """Issue 3: the edge of outside engines, with a split two-card 21 at even money in both."""
    args = parsed("--pack", pack, "--decks", str(decks), *EVEN)
    one = simulate.table_of(args, pack)

    tally = simulate.deal(one, ("edge", 300_000))

    edge, error = tally.edge(STAKE_CENTS)
    assert abs(edge - EDGES[pack, decks]) <= 3 * error


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "expected"), [([], 0.079), (EVEN, 0.030)], ids=["defaults", "even money in both"]
)
def test_maryland_minus_massachusetts_on_the_same_cards(
    options: list[str], expected: float
) -> None:
    """Common random numbers tell neighbouring rules apart where a single edge cannot."""
    args = parsed("--pack", "massachusetts", *options)
    one, other = (simulate.table_of(args, name) for name in ("massachusetts", "maryland"))

    tally = simulate.deal_both(one, other, ("pair", 250_000))

    edge, error = tally.edge(STAKE_CENTS)
    assert error < 0.01
    assert abs(edge - expected) <= 3 * error


def test_a_frequency_agrees_with_exact_probability() -> None:
    """Player blackjack: 12/287 with 6 decks, exactly."""
    rounds = 200_000

    tally = simulate.deal(table("massachusetts"), ("bj", rounds))

    exact = 12 / 287
    error = (exact * (1 - exact) / rounds) ** 0.5
    assert abs(tally.events["player blackjack"] / rounds - exact) < 4 * error


def test_the_report_names_pack_strategy_seed_edge_and_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whoever reads it can deal it again."""
    simulate.main(parsed("--pack", "pure-21-5", "--rounds", "20000", "--seed", "s"))

    out = capsys.readouterr().out
    for said in ("pure-21-5", "H17R", "6 decks", "seed s", "house edge", "standard error"):
        assert said in out


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_a_plot_is_written(kind: str, tmp_path: Path) -> None:
    """`--plot FILE` writes a picture of the results."""
    pytest.importorskip("matplotlib")
    file = tmp_path / f"edge.{kind}"

    simulate.main(parsed("--pack", "maryland", "--rounds", "5000", "--plot", str(file)))

    assert file.stat().st_size > 5000


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("--pack", "maryland", "--decks", "7"), "no game of 7 decks"),
        (("--pack", "utah"), "no pack 'utah'"),
        (("--pack", "maryland", "--cut", "9"), "a share from 0 to 1"),
        (("--pack", "maryland", "--option", "lock"), "Write KEY=VALUE"),
        (("--pack", "maryland", "--option", "split_two_card_21_v_drawn_21=maybe"), "even_money"),
    ],
)
def test_what_cannot_be_simulated_is_refused(argv: tuple[str, ...], said: str) -> None:
    """The message names what is allowed."""
    with pytest.raises((ConfigError, PackError), match=said):
        simulate.main(parsed(*argv))
