"""Other software runs: two people accept it, and it is what was accepted from then on."""

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
