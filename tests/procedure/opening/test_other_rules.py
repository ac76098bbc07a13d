"""Other rules offered, signed for by two people, and taken (console/README 6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.facts import Change
from controller.domain.structs import replace
from controller.procedure.queries import limits
from controller.procedure.state.house import House, Section
from controller.procedure.state.inputs import Outcome
from controller.procedure.state.parts import meters
from controller.procedure.state.parts.rules_offer import changes, needs_closed
from controller.procedure.step import Procedure
from controller.rules.pack import apply_options, load
from tests.kit.checking import CA, MA, MD, NH, open_keys
from tests.kit.evening import DEVICES, Evening, house
from tests.kit.progressives import OPTIONS
from tests.kit.shown import floor_page

FILED = {"reference": "LC-12", "date": "2026-05-04"}


def offered(e: Evening, new: House) -> None:
    """What the daemon tells the table when it starts on an edited configuration."""
    found = changes(e.house, new)
    closed = needs_closed(new, found)
    e.put(fact.RulesOffered(offer="4711", changes=found, closed=closed))


def sign(e: Evening, by: str, rank: str) -> Outcome:
    return e.put(cmd.RulesAccepted(offer="4711", by=by, rank=rank, where="floor"))


def accepted(e: Evening, new: House) -> Evening:
    """Offer, two signatures, and the daemon that begins again under the new rules."""
    offered(e, new)
    assert sign(e, "A. Fox", "floorperson").verdict == "accepted"
    assert sign(e, "B. Roe", "casino_supervisor").verdict == "accepted"
    e.house, e.procedure = new, Procedure(new, e.faults.append)
    e.put(fact.Started(devices=DEVICES))
    for name, role in DEVICES:
        e.hello(name, role)
    return e


def between(pack: str, **options: Any) -> Evening:
    return Evening(house(pack, **options)).opened()


# ---- what differs ----
def test_changes_name_each_option_with_what_it_was_and_its_approval() -> None:
    """The difference is shown before anybody signs."""
    old = house(NH)
    new = House(
        apply_options(load(NH), {"main_min_cents": {"value": 300, "approval": FILED}}),
        sections=(Section("50", 5000),),
        titles=(("inspector", "floorperson"),),
        timezone="America/New_York",
        tax_form_from=120000,
    )

    assert changes(old, new) == (
        Change("deal.main_min_cents", "100", "300, approval LC-12"),
        Change("wheel", "25 $25, 50 $50, 500 $500", "50 $50"),
        Change("roles", "none", "inspector floorperson"),
        Change("timezone", "UTC", "America/New_York"),
        Change("tax_form_from_cents", "none", "120000"),
    )
    assert changes(old, old) == ()


def test_option_that_was_off_is_told_as_no_and_yes() -> None:
    found = changes(house(MA), house(MA, reader_own_lamp=True))

    assert found == (Change("deal.reader_own_lamp", "no", "yes"),)


def test_another_pack_is_one_change() -> None:
    found = changes(house(MA), house(MD))

    assert [c.name for c in found] == ["pack"]
    assert found[0].before.startswith("massachusetts, ")


def test_another_edition_of_the_pack_is_named_with_each_leaf_that_differs() -> None:
    old, new = house(MA), house(MA, main_max_cents=9000)
    new = replace(new, pack=replace(new.pack, edition="2031"))

    found = changes(old, new)

    assert [c.name for c in found] == ["pack", "deal.main_max_cents"]
    assert "2031" in found[0].after
    assert needs_closed(new, found)


def test_leaf_that_no_option_reaches_is_told_whole() -> None:
    """A pack that was edited: the clause alone may differ."""
    old = house(MA)
    leaf = replace(old.pack.deal.main_area, clause="MA 7.a")
    new = replace(old, pack=replace(old.pack, deal=replace(old.pack.deal, main_area=leaf)))

    found = changes(old, new)

    assert "MA 7.a" in found[0].after
    assert needs_closed(new, found)


def places() -> Iterator[tuple[House, bool]]:
    old = house(MA)
    for options, closed in (
        ({"main_max_cents": 200000}, False),
        ({"variant": "hole_card"}, False),
        ({"order": "right_to_left"}, False),
        ({"decks": 8}, True),
        ({"method": "manual"}, True),
        ({"cover_card_early_percent": 40}, True),
        ({"bonus_spin": "off"}, True),
    ):
        yield house(MA if "bonus_spin" not in options else WHEEL, **options), closed
    yield replace(old, titles=(("inspector", "floorperson"),)), True
    yield replace(old, gaming_day_start="07:00"), True
    yield replace(old, sections=()), True
    yield house(MD), True


WHEEL = "massachusetts-bonus-spin"


@pytest.mark.parametrize(("new", "closed"), list(places()))
def test_what_touches_cards_wheel_or_day_waits_for_the_closed_table(
    new: House, closed: bool
) -> None:
    """Limits, fees and the dealing change between rounds (CA limits.notice-1; console/README 6)."""
    old = house(WHEEL if new.pack.name == WHEEL else MA)

    assert needs_closed(new, changes(old, new)) is closed


# ---- when ----
def test_signature_waits_for_the_end_of_a_hold_and_of_standing_aside() -> None:
    e = between(MA)
    offered(e, house(MA, main_max_cents=5000))
    e.floor(cmd.StoodAside(aside=True))
    aside = sign(e, "A. Fox", "floorperson")
    e.floor(cmd.StoodAside(aside=False))

    e.put(fact.Noted(kind="device_contradicts_itself", about="wheel"))
    held = sign(e, "A. Fox", "floorperson")

    assert aside.text == e.house.no("stood_aside")[1]
    assert held.text == e.house.no("held")[1]


def turn_down(e: Evening, reason: str, offer: str = "4711") -> Outcome:
    return e.floor(cmd.RulesRefused(offer=offer, reason=reason))


def test_refused_rules_are_signed_for_by_nobody_until_they_are_offered_again() -> None:
    """Also in a round, and by one who has signed: the table goes on as it is."""
    e = between(MA)
    new = house(MA, main_max_cents=5000)
    offered(e, new)
    assert sign(e, "A. Fox", "floorperson").verdict == "accepted"
    e.lit(1)
    e.draw("5h")
    keys = [x.command for x in floor_page(e).allowed]
    assert ("RulesRefused" in keys, "RulesAccepted" in keys) == (True, False)

    assert turn_down(e, " ").text == e.house.no("reason_first")[1]
    assert turn_down(e, "old", offer="0815").text == e.house.no("no_rules")[1]
    assert turn_down(e, "not approved").verdict == "accepted"

    assert turn_down(e, "again").text == e.house.no("no_rules")[1]
    assert sign(e, "B. Roe", "casino_supervisor").text == e.house.no("no_rules")[1]
    page = floor_page(e)
    assert page.rules_wait is not None
    assert page.rules_wait.refused is not None
    assert page.rules_wait.reason == "not approved"
    assert [d.sub for d in page.duties if d.when == "refused"] == ["not approved"]
    offered(e, new)
    assert e.play.offer.refused_by == e.play.offer.signed_by == ""


def test_nothing_of_the_old_rules_is_folded_again() -> None:
    """UNDO reaches no tap that was made under other rules."""
    e = between(MA)
    e.lit(1)
    accepted(e, house(MA, main_max_cents=5000))

    assert all(isinstance(x.input, fact.Started | fact.DeviceUp) for x in e.state.log)
    assert e.play.offer.id == ""


# ---- the list ----
@pytest.mark.parametrize(
    ("pack", "before", "after", "lines"),
    [
        (MA, {}, {"main_min_cents": 500, "main_max_cents": 9000}, ["limits_notice"]),
        (MA, {}, {"match_max_cents": 2500}, ["match_max_notice"]),
        (MA, {}, {"variant": "hole_card"}, ["variant_notice"]),
        (MA, {}, {"order": "right_to_left"}, []),
        (MD, {}, {"main_min_cents": 500, "main_max_cents": 9000}, ["limits_notice"]),
        (MD, {}, {"match_max_cents": 2500}, ["match_max_notice"]),
        (MD, {}, {"payout_limit_cents": 5000000}, ["payout_limit_notice"]),
        (NH, {}, {"main_max_cents": {"value": 500, "approval": FILED}}, ["limits_notice"]),
        (NH, {}, {"match_max_cents": {"value": 500, "approval": FILED}}, ["match_max_notice"]),
        (NH, {"variant": "hole_card_reader"}, {}, ["variant_notice"]),
        (CA, {}, {"main_min_cents": 2500}, ["sign"]),
        (CA, {}, {"variant": "hole_card"}, ["variant_notice"]),
        (CA, {}, {"fee_schedule": 3}, ["sign", "fees_notice"]),
    ],
)
def test_exactly_the_lines_that_read_otherwise_are_open_again(
    pack: str, before: dict[str, Any], after: dict[str, Any], lines: list[str]
) -> None:
    """console/README 5: a change of variant, limits or fee schedule reopens the list."""
    base = {"odds_on": "sign"} if pack == MD else {}
    e = between(pack, **base, **before)

    accepted(e, House(apply_options(load(pack), {**base, **after}), sections=e.house.sections))

    assert open_keys(e) == lines
    assert e.play.opening == ("checking" if lines else "open")
    assert (e.put(cmd.BoxSet(box=3, lit=True)).verdict == "refused") is bool(lines)
    if lines:
        assert e.put(cmd.AllAsListed()).verdict == "accepted"
        assert e.play.opening == "open"


# ---- what the table keeps ----
def test_wager_that_the_new_limits_refuse_is_none_and_its_match_with_it() -> None:
    """What lies there was placed under the old limits: it is placed anew or taken back."""
    e = between(MA)
    for box, cents in ((1, 4000), (2, 9000)):
        e.put(cmd.WagerSet(box=box, kind="main", on=True, cents=cents))
        e.put(cmd.WagerSet(box=box, kind="match", on=True, cents=500))
    e.put(cmd.BoxSet(box=3, lit=True))

    accepted(e, house(MA, main_max_cents=5000))

    assert e.play.boxes == (1, 3)
    assert [(w.box, w.kind, w.cents) for w in e.play.wagers] == [
        *((1, "main", 4000), (1, "match", 500), (3, "main", None)),
    ]


def test_schedule_that_the_floor_had_chosen_gives_way_to_the_one_signed_for() -> None:
    e = between(CA)
    e.floor(cmd.ScheduleChanged(schedule=4))
    e.put(cmd.AllAsListed())

    accepted(e, house(CA, main_min_cents=2500))
    assert e.play.banking.schedule == 4
    accepted(e, house(CA, main_min_cents=2500, fee_schedule=3))

    assert e.play.banking.schedule == 0


def test_way_of_dealing_without_a_reader_outlasts_rules_that_do_not_touch_it() -> None:
    """A reader that is out of service is not in use again by other rules."""
    e = between(MA, variant="hole_card_reader")
    e.floor(cmd.OutOfService(device="reader", out=True))

    accepted(e, house(MA, variant="hole_card_reader", main_max_cents=9000))
    assert e.play.variant == "hole_card"
    accepted(e, house(MA, variant="no_hole_card", main_max_cents=9000))
    assert e.play.variant == "no_hole_card"
    accepted(e, house(MA, variant="hole_card_reader", main_max_cents=9000))

    assert e.play.variant == "hole_card"


def test_round_ruled_to_go_on_without_the_reader_is_no_reason_to_use_it_again() -> None:
    """MA 15.k2: other limits are no repair."""
    e = between(MA, variant="hole_card_reader")
    e.lit(1)
    e.draw("5h Kd 6d 9c")
    e.press("act1")
    e.reading(fact.ReaderFaulted, "reader", reason="no answer")
    e.answer("lamp", "NO")
    assert e.rule("go_on_without_reader").verdict == "accepted"
    e.press("act1")
    e.press("act7")
    e.put(cmd.LayoutCleared(), after_ms=5000)
    assert e.play.variant == "hole_card"

    accepted(e, house(MA, variant="hole_card_reader", main_max_cents=9000))

    assert e.play.variant == "hole_card"


def test_meter_keeps_what_players_put_into_it_when_other_paytables_come() -> None:
    """MD 12.D.7: a meter never falls but by a hit or a correction of two people."""
    one = apply_options(load(MD), {**OPTIONS, "paytable_500": "C", "prize_c_cents": 500000})
    two = apply_options(load(MD), OPTIONS)
    grown = tuple(replace(g, cents="123456") for g in meters.gauges(meters.Prizes(), one))

    fitted = meters.fitted(meters.Prizes(gauges=grown), two)

    assert [g.name for g in fitted.gauges] == ["100", "500"]
    assert fitted.gauges[0].cents == "123456"
    assert meters.fitted(meters.Prizes(), two) == meters.Prizes()


def test_limits_that_are_signed_for_take_the_place_of_those_that_the_floor_had_changed() -> None:
    e = between(MA, main_min_cents=1500)
    e.floor(cmd.LimitsChanged(low_cents=2500, high_cents=50_000))
    assert limits.of_box(e.play, e.house)[0] == 2500

    accepted(e, house(MA, main_min_cents=1000))

    assert limits.of_box(e.play, e.house)[0] == 1000


def test_limits_that_the_floor_has_changed_stand_where_other_rules_say_nothing_of_them() -> None:
    e = between(MA, main_min_cents=1500)
    e.floor(cmd.LimitsChanged(low_cents=2500, high_cents=50_000))

    accepted(e, house(MA, main_min_cents=1500, match_max_cents=5000))

    assert limits.of_box(e.play, e.house)[0] == 2500
