"""Signing in, and the floor's pages: facts before rulings, nothing preselected."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import msgspec
import pytest
from argon2 import PasswordHasher

from controller.console.app import console_app
from controller.console.sign_in import tries
from controller.console.sign_in.people import People
from controller.domain import commands
from controller.domain.views.floor_view import FloorView, Verdict
from tests.kit.pages.asking import browser, tap
from tests.kit.pages.fake_door import FakeDoor
from tests.kit.pages.floor_views import CALM_FLOOR, ERROR, HELD_FLOOR, ID, MISSED, STEPS, UNREAD
from tests.kit.pages.views import at

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PIN = "4711"
Visit = Callable[[httpx.AsyncClient], Awaitable[None]]


@pytest.fixture
def door() -> FakeDoor:
    return FakeDoor()


@pytest.fixture
def people(tmp_path: Path) -> People:
    store = People(tmp_path / "people.json", QUICK)
    store.add("M. Okafor", "floorperson", "1234")
    asyncio.run(store.change("M. Okafor", PIN))
    return store


def visit(door: FakeDoor, people: People, act: Visit) -> None:
    """Hashing runs on a thread, so these tests run on a real loop."""

    async def go() -> None:
        app = console_app(door, people, now=lambda: at("21:46:12"))
        async with browser(app) as client:
            await act(client)

    asyncio.run(go())


async def sign_in(client: httpx.AsyncClient, pin: str = PIN) -> httpx.Response:
    return await client.post("/floor/sign-in", data={"name": "M. Okafor", "pin": pin})


def test_floor_asks_for_a_sign_in(door: FakeDoor, people: People) -> None:
    async def act(client: httpx.AsyncClient) -> None:
        for path in ("/floor", "/floor/irregularity", "/floor/round/117"):
            assert (await client.get(path)).headers["location"] == "/floor/sign-in"
        assert (await client.get("/events/floor")).status_code == 401

    visit(door, people, act)


def test_sign_in_sets_a_cookie_that_scripts_and_other_sites_cannot_use(
    door: FakeDoor, people: People
) -> None:
    async def act(client: httpx.AsyncClient) -> None:
        answer = await sign_in(client)
        cookie = answer.headers["set-cookie"].lower()
        assert answer.status_code == 303
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert (await client.get("/floor")).status_code == 200

    visit(door, people, act)


def test_wrong_pin_is_slowed_down(door: FakeDoor, people: People) -> None:
    async def act(client: httpx.AsyncClient) -> None:
        for _ in range(3):
            assert (await sign_in(client, "9999")).status_code == 403
        late = await sign_in(client)
        assert late.status_code == 429
        left = re.search(r'Locked for <span data-left="(\d+)">0:(\d\d)</span>', late.text)
        assert left is not None
        assert 0 < int(left[1]) == int(left[2]) <= tries.WAIT_S
        assert (await client.get("/floor")).status_code == 303

    visit(door, people, act)


def test_given_pin_must_be_changed_before_anything_else(door: FakeDoor, people: People) -> None:
    """No default PIN, change forced at first use (console/README 6)."""
    people.add("R. Delgado", "casino_supervisor", "5678")

    async def act(client: httpx.AsyncClient) -> None:
        first = await client.post("/floor/sign-in", data={"name": "R. Delgado", "pin": "5678"})
        assert first.headers["location"] == "/floor/pin"
        assert (await client.get("/floor")).headers["location"] == "/floor/pin"
        assert (await tap(client, "/floor/tap", commands.FloorCalled())).status_code == 401

        async def change(pin: str, again: str) -> httpx.Response:
            form = {"old": "5678", "pin": pin, "again": again}
            return await client.post("/floor/pin", data=form)

        same = await change("5678", "5678")
        other = await client.post(
            "/floor/pin", data={"old": "5678", "pin": "8052", "again": "8053"}
        )
        weak = await change("1111", "1111")
        done = await change("8052", "8052")
        assert [r.status_code for r in (same, other, weak, done)] == [400, 400, 400, 303]
        assert (await client.get("/floor")).status_code == 200

    visit(door, people, act)


def test_held_table_leads_straight_to_the_irregularity(door: FakeDoor, people: People) -> None:
    """Three touches in the usual case: badge, fact, ruling (console/README 4)."""
    door.floor = HELD_FLOOR

    async def act(client: httpx.AsyncClient) -> None:
        assert (await sign_in(client)).headers["location"] == "/floor/irregularity"

    visit(door, people, act)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"same_file": "keys/signing-0002.key: permission denied"}, "goes on in the one before"),
        ({"damaged": "row 7 was changed"}, "row 7 was changed"),
        ({"recording": False}, "CANNOT RECORD"),
    ],
)
def test_trouble_of_the_record_is_counted_on_its_tab_and_told_there(
    door: FakeDoor, people: People, wrong: dict[str, str | bool], told: str
) -> None:
    async def act(client: httpx.AsyncClient) -> None:
        await sign_in(client)
        calm = (await client.get("/floor")).text
        journal = msgspec.structs.replace(door.state.journal, **wrong)
        door.state = msgspec.structs.replace(door.state, journal=journal)
        page = (await client.get("/floor")).text
        assert told in page
        assert told not in calm
        assert (_badge(calm), _badge(page)) == ("", "1")

    visit(door, people, act)


def _badge(page: str) -> str:
    """What the tab of the journal counts."""
    tab = re.search(r'href="/floor#journal".*?</a>', page, re.DOTALL)
    assert tab is not None
    return "".join(re.findall(r"\d+", re.sub("<[^>]*>", "", tab[0].partition(">")[2])))


def test_sign_in_on_the_tables_own_screen_ends_with_one_ruling(
    door: FakeDoor, people: People
) -> None:
    """An open floor session there would let the dealer rule (console/README 4)."""

    async def act(client: httpx.AsyncClient) -> None:
        await client.get("/dealer")
        await sign_in(client)
        fact = commands.FactAnswered(irr=ID, question="q", answer="YES")
        await tap(client, "/floor/tap", fact, rid="00000001")
        ruled = await tap(
            client, "/floor/tap", commands.Ruled(irr=ID, ruling="CARD LAST"), rid="00000002"
        )
        again = await tap(
            client, "/floor/tap", commands.Ruled(irr=ID, ruling="CARD LAST"), rid="00000003"
        )
        assert ruled.json() == {"verdict": "accepted", "go": "/dealer"}
        assert again.status_code == 401

    visit(door, people, act)
    assert len(door.asked) == 2


def test_floor_tap_is_vouched_for_by_name_and_rank(door: FakeDoor, people: People) -> None:
    """Every action shows who and when (console/README)."""

    async def act(client: httpx.AsyncClient) -> None:
        await sign_in(client)
        await tap(client, "/floor/tap", commands.Ruled(irr=ID, ruling="CARD LAST"))
        await client.post("/floor/sign-out", data={"x": "1"})
        assert (await client.get("/floor")).status_code == 303

    visit(door, people, act)
    assert (door.asked[0].by, door.asked[0].rank, door.asked[0].where) == (
        "M. Okafor", "floorperson", "floor",
    )  # fmt: skip


def page_of(door: FakeDoor, people: People, view: FloorView, path: str) -> str:
    door.floor, found = view, []

    async def act(client: httpx.AsyncClient) -> None:
        await sign_in(client)
        found.append((await client.get(path)).text)

    visit(door, people, act)
    return found[0]


def test_irregularity_shows_fact_clause_mode_rulings_and_notice(
    door: FakeDoor, people: People
) -> None:
    """The fixed order of the hold screen (console/README 4)."""
    html = page_of(door, people, HELD_FLOOR, "/floor/irregularity")
    main = html[html.index("<main") :]

    order = [
        main.index(words)
        for words in ("Box 5 asked, got no card", "205 CMR 146", "players", "FACT", "MA 15.i</b>",
                      "PLAYER CHOOSES", "CARD LAST", "CORRECT CARDS")
    ]  # fmt: skip

    assert order == sorted(order)
    assert "Notified: M. Okafor, floorperson, 21:47:10" in main
    assert 'aria-pressed="true"' in main
    assert " checked" not in main


def test_ruling_that_moves_money_asks_once_more_and_others_do_not(
    door: FakeDoor, people: People
) -> None:
    """A preview with CONFIRM only where money moves or a hand dies (console/README 4)."""
    html = page_of(door, people, HELD_FLOOR, "/floor/irregularity")

    assert re.search(r'data-token="Ruled/[^"]*CARD LAST"[^>]*><span class="rule__h">', html)
    assert re.search(r'<button class="rule" data-opens="rule [0-9a-f]{16}">', html)
    assert "Hand dead, $100 back" in html


def test_ruling_not_open_now_is_greyed_with_its_reason(door: FakeDoor, people: People) -> None:
    """Illegal choices are greyed with the reason, not hidden (console/README 4)."""
    path = f"/floor/irregularity?id={UNREAD.id}"

    html = page_of(door, people, HELD_FLOOR, path)

    assert 'data-why="The card may be a ten."' in html
    assert "NO CLAUSE: REASON REQUIRED" in html
    assert 'data-reason="1"' in html
    assert "<b>No clause.</b>" in html
    assert "Notify first" in html
    assert html.count('data-choice="suit"') == 4
    assert html.count("data-face") == 1


def test_ruling_without_answered_facts_cannot_be_touched(door: FakeDoor, people: People) -> None:
    """A ruling is reachable only through the answers (console/README 4)."""
    bare = tuple(msgspec.structs.replace(r, body="", token="") for r in MISSED.rulings)
    view = msgspec.structs.replace(
        HELD_FLOOR, irregularities=(msgspec.structs.replace(MISSED, rulings=bare),)
    )

    html = page_of(door, people, view, "/floor/irregularity")

    assert html.count('data-why="Answer the facts first."') == 2


def test_small_layout_shows_the_hole_card_as_a_back(door: FakeDoor, people: People) -> None:
    """No rank of a face-down card on any screen, the floor's included (console/README 4)."""
    html = page_of(door, people, HELD_FLOOR, "/floor/irregularity")

    assert html.count("mini--back") == 1


def test_overview_lists_what_is_open_devices_duties_rounds_and_journal(
    door: FakeDoor, people: People
) -> None:
    html = page_of(door, people, msgspec.structs.replace(HELD_FLOOR, duties=()), "/floor")

    main = html[html.index("<main") :]

    order = [main.index(words) for words in (MISSED.headline, ERROR.headline, "Devices", "rounds")]
    assert order == sorted(order)
    for words in (
        "SIM-READER-1",
        "18,204",
        "signed to round 117",
        "row 48,211",
        "dealer bust",
        "HELD",
    ):
        assert words in html


def test_tabs_say_how_much_waits_on_each(door: FakeDoor, people: People) -> None:
    html = page_of(door, people, CALM_FLOOR, "/floor")
    tabs = html[html.index('<nav class="tabs"') : html.index("</nav>")]

    found = re.findall(r'data-tab-of="(\w+)"[^>]*>\w+(?:<b[^>]*>(\d+))?', tabs)

    assert dict(found) == {
        "now": "1",
        "devices": "1",
        "duties": "1",
        "rounds": "1",
        "payouts": "",
        "meters": "1",
        "people": "",
        "journal": "",
    }


def test_each_key_of_the_floor_stands_on_one_tab(door: FakeDoor, people: People) -> None:
    """Twelve equal reports and fifteen equal keys stood on one page."""
    html = page_of(door, people, CALM_FLOOR, "/floor")
    panes = html[html.index("<main") :].split('data-pane="')[1:]
    parts = {pane.partition('"')[0]: pane for pane in panes}

    assert "Wheel out" in parts["devices"]
    assert "VOID ROUND" in parts["now"]
    assert html.count("RoundVoided/118") == 1
    assert 'href="/floor/people"' in html


def test_what_was_ruled_is_said_and_the_page_goes_back_by_itself(
    door: FakeDoor, people: People
) -> None:
    """An empty page said `Nothing is open`."""
    door.floor, found = HELD_FLOOR, []
    clear = msgspec.structs.replace(HELD_FLOOR, hold=None, irregularities=(), seq=41300)

    def judge(_: commands.Command) -> Verdict:
        door.floor = clear
        return Verdict(verdict="accepted")

    door.judge = judge

    async def act(client: httpx.AsyncClient) -> None:
        await sign_in(client)
        found.append((await client.get("/floor/ruled")).headers["location"])
        ruled = commands.Ruled(irr=ID, ruling="CARD LAST")
        found.append((await tap(client, "/floor/tap", ruled)).json())
        found.append((await client.get("/floor/ruled")).text)

    visit(door, people, act)

    assert found[:2] == ["/floor", {"verdict": "accepted", "go": "/floor/ruled"}]
    for words in ("card last. Play goes on.", "by you at 21:46:12", "41,300", 'data-back="12"'):
        assert words in found[2], words


def test_next_hold_comes_before_what_was_ruled(door: FakeDoor, people: People) -> None:
    door.floor, found = HELD_FLOOR, []

    async def act(client: httpx.AsyncClient) -> None:
        await sign_in(client)
        ruled = commands.Ruled(irr=ID, ruling="CARD LAST")
        found.append((await tap(client, "/floor/tap", ruled)).json())

    visit(door, people, act)

    assert found == [{"verdict": "accepted"}]


def test_round_is_stepped_through_without_a_session_of_its_own(
    door: FakeDoor, people: People
) -> None:
    html = page_of(door, people, HELD_FLOOR, "/floor/round/117?step=3")
    gone = page_of(door, people, HELD_FLOOR, "/floor/round/3")

    assert "Step 3 of 7" in html
    assert "journal row 31,403" in html
    assert "not kept here" in gone


def test_replay_opens_at_the_last_card_of_the_box_and_keeps_its_filter(
    door: FakeDoor, people: People
) -> None:
    """A dispute is about one box; the list showed all of the round, from the plugging in."""
    boxes = [step.box for step in STEPS]
    box = max(boxes)
    html = page_of(door, people, HELD_FLOOR, f"/floor/round/117?box={box}")
    all_of_it = page_of(door, people, HELD_FLOOR, "/floor/round/117?step=1")
    rulings = page_of(door, people, HELD_FLOOR, "/floor/round/117?rulings=1")

    shown = [step for step in STEPS if step.box == box or step.flag]
    last = max(n for n, step in enumerate(shown, 1) if step.box)
    assert f"Step {last} of {len(shown)}" in html
    assert f"?step={max(last - 1, 1)}&amp;box={box}" in html
    assert f"Step 1 of {len(STEPS)}" in all_of_it
    assert f"of {len([s for s in STEPS if s.flag]) or len(STEPS)}:" in rulings
    assert "Video 2" in html


def test_wrong_payment_of_a_closed_round_is_written_up_over_http(
    door: FakeDoor, people: People
) -> None:
    """Round, box, dollars, form and reason are typed; a body's own box is nobody's to type over."""
    adjusted = commands.Adjusted(direction="take")
    fill = {"round": "12", "box": "3", "dollars": "$12.50", "form": "4711", "reason": "3 to 2"}
    answers: list[httpx.Response] = []

    async def go(client: httpx.AsyncClient) -> None:
        await sign_in(client)
        for n, (said, typed) in enumerate(
            (
                (adjusted, fill),
                (adjusted, fill | {"dollars": "ten"}),
                (adjusted, fill | {"round": "-1"}),
                (commands.LetIn(box=2), {"box": "3"}),
            )
        ):
            answers.append(await tap(client, "/floor/tap", said, rid=f"adjust-000{n}", fill=typed))

    visit(door, people, go)

    assert answers[0].json() == {"verdict": "accepted"}
    assert {one.status_code for one in answers[1:]} == {400}
    (said,) = (c for c in door.asked if isinstance(c, commands.Adjusted))
    assert (said.round, said.box, said.cents, said.form) == (12, 3, 1250, "4711")
    assert (said.direction, said.reason, said.by) == ("take", "3 to 2", "M. Okafor")


def test_no_floorperson_reads_the_name_of_a_note(door: FakeDoor, people: People) -> None:
    """The page of a ruling, the duties and the answer to a tap said `MA house.self-test`."""
    note = "MA house.self-test"
    fact = msgspec.structs.replace(MISSED.facts[0], greyed_reason="Not you.", clause=note)
    one = msgspec.structs.replace(MISSED, clause=note, words="for the time deal_gap", facts=(fact,))
    duty = msgspec.structs.replace(CALM_FLOOR.duties[0], sub=note)
    view = msgspec.structs.replace(HELD_FLOOR, irregularities=(one,), duties=(duty,))

    ruled = page_of(door, people, view, "/floor/irregularity")
    overview = page_of(door, people, view, "/floor")

    assert note not in ruled + overview
    assert "deal_gap" not in ruled
    assert '<b class="cid">House rule</b> The rule text leaves this to the house.' in ruled


def test_refused_tap_of_the_floor_names_no_note(door: FakeDoor, people: People) -> None:
    door.verdict = Verdict(verdict="refused", text="Once per card.", clause="MA house.last-card")

    async def act(client: httpx.AsyncClient) -> None:
        await sign_in(client)
        answer = await tap(client, "/floor/tap", commands.TableClosed())
        assert answer.json()["clause"] == "house rule"

    visit(door, people, act)
