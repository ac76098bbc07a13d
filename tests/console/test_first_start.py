"""A table at which nobody can sign in yet, and one whose configuration holds other rules."""

from __future__ import annotations

from pathlib import Path
from socket import gethostname

import pytest
from argon2 import PasswordHasher

from controller.console.app import console_app
from controller.console.sign_in.people import People
from controller.domain.commands import RulesAccepted, RulesRefused
from controller.domain.structs import replace
from controller.domain.views.floor_view import Health, JournalHealth
from controller.domain.views.rules_view import RuleChange, RulesWait, Said
from controller.domain.views.view import Allowed, Device, RoundName
from controller.table.manifest import own_version
from tests.kit.pages.asking import browser
from tests.kit.pages.fake_door import FakeDoor
from tests.kit.pages.floor_views import CALM_FLOOR, RULES_FLOOR
from tests.kit.pages.views import at

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
COMMAND = "add &#34;Ada Fox&#34; --rank floorperson"
FAR = {"X-Forwarded-For": "192.0.2.7"}


def idle() -> FakeDoor:
    door = FakeDoor()
    door.dealer = replace(door.dealer, round=RoundName(no=1, phase="opening"), simulated=False)
    return door


@pytest.mark.parametrize("path", ["/floor", "/floor/sign-in", "/dealer"])
async def test_table_without_people_says_what_to_do(path: str, tmp_path: Path) -> None:
    """It asked for a name that nobody has."""
    people = People(tmp_path / "people.json", QUICK)
    async with browser(console_app(idle(), people)) as client:
        before = await client.get(path)
        people.add("Ada Fox", "floorperson", "4711")
        after = await client.get(path)

    assert before.status_code == 200
    assert "NOT SET UP" in before.text
    assert COMMAND in before.text
    assert str(tmp_path / "people.json") in before.text
    assert before.headers["refresh"] == "5"
    assert "NOT SET UP" not in after.text


async def test_lines_say_what_the_daemon_knows(tmp_path: Path) -> None:
    door = idle()
    silent = Device(role="card_reader", state="lost", good=False)
    door.floor = replace(CALM_FLOOR, devices=(silent, Device(role="shuffler")))
    door.state = Health(journal=JournalHealth(row=12, free=0.4, recording=False))
    async with browser(console_app(door, People(tmp_path / "people.json", QUICK))) as client:
        text = (await client.get("/floor")).text

    assert text.count('class="is-ok"') == 3
    assert text.count('class="is-now"') == 1
    assert text.index("is-now") < text.index("Nothing can be written.")
    assert "No answer from: card reader." in text


async def test_first_start_is_for_this_machine_and_never_in_the_way_of_a_card(
    tmp_path: Path,
) -> None:
    door = idle()
    people = People(tmp_path / "people.json", QUICK)
    async with browser(console_app(door, people)) as client:
        far = await client.get("/floor/sign-in", headers=FAR)
        anyway = await client.get("/dealer?anyway=1")
        door.dealer = FakeDoor().dealer
        playing = await client.get("/dealer")
        (tmp_path / "people.json").write_text("{")
        damaged = await client.get("/floor/sign-in")

    for answer in (far, anyway, playing, damaged):
        assert answer.status_code == 200
        assert "NOT SET UP" not in answer.text


async def test_other_rules_that_wait_have_a_page_with_what_they_change(tmp_path: Path) -> None:
    door = FakeDoor()
    lines = (
        RuleChange(what="lowest main wager", key="deal.main_min_cents", before="$15", after="$25"),
        RuleChange(what="decks", key="cards.decks", before="6", after="8", closed=True),
    )
    key = Allowed(command="RulesAccepted", slot="floor", label="ACCEPT RULES", token="t", body="b")
    signed = Said(by="M. Okafor", rank="floorperson", at=at("21:31:08"))
    waits = RulesWait(changes=lines, closed=True, signed=signed)
    door.floor = replace(CALM_FLOOR, rules_wait=waits, allowed=(key,))
    people = People(tmp_path / "people.json", QUICK)
    people.add("N. Adeyemi", "casino_supervisor", "4711")
    await people.change("N. Adeyemi", "9246")
    async with browser(console_app(door, people)) as client:
        unknown = await client.get("/floor/rules")
        await client.post("/floor/sign-in", data={"name": "N. Adeyemi", "pin": "9246"})
        floor = (await client.get("/floor")).text
        page = (await client.get("/floor/rules")).text
        door.floor = CALM_FLOOR
        none = (await client.get("/floor/rules")).text

    assert unknown.status_code == 303
    assert 'href="/floor/rules"' in floor
    for said in (
        "Lowest main wager",
        "cards.decks",
        "$15",
        "$25",
        "table closed",
        "M. Okafor",
        "1 of 2",
    ):
        assert said in page
    assert "You sign as second" in page
    assert 'data-body="b"' in page
    assert "No other rules wait" in none


async def test_rules_are_signed_for_and_refused_with_the_pin_once_more(tmp_path: Path) -> None:
    """A page that was left open signs nothing; who guesses is slowed down as at the sign-in."""
    door = FakeDoor()
    door.floor = RULES_FLOOR
    people = People(tmp_path / "people.json", QUICK)
    people.add("L. Chen", "casino_supervisor", "4711")
    await people.change("L. Chen", "9246")
    async with browser(console_app(door, people)) as client:
        await client.post("/floor/sign-in", data={"name": "L. Chen", "pin": "9246"})

        async def press(n: int, rid: str, **fill: str) -> tuple[int, str]:
            body = RULES_FLOOR.allowed[n].body
            asked = {"rid": f"a-press-{rid}", "body": body, "fill": fill}
            reply = await client.post("/floor/tap", json=asked)
            return reply.status_code, reply.json().get("text", "")

        assert await press(0, "none") == (403, "Your PIN first.")
        assert await press(0, "wrong", pin="9247") == (403, "That is not your PIN.")
        assert await press(1, "blind", reason="not approved") == (403, "Your PIN first.")
        assert door.asked == []
        assert (await press(0, "right", pin="9246"))[0] == 200
        assert (await press(1, "no", pin="9246", reason="not approved"))[0] == 200

    accepted, refused = door.asked
    assert isinstance(accepted, RulesAccepted)
    assert isinstance(refused, RulesRefused)
    assert (refused.by, refused.rank, refused.reason) == (
        "L. Chen", "casino_supervisor", "not approved",
    )  # fmt: skip
    assert "9246" not in str(door.asked)


async def test_refused_rules_say_who_and_why_and_have_no_key(tmp_path: Path) -> None:
    door = FakeDoor()
    assert RULES_FLOOR.rules_wait is not None
    said = Said(by="L. Chen", rank="casino_supervisor", at=at("21:40:00"))
    refused = replace(RULES_FLOOR.rules_wait, refused=said, reason="not approved")
    door.floor = replace(RULES_FLOOR, rules_wait=refused, allowed=())
    people = People(tmp_path / "people.json", QUICK)
    people.add("N. Adeyemi", "casino_supervisor", "4711")
    await people.change("N. Adeyemi", "9246")
    async with browser(console_app(door, people)) as client:
        await client.post("/floor/sign-in", data={"name": "N. Adeyemi", "pin": "9246"})
        floor = (await client.get("/floor")).text
        page = (await client.get("/floor/rules")).text

    assert "L. Chen has refused them: not approved" in floor
    for told in ("RULES REFUSED", "L. Chen, casino supervisor", "21:40:00", "not approved"):
        assert told in page
    assert "rules-pin" not in page


async def test_software_and_serial_numbers_are_told_before_anybody_signs_in(
    tmp_path: Path,
) -> None:
    """Who plugs in reads the number on the device, and the version that runs."""
    door = idle()
    silent = Device(role="wheel", state="lost", good=False, serial="PW-00311")
    found = (silent, Device(role="shoe_scanner", serial="SS-00962"), Device(role="shuffler"))
    door.floor = replace(CALM_FLOOR, devices=())
    door.state = Health(journal=JournalHealth(row=12, free=0.4, recording=True), devices=found)
    async with browser(console_app(door, People(tmp_path / "people.json", QUICK))) as client:
        text = (await client.get("/floor")).text

    assert f"dealer-assist {own_version()}" in text
    assert f"on {gethostname()}, port" in text
    assert "No answer from: wheel PW-00311. Plug in, or see devices.toml." in text
    assert "Answering: shoe scanner SS-00962, shuffler." in text
