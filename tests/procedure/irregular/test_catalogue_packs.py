"""Packs and procedure agree: each ruling has words and an act, each hold a way out of it."""

from __future__ import annotations

import msgspec
import pytest

from controller.domain.structs import replace
from controller.errors import PackError
from controller.procedure.irregularities import catalog, catalog_check
from controller.procedure.irregularities.kinds.every_kind import KINDS
from controller.procedure.irregularities.kinds.shared_rulings import FREE
from controller.rules.pack import Pack, load, names, parse, read
from tests.kit.evening import Evening, house


def changed(pack: Pack, kind: str, **values: object) -> Pack:
    held = dict(pack.irregularity)
    held[kind] = msgspec.structs.replace(held[kind], **values)  # type: ignore[index]
    return replace(pack, irregularity=held)


@pytest.mark.parametrize("name", names())
def test_pack_and_catalogue_agree(name: str) -> None:
    """No hold without a ruling, whatever the answers and with every device dead.

    Source: controller/README 1.7.
    """
    assert catalog_check.faults(load(name)) == ()


@pytest.mark.parametrize("name", names())
def test_catalogue_words_no_kind_that_the_pack_does_not_know(name: str) -> None:
    assert set(KINDS) == set(load(name).irregularity)


def test_ruling_without_an_act_for_its_kind_is_named_with_its_place() -> None:
    """A pack that lists a ruling which the kind has no words for does not come into play."""
    wrong = changed(load("maryland"), "ten_found", rulings=("shuffle_rack",))

    found = catalog_check.faults(wrong)

    assert found[0] == (
        "packs/maryland.toml: $.irregularity.ten_found.rulings",
        "`shuffle_rack` has no words here",
    )
    with pytest.raises(PackError, match="ten_found"):
        catalog_check.verify(wrong)


def test_set_of_answers_without_a_ruling_is_named() -> None:
    """A ten that is none must have its way out too."""
    wrong = changed(load("maryland"), "ten_found", rulings=("torn_and_boxed",))

    assert [what for _, what in catalog_check.faults(wrong)] == ["no ruling is left after NO"]


def test_hold_that_only_a_working_device_ends_is_named() -> None:
    wrong = changed(load("maryland"), "shuffler_fault", rulings=("again",))

    assert [what for _, what in catalog_check.faults(wrong)] == ["no ruling is left after no facts"]


def test_hold_that_only_a_higher_rank_may_end_is_named() -> None:
    wrong = changed(load("maryland"), "copy_too_many", rulings=("void_back",))

    assert [what for _, what in catalog_check.faults(wrong)] == [
        "no ruling is the floorperson's own"
    ]


def test_unknown_ruling_is_refused_with_file_path_and_the_allowed_names() -> None:
    text = read("maryland").replace('rulings = ["torn_and_boxed"', 'rulings = ["tear"')

    with pytest.raises(
        PackError, match=r"packs/maryland.toml.*irregularity.*: accepted, acknowledged"
    ):
        parse(text, "packs/maryland.toml")


SILENT = {
    *(name for name, kind in KINDS.items() if kind.card == "none"),
    "face_up_card_second",
    "match_unpaid",
    "match_wrong",
    "ten_found",
    "ten_found_second",
}
"""No card to be moved, no count of seconds, a ten that has no value, side bets at the end."""
WHEEL = {"lock_unconfirmed", "order_withheld", "sensor_unsteady", "spin_fault", "wrong_button"}
METERS = {"jackpot", "meter_differs", "system_fault"}
CONTINUOUS = {"cover_card_unexpected"}
"""Only where a shuffler may be continuous is a cover card no end of anything."""
UNDATED = {"decks_too_old", "reader_inspection_due"}
"""Of a text that gives decks no age and the reader no day of inspection."""
PLAYED_AT_ONCE = {"cards_not_gathered", "fees_late"}
"""Only a text with a player-dealer takes fees, and only it gathers cards before paying on."""
HOLE_CARD = {"second_card_unannounced"}
"""The dealer's second card lies there before it is turned: nobody announces its drawing."""
NO_BURN = {"decks_in_doubt"}
"""A ten is taken out of the decks by the rule; nobody burns it, so no decks are in doubt."""
NO_LOOK = {"check_wrong"}
"""Only where the text names no device does the dealer look."""
PAGES_ONLY = {"cannot_record"}
"""While nothing can be recorded no ruling can be either."""
OUT_OF_REACH = {
    "boston-billiard": SILENT | WHEEL | METERS | UNDATED | PLAYED_AT_ONCE | HOLE_CARD | CONTINUOUS,
    "maryland": HOLE_CARD | PLAYED_AT_ONCE | NO_BURN | NO_LOOK,
    "massachusetts": WHEEL | METERS | UNDATED | PLAYED_AT_ONCE | NO_BURN | CONTINUOUS | NO_LOOK,
    "massachusetts-bonus-spin": METERS | UNDATED | PLAYED_AT_ONCE | NO_BURN | CONTINUOUS | NO_LOOK,
    "pure-21-5": SILENT
    | WHEEL
    | METERS
    | UNDATED
    | HOLE_CARD
    | CONTINUOUS
    | {"insurance_unpaid", "reader_early", "super_bonus"},
}


@pytest.mark.parametrize("name", names())
def test_triples_leave_out_what_the_pack_cannot_cause(name: str) -> None:
    pack = load(name)
    found = catalog_check.triples(pack)

    listed = {(kind, ruling) for kind, r in pack.irregularity.items() for ruling in r.rulings}
    left_out = listed - {(one.kind, one.ruling) for one in found}

    assert len(found) == len(set(found)) == len(listed) - len(left_out)
    assert {kind for kind, _ in left_out} == OUT_OF_REACH[name] | PAGES_ONLY
    assert catalog_check.Triple(name, "device_lost", "out_of_service") in found
    assert catalog_check.Triple(name, "burn_missed", "continue") in found


def test_triples_have_a_kind_again_when_the_pack_gets_its_cause() -> None:
    """A text that gives decks an age has its kind, whatever it is called."""
    pack = load("massachusetts")
    age = replace(pack.cards.set_age_max_h, value=24)
    aged = replace(
        changed(pack, "decks_too_old", clause="MA 3.c"),
        cards=replace(pack.cards, set_age_max_h=age),
    )

    new = set(catalog_check.triples(aged)) - set(catalog_check.triples(pack))

    assert new == {catalog_check.Triple("massachusetts", "decks_too_old", "decks_out")}


@pytest.mark.parametrize("name", ["boston-billiard", "pure-21-5"])
def test_silent_text_offers_the_free_four_and_borrows_none(name: str) -> None:
    """console/README 4: no remedy is borrowed from another pack; each asks a reason."""
    at = house(name)
    silent = [k for k, r in at.pack.irregularity.items() if "as_dealt" in r.rulings]

    for kind in silent:
        listed = set(catalog.rules(at, kind).rulings)
        assert listed - {"enter_card", "counts"} == set(FREE)
        assert catalog.mode(at, catalog_check.sample(kind)) == "NO CLAUSE: REASON REQUIRED"
    assert {"card_drawn_in_error", "dealer_drew_too_far", "face_up_card", "ten_found"} <= {*silent}
    assert all(r.asks in ("reason", "box") for r in FREE.values())


@pytest.mark.parametrize("name", names())
def test_void_that_no_clause_orders_is_a_supervisors(name: str) -> None:
    """console/README 1.5: money moves on no clause, so `void_rank` is the casino supervisor."""
    at = house(name)
    for kind, rules in at.pack.irregularity.items():
        for offer in catalog.offers(Evening(at).play, at, catalog_check.sample(kind)):
            if offer.ruling.name == "void_back":
                assert offer.ruling.needs == "casino_supervisor", (kind, rules)


@pytest.mark.parametrize("name", names())
def test_no_device_fault_offers_a_void_first(name: str) -> None:
    """console/README 1.5: repair, hand entry, freeze, void."""
    pack = load(name)
    for kind in ("device_lost", "reader_fault", "shuffler_fault", "spin_fault", "events_lost"):
        assert not pack.irregularity[kind].rulings[0].startswith("void")
