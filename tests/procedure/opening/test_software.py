"""Other software is accepted by two people; a clock that was set is told with both times."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.state.inputs import Outcome
from controller.rules import pack as packs
from tests.kit.evening import Evening, house

FOUND = fact.SoftwareFound(
    software="4711",
    was="0.1.0 (1f03)",
    now="0.2.0 (9c01)",
    changes=(fact.Change("controller", "0.1.0 1f03", "0.2.0 9c01"),),
)


def signed(at: Evening, ruling: str, by: str, rank: str) -> Outcome:
    return at.put(cmd.Ruled(irr=at.asked.id, ruling=ruling, by=by, rank=rank))


@pytest.mark.parametrize("pack", packs.names())
def test_software_that_two_people_accepted_is_the_tables_own(pack: str) -> None:
    """One person alone does not accept it; afterwards nothing waits, and it has a name."""
    at = Evening(house(pack))
    at.put(FOUND)
    waits = at.held, at.play.software.found

    first = signed(at, "verified", "Ada Fox", "floorperson")
    alone = signed(at, "accepted", "Ada Fox ", "casino_supervisor")
    second = signed(at, "accepted", "Ben Roe", "casino_supervisor")

    assert waits == ("other_software", "4711")
    assert [o.verdict for o in (first, alone, second)] == ["accepted", "refused", "accepted"]
    assert (at.play.software.accepted, at.play.software.version) == ("4711", "0.2.0 (9c01)")
    assert (at.held, at.play.software.found) == ("", "")


def test_accepted_software_that_runs_again_takes_the_question_back() -> None:
    """The other version was started by mistake: nobody has to sign for what was accepted."""
    at = Evening(house("maryland"))
    at.put(FOUND)

    at.put(fact.SoftwareFound(software="4710", now="0.1.0 (1f03)"))

    assert (at.held, at.play.software.found) == ("", "")
    assert (at.play.software.accepted, at.play.software.version) == ("4710", "0.1.0 (1f03)")


@pytest.mark.parametrize(
    ("found_s", "told"),
    [
        (-1, "1 s back: 08:00:00 → 07:59:59"),
        (59, "59 s forward: 08:00:00 → 08:00:59"),
        (-119, "119 s back: 08:00:00 → 07:58:01"),
        (120, "2 min forward: 08:00:00 → 08:02:00"),
        (7199, "119 min forward: 08:00:00 → 09:59:59"),
        (-7200, "2 h back: 08:00:00 → 06:00:00"),
        (2 * 86400 - 1, "47 h forward: 2027-01-15 08:00:00 → 2027-01-17 07:59:59"),
        (2 * 86400, "2 d forward: 2027-01-15 08:00:00 → 2027-01-17 08:00:00"),
    ],
)
def test_clock_that_was_set_is_told_in_the_largest_whole_unit(found_s: int, told: str) -> None:
    """By how much and which way, both times, and the days where they differ."""
    at, due = Evening(house("maryland")), 1_800_000_000 * 10**6

    at.put(fact.ClockStepped(due=due, found=due + found_s * 10**6))

    assert [(i.kind, i.about) for i in at.open] == [("clock_stepped", told)]


def test_clock_behind_the_record_at_a_start_names_both_times() -> None:
    at, due = Evening(house("maryland")), 1_800_000_000 * 10**6

    at.put(fact.ClockStepped(due=due, found=due - 10**6, start=True))

    assert [(i.kind, i.about) for i in at.open] == [("clock_behind", "08:00:00 → 07:59:59")]
