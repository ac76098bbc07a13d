"""Headers, hosts, health and the pages that need no sign-in."""

from __future__ import annotations

import msgspec
import pytest

from controller.console.app import console_app
from controller.domain.views.floor_view import SignView
from tests.kit.pages.asking import HOST, browser
from tests.kit.pages.fake_door import FakeDoor
from tests.kit.pages.floor_views import SIGN

from .test_taps import NOBODY


@pytest.mark.parametrize("path", ["/dealer", "/sign", "/floor/sign-in", "/health", "/nowhere"])
async def test_every_answer_has_the_strict_policy_and_is_not_kept(path: str) -> None:
    """Strict CSP, no network fonts or scripts (console/README)."""
    async with browser(console_app(FakeDoor(), NOBODY)) as client:
        answer = await client.get(path)

    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert answer.headers["cache-control"] == "no-store"


async def test_static_files_come_with_a_tag_and_are_not_sent_twice() -> None:
    async with browser(console_app(FakeDoor(), NOBODY)) as client:
        first = await client.get("/static/console.js")
        again = await client.get(
            "/static/console.js", headers={"If-None-Match": first.headers["etag"]}
        )
        missing = await client.get("/static/tokens.py")

    assert first.headers["content-type"].startswith("text/javascript")
    assert again.status_code == 304
    assert missing.status_code == 404


async def test_style_sheets_load_nothing_from_elsewhere() -> None:
    async with browser(console_app(FakeDoor(), NOBODY)) as client:
        for name in ("tokens.css", "components.css", "floor.css", "sign.css"):
            text = (await client.get(f"/static/{name}")).text
            assert "http" not in text.replace("http://www.w3.org", "")
            assert "@import" not in text
            assert "data:" not in text
            assert "animation" not in text
            assert "transition" not in text


@pytest.mark.parametrize("host", ["casino.example", "evil.test:80", ""])
async def test_name_that_is_not_ours_is_not_answered(host: str) -> None:
    """A page elsewhere that resolves to the table must not speak for the dealer."""
    async with browser(console_app(FakeDoor(), NOBODY, hosts=("table-14.pit",))) as client:
        strange = await client.get("/dealer", headers={"Host": host})
        ours = await client.get("/dealer", headers={"Host": "table-14.pit:8021"})

    assert strange.status_code == 421
    assert ours.status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.test"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
async def test_post_from_another_site_is_refused(headers: dict[str, str]) -> None:
    door = FakeDoor()
    async with browser(console_app(door, NOBODY)) as client:
        answer = await client.post("/dealer/tap", content=b"{}", headers=headers)

    assert answer.status_code == 403
    assert door.asked == []


async def test_post_from_our_own_page_is_read() -> None:
    async with browser(console_app(FakeDoor(), NOBODY)) as client:
        answer = await client.post("/dealer/tap", content=b"{}", headers={"Origin": HOST})

    assert answer.status_code == 400


async def test_long_post_is_not_read() -> None:
    async with browser(console_app(FakeDoor(), NOBODY)) as client:
        answer = await client.post("/dealer/tap", content=b"x" * 9000)

    assert answer.status_code == 413


async def test_health_tells_counters_and_journal_and_no_card() -> None:
    async with browser(console_app(FakeDoor(), NOBODY)) as client:
        health = (await client.get("/health")).json()

    assert health["journal"]["signed_to"] == 117
    assert health["devices"][0]["counters"]["frames"] == 18204


async def test_home_leads_to_the_dealers_page() -> None:
    async with browser(console_app(FakeDoor(), NOBODY)) as client:
        answer = await client.get("/")

    assert answer.headers["location"] == "/dealer"


async def test_sign_shows_game_limits_and_wheel_results() -> None:
    async with browser(console_app(FakeDoor(), NOBODY)) as client:
        html = (await client.get("/sign")).text

    for words in ("Spanish 21", "$15 to $1,000", "Bets open", "shared 100/15", "$7,901.70"):
        assert words in html


async def test_sign_has_no_field_for_cards_totals_or_depth() -> None:
    """The sign never shows cards, totals, depth, wagers, names or a reason (console/README 1.4)."""
    fields = {f.name for f in msgspec.structs.fields(SignView)}

    assert not fields & {"boxes", "dealer_hand", "shoe", "hold", "payments", "dealer"}


async def test_sign_hides_a_hold_shorter_than_two_seconds() -> None:
    """`sign_hold_delay` = 2 s: the length of a short hold would be a hint (console/README 1.4)."""
    import asyncio

    door = FakeDoor()
    held = msgspec.structs.replace(SIGN, held="Table held, please wait", state="Please wait")
    async with browser(console_app(door, NOBODY)) as client:
        await client.get("/sign")
        door.sign = held
        early = (await client.get("/sign")).text
        await asyncio.sleep(2.1)
        late = (await client.get("/sign")).text

    assert "Bets open" in early
    assert "Table held" not in early
    assert "Table held, please wait" in late
