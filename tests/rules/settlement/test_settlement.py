"""Settlement as a whole: conservation, open amounts, rounding, shared boxes."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.domain import money
from controller.domain.cards import EVERY_CARD, cards
from controller.domain.settled import Cover, Initial, PlayedHand, PlayedRound
from controller.domain.structs import replace
from controller.domain.wagers import Amount, Payment, Wager
from controller.rules.decisions import doubles_all
from controller.rules.pack import Pack, apply_options, load, names
from controller.rules.settlement import net, settle

MA, MD, NH = "massachusetts-bonus-spin", "maryland", "boston-billiard"


CARD = st.sampled_from(EVERY_CARD)


def played(
    hands: str | tuple[PlayedHand, ...], wagers: tuple[Wager, ...], dealer: str = "9h Kd"
) -> PlayedRound:
    held = (PlayedHand(box=1, cards=cards(hands)),) if isinstance(hands, str) else hands
    return PlayedRound(decks=6, hands=held, wagers=wagers, dealer=cards(dealer))


def main(cents: int | None, box: int = 1, wagerer: str = "") -> Wager:
    return Wager(box, wagerer, "main", cents)


@st.composite
def rounds(draw: st.DrawFn) -> PlayedRound:
    """Any hands, marks and wagers: settlement does not ask how they came about."""
    hands: list[PlayedHand] = []
    wagers: list[Wager] = []
    first: list[Initial] = []
    for box in range(1, draw(st.integers(1, 4)) + 1):
        wagers.append(main(draw(st.integers(1, 9999)), box))
        if draw(st.booleans()):
            wagers.append(Wager(box, "", "match", draw(st.integers(1, 999))))
        count = draw(st.integers(1, 3))
        for n in range(count):
            doubled = draw(st.integers(0, 1))
            mark = draw(st.sampled_from(["", "rescued", "surrendered", "dead"]))
            hands.append(
                PlayedHand(
                    box=box,
                    hand=n + 1,
                    cards=tuple(draw(st.lists(CARD, min_size=2 + doubled, max_size=7))),
                    split=count > 1,
                    doubled=doubled,
                    doubled_cents=draw(st.integers(1, wagers[0].cents or 1)) if doubled else 0,
                    rescued=mark == "rescued" and doubled == 1,
                    surrendered=mark == "surrendered" and count == 1 and not doubled,
                    dead=mark == "dead",
                )
            )
        first.append(Initial(box, (draw(CARD), draw(CARD))))
    return PlayedRound(
        decks=6,
        hands=tuple(hands),
        wagers=tuple(wagers),
        dealer=tuple(draw(st.lists(CARD, min_size=2, max_size=6))),
        initial=tuple(first),
    )


def without_giving_up(pack: Pack, game: PlayedRound) -> PlayedRound:
    """Play the marks of surrender and rescue on where the pack has neither."""
    if pack.play.surrender.value != "none":
        return game
    played_on = [replace(h, surrendered=False, rescued=False) for h in game.hands]
    return replace(game, hands=tuple(played_on))


def staked(game: PlayedRound) -> int:
    cents = {(w.box, w.kind): w.cents or 0 for w in game.wagers}
    hands = sum(cents[h.box, "main"] + (h.doubled_cents or 0) for h in game.hands)
    return hands + sum(w.cents or 0 for w in game.wagers if w.kind == "match")


def kept_by_winners(game: PlayedRound, payments: tuple[Payment, ...]) -> int:
    cents = {(w.box, w.kind): w.cents or 0 for w in game.wagers}
    added = {(h.box, h.hand): h.doubled_cents or 0 for h in game.hands}
    kept = 0
    for p in payments:
        if p.direction == "pay" and p.kind == "main":
            kept += cents[p.box, "main"] + added[p.box, p.hand]
        if p.direction == "pay" and p.kind == "match":
            kept += cents[p.box, "match"]
    return kept


@pytest.mark.parametrize("name", [n for n in names() if "pure" not in n])
@pytest.mark.parametrize("rounding", ["exact", "up", "down", "nearest"])
@given(game=rounds())
def test_stake_in_is_returned_plus_collected_in_any_round(
    game: PlayedRound, name: str, rounding: str
) -> None:
    """For each wager: stake in = returned + collected; payments stand beside it.

    Source: controller/README 1.6.
    """
    pack = apply_options(load(name), {"rounding": rounding})
    game = without_giving_up(pack, game)

    payments = settle(pack, game)

    moved = sum(
        (
            money.exact(p.cents)
            for p in payments
            if p.direction in ("take", "return", "void") and p.cents is not None
        ),
        Fraction(0),
    )
    assert moved + kept_by_winners(game, payments) == staked(game)


def test_each_box_has_its_first_two_cards_in_its_own_hands() -> None:
    """Where nobody tells them apart: of a box split once, and of those beside it."""
    pair = ("8c 3d", "8d 9s")
    split = (
        PlayedHand(box=5, cards=cards(held), hand=n, split=True) for n, held in enumerate(pair, 1)
    )
    others = ((3, "9c 8d 2s"), (1, "Kd 7c"))
    hands = (*split, *(PlayedHand(box=box, cards=cards(held)) for box, held in others))
    wagers = [Wager(box, "", kind, 100) for box in (5, 3, 1) for kind in ("main", "match")]

    payments = settle(load(MA), played(hands, tuple(wagers), "9h Kd"))

    matches = {p.box: p.direction for p in payments if p.kind == "match"}
    assert matches == {5: "take", 3: "pay", 1: "take"}


@pytest.mark.parametrize("name", ["massachusetts", MD, NH])
@given(game=rounds())
def test_open_amounts_state_the_odds_that_known_amounts_pay(game: PlayedRound, name: str) -> None:
    """The identity holds in units of the wager; the same hands win by the same clause."""
    pack = load(name)
    game = without_giving_up(pack, game)
    open_game = PlayedRound(
        decks=6,
        hands=game.hands,
        wagers=tuple(Wager(w.box, "", w.kind) for w in game.wagers),
        dealer=game.dealer,
        initial=game.initial,
    )

    known = [p for p in settle(pack, game) if p.kind in ("main", "match")]
    unknown = [p for p in settle(pack, open_game) if p.kind in ("main", "match")]

    def sides(payments: list[Payment]) -> list[tuple[object, ...]]:
        rows = [p for p in payments if p.direction == "pay"]
        return [(p.box, p.hand, p.kind, p.odds, p.clause) for p in rows]

    assert sides(unknown) == sides(known)
    assert all(p.cents is None for p in unknown)


def test_uncounted_double_leaves_the_hand_open() -> None:
    """A double whose amount nobody entered is never guessed."""
    hand = PlayedHand(box=1, cards=cards("5h 6d Kd"), doubled=1)

    (paid,) = settle(load(MA), played((hand,), (main(1000),)))

    assert (paid.odds, paid.cents, paid.direction) == ("1:1", None, "pay")


def test_half_cent_is_an_exact_text_where_the_pack_does_not_round() -> None:
    """3 to 2 on $4.99."""
    (paid,) = settle(load(MA), played("As Kd", (main(499),)))

    assert paid.cents == "748.5"


@pytest.mark.parametrize(("how", "cents"), [("up", 749), ("down", 748), ("nearest", 749)])
def test_half_cent_is_rounded_once_where_the_pack_rounds(how: str, cents: int) -> None:
    """The pack's parameter decides (house.rounding)."""
    pack = apply_options(load(MA), {"rounding": how})

    (paid,) = settle(pack, played("As Kd", (main(499),)))

    assert paid.cents == cents


@pytest.mark.parametrize(
    ("how", "taken", "back"),
    [("exact", "249.5", "249.5"), ("up", 249, 250), ("down", 250, 249), ("nearest", 249, 250)],
)
def test_halves_of_a_surrender_make_the_whole(how: str, taken: object, back: object) -> None:
    """What favours the player when paid favours him when he loses."""
    pack = apply_options(load(MA), {"rounding": how})
    hand = PlayedHand(box=1, cards=cards("Kh 6d"), surrendered=True)

    take, give = settle(pack, played((hand,), (main(499),)))

    assert (take.direction, take.cents) == ("take", taken)
    assert (give.direction, give.cents) == ("return", back)


def test_payments_come_from_the_right_when_the_pack_settles_that_way() -> None:
    """One pass against the clock (MD 7.R.2, NH play.19)."""
    hands = tuple(PlayedHand(box=b, cards=cards("Kh Qd")) for b in (1, 2, 3))
    wagers = tuple(main(100, b) for b in (1, 2, 3))

    boxes = [p.box for p in settle(load(MD), played(hands, wagers))]

    assert boxes == [3, 2, 1]


def test_losers_are_taken_before_winners_are_paid_when_the_pack_says_so() -> None:
    """Collect first, then pay (MA 6.d~2 for match wagers)."""
    hands = (
        PlayedHand(box=1, cards=cards("9s Qd")),
        PlayedHand(box=2, cards=cards("Kh Qd")),
        PlayedHand(box=3, cards=cards("9d 8d")),
    )
    wagers = tuple(w for b in (1, 2, 3) for w in (main(500, b), Wager(b, "", "match", 100)))

    payments = settle(load(MA), played(hands, wagers))

    match = [(p.direction, p.box) for p in payments if p.kind == "match"]
    assert match == [("take", 2), ("pay", 1), ("pay", 3)]
    rest = [(p.direction, p.box) for p in payments if p.kind == "main"]
    assert rest == [("take", 3), ("pay", 2), ("return", 1)]


def test_co_wagerers_are_settled_on_their_own_stakes() -> None:
    """One did not follow the double, one covers the second split hand only (MA 13.d, 13.e)."""
    hands = (
        PlayedHand(
            box=1,
            hand=1,
            cards=cards("8s 3h Kd"),
            split=True,
            doubled=1,
            doubled_cents=1000,
            covers=(Cover("B"), Cover("C", on=False)),
        ),
        PlayedHand(box=1, hand=2, cards=cards("8h 9d"), split=True),
    )
    wagers = tuple(main(c, 1, who) for who, c in (("A", 1000), ("B", 2000), ("C", 500)))

    payments = settle(load(MA), played(hands, wagers))

    found = {(p.wagerer, p.hand): (p.direction, p.cents) for p in payments}
    assert found == {
        ("A", 1): ("pay", 2000),
        ("B", 1): ("pay", 2000),
        ("A", 2): ("take", 1000),
        ("B", 2): ("take", 2000),
        ("C", 2): ("take", 500),
    }


def test_one_original_is_taken_in_all_when_blackjack_comes_late() -> None:
    """Doubles, splits and busts go back (MA 9.c, 10.d); a rescued hand has paid it already."""
    hands = (
        PlayedHand(box=1, hand=1, cards=cards("8s 2h Kd"), split=True),
        PlayedHand(
            box=1,
            hand=2,
            cards=cards("8h 3d 2d"),
            split=True,
            doubled=1,
            doubled_cents=1000,
            rescued=True,
        ),
    )

    payments = settle(load(MA), played(hands, (main(1000),), "Kd As"))

    assert net(payments) == -1000
    assert {p.hand for p in payments if p.direction == "take"} == {2}
    assert {p.clause for p in payments if p.direction == "return"} >= {"MA 10.d"}


def test_one_original_is_taken_in_units_when_nothing_was_counted() -> None:
    """The cap holds for open amounts too."""
    hand = PlayedHand(box=1, cards=cards("5h 6d Kd"), doubled=1)

    payments = settle(load(MA), played((hand,), (main(None),), "Kd As"))

    assert [(p.direction, p.clause) for p in payments] == [
        ("take", "MA 5.b~2"),
        ("return", "MA 9.c"),
    ]


def test_box_split_twice_needs_its_first_two_cards() -> None:
    """Match wagers look at the initial cards: asked, never guessed."""
    hands = tuple(
        PlayedHand(box=1, hand=n, cards=cards(c), split=True)
        for n, c in ((1, "8s Kd"), (2, "8h Kd"), (3, "8d Kd"))
    )

    with pytest.raises(ValueError, match="box 1 was split more than once"):
        settle(load(MA), played(hands, (main(100), Wager(1, "", "match", 100))))
    assert net(settle(load(MA), played(hands, (main(100),)))) == -300


def test_net_of_an_open_amount_is_refused() -> None:
    """There is no sum of what nobody counted."""
    with pytest.raises(ValueError, match="open"):
        net(settle(load(MA), played("Kh Qd", (main(None),))))


def test_match_odds_of_seven_decks_are_refused() -> None:
    """The odds go by the number of decks (MA 6.e)."""
    game = PlayedRound(
        decks=7,
        hands=(PlayedHand(box=1, cards=cards("9s 9d")),),
        wagers=(main(100), Wager(1, "", "match", 100)),
        dealer=cards("9h Kd"),
    )

    with pytest.raises(Exception, match="no match odds for 7 decks"):
        settle(load(MA), game)


@pytest.mark.parametrize("mark", ["surrendered", "rescued"])
def test_hand_that_gave_up_is_refused_where_nobody_can(mark: str) -> None:
    """No surrender and no rescue (NH silent.surrender, silent.rescue)."""
    hand = msgspec.structs.replace(
        PlayedHand(box=1, cards=cards("Kh 6d 2d"), doubled=1), **{mark: True}
    )

    with pytest.raises(ValueError, match="NH silent"):
        settle(load(NH), played((hand,), (main(100),)))


@pytest.mark.parametrize("held", ["", "As", "4d"])
@pytest.mark.parametrize(
    ("pack", "kind"),
    [
        ("massachusetts", "match"),
        ("maryland", "match"),
        ("boston-billiard", "match"),
        ("pure-21-5", "match"),
        ("massachusetts-bonus-spin", "bonus_spin"),
    ],
)
def test_side_wager_on_two_cards_goes_back_where_the_hand_never_had_them(
    pack: str, kind: str, held: str
) -> None:
    """Not even one ace, or one card of the dealer's rank, decides it."""
    game = PlayedRound(
        decks=6,
        hands=(PlayedHand(box=1, hand=1, cards=cards(held), dead=True),),
        wagers=(main(1000), Wager(1, "", kind, 500)),
        dealer=cards("4s Kd 7c"),
        initial=(Initial(1, cards(held)),),
    )

    sides = [p for p in settle(load(pack), game) if p.kind == kind]

    assert [(p.direction, p.cents) for p in sides] == [("void", 500)]


# ---- doubled hands ----


def lost(pack: Pack, dealer: str, *hands: PlayedHand) -> list[tuple[int, int, Amount | None]]:
    moved = settle(pack, played(hands, (main(1000), main(1000, 2)), dealer))
    return [(p.box, p.hand, p.cents) for p in moved if (p.kind, p.direction) == ("main", "take")]


@pytest.mark.parametrize("doubles", [0, 1, 2, 3])
@pytest.mark.parametrize("name", [n for n in names() if doubles_all(load(n))])
def test_each_double_in_full_is_as_much_as_all_that_lay_there(name: str, doubles: int) -> None:
    """Where no other amount is allowed nobody has to count it: two, four, eight wagers."""
    hand = PlayedHand(box=1, cards=cards("5c 6d 2h"), doubled=doubles)

    assert lost(load(name), "Kh 9d", hand) == [(1, 1, 1000 * 2**doubles)]


@pytest.mark.parametrize("split_too", [False, True])
@pytest.mark.parametrize("unsplit", [False, True])
def test_dealers_blackjack_takes_one_wager_where_the_text_says_so_of_such_a_hand(
    *, unsplit: bool, split_too: bool
) -> None:
    """Said of hands that were not split, of those that were, of both or of neither."""
    pack = load("maryland")
    one, other = pack.settle.original_only, pack.settle.original_only_split
    rules = replace(
        pack.settle,
        original_only=replace(one, value=unsplit),
        original_only_split=replace(other, value=split_too),
    )
    doubled = PlayedHand(box=1, cards=cards("5c 6d 2h"), doubled=1, doubled_cents=1000)
    pair = [PlayedHand(box=2, hand=n, cards=cards("8c 6d"), split=True) for n in (1, 2)]

    moved = lost(replace(pack, settle=rules), "Ah Kd", doubled, *pair)

    whole = {1: 1000 if unsplit else 2000, 2: 1000 if split_too else 2000}
    assert {
        box: sum(c for b, _, c in moved if b == box and isinstance(c, int)) for box in whole
    } == (whole)
