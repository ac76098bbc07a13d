"""A tap is vouched for by its session and moves nothing twice."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from controller.console.app import console_app
from controller.console.drawing.look import Look
from controller.console.sign_in.people import People
from controller.console.web.taps import BadTap, decode
from controller.domain import commands
from controller.domain.views.floor_view import Verdict
from tests.kit.pages.asking import browser, tap
from tests.kit.pages.fake_door import FakeDoor
from tests.kit.pages.views import body


def raw(text: str, **more: object) -> bytes:
    return json.dumps({"rid": "12345678", "body": text} | more).encode()


def test_command_takes_sender_rank_and_place_from_the_session() -> None:
    """The console vouches for by, rank and where (commands)."""
    command = decode(
        raw(body(commands.Next(box=3, hand=1)), token="Next/118/3.1/7"),
        by="Dana R.",
        rank="dealer",
        where="dealer",
    )

    assert command == commands.Next(
        box=3, hand=1, by="Dana R.", rank="dealer", where="dealer", rid="12345678",
        token="Next/118/3.1/7",
    )  # fmt: skip


@pytest.mark.parametrize("field", ["by", "rank", "where", "rid", "token"])
def test_body_that_names_its_sender_is_refused(field: str) -> None:
    """A body may never set by, rank or where."""
    text = json.dumps({"type": "Turned", field: "floorperson"})

    with pytest.raises(BadTap):
        decode(raw(text), by="d", rank="dealer", where="dealer")


@pytest.mark.parametrize(
    "data",
    [
        b"", b"[]", b"{}", raw("{}"), raw('{"type": "Nothing"}'), raw("not json"),
        raw('{"type": "Command"}'), raw('{"type": "Next", "box": "three"}'),
        raw('{"type": "Turned"}', rid=""), raw('{"type": "Turned"}', extra=1),
        raw('{"type": "Turned"}', fill={"box": 3}),
    ],
)  # fmt: skip
def test_bytes_that_our_pages_do_not_send_are_refused(data: bytes) -> None:
    with pytest.raises(BadTap):
        decode(data, by="d", rank="dealer", where="dealer")


def test_number_of_cards_is_typed_with_its_seal() -> None:
    text = raw(body(commands.DecksCounted(cards=288, seal="")), fill={"cards": "287", "seal": "S1"})

    counted = decode(text, by="M. Okafor", rank="floorperson", where="floor")

    assert (counted.cards, counted.seal) == (287, "S1")  # type: ignore[attr-defined]
    with pytest.raises(BadTap):
        decode(raw(body(commands.CountReported(cards=0)), fill={"cards": "all"}),
               by="d", rank="dealer", where="floor")  # fmt: skip


def test_typed_reason_and_face_are_filled_into_the_body() -> None:
    ruled = decode(
        raw(body(commands.Ruled(irr="1", ruling="VOID")), fill={"reason": "cards on the floor"}),
        by="M. Okafor", rank="floorperson", where="floor",
    )  # fmt: skip
    entered = decode(
        raw(body(commands.CardEntered(card=4, face="")), fill={"face": "8c"}),
        by="M. Okafor", rank="floorperson", where="floor",
    )  # fmt: skip
    answered = decode(
        raw(body(commands.FactAnswered(irr="1", question="q", answer="")), fill={"face": "8c"}),
        by="M. Okafor", rank="floorperson", where="floor",
    )  # fmt: skip

    assert isinstance(ruled, commands.Ruled)
    assert ruled.reason == "cards on the floor"
    assert isinstance(entered, commands.CardEntered)
    assert entered.face == "8c"
    assert isinstance(answered, commands.FactAnswered)
    assert answered.answer == "8c"


def test_notice_from_the_floor_names_the_person_who_is_signed_in() -> None:
    """Notified: whom and role are the session's (console/README 4)."""
    notice = decode(
        raw(body(commands.Notified(irr="1", whom="somebody else", role="casino_supervisor"))),
        by="M. Okafor", rank="floorperson", where="floor",
    )  # fmt: skip

    assert isinstance(notice, commands.Notified)
    assert (notice.whom, notice.role) == ("M. Okafor", "floorperson")


async def test_double_tap_acts_once() -> None:
    """A tap carries a request id: a repeat gets the earlier verdict (console/README)."""
    door = FakeDoor()
    async with browser(console_app(door, NOBODY)) as client:
        first = await tap(client, "/dealer/tap", commands.Next(box=4, hand=2))
        second = await tap(client, "/dealer/tap", commands.Next(box=4, hand=2))

    assert first.json() == second.json() == {"verdict": "accepted"}
    assert len(door.asked) == 1


async def test_dealer_page_speaks_as_the_dealer_who_is_signed_on() -> None:
    door = FakeDoor()
    async with browser(console_app(door, NOBODY)) as client:
        await tap(client, "/dealer/tap", commands.Turned())

    assert (door.asked[0].by, door.asked[0].rank, door.asked[0].where) == (
        "Dana R.", "dealer", "dealer",
    )  # fmt: skip


async def test_refusal_comes_back_with_its_clause() -> None:
    door = FakeDoor()
    door.verdict = Verdict(verdict="refused", clause="MA 7.i~2", text="Box 5 is not done.")
    async with browser(console_app(door, NOBODY)) as client:
        answer = await tap(client, "/dealer/tap", commands.Turned())

    assert answer.json() == {
        "verdict": "refused", "clause": "MA 7.i~2", "text": "Box 5 is not done.",
    }  # fmt: skip


async def test_refusal_comes_back_in_the_dealers_language() -> None:
    """A clause keeps its number, and the floor is answered in English (console/README 9)."""
    door = FakeDoor()
    door.verdict = Verdict(verdict="refused", clause="MA 7.i~2", text="Not now. Pay and take.")
    look = Look(language="es")
    async with browser(console_app(door, NOBODY, look=look)) as client:
        answer = await tap(client, "/dealer/tap", commands.Turned())
        page = await client.get("/dealer")

    assert answer.json()["text"] == "Ahora no. Pagar y retirar."
    assert answer.json()["clause"] == "MA 7.i~2"
    assert '<html lang="es"' in page.text


async def test_floor_tap_without_a_session_is_refused() -> None:
    door = FakeDoor()
    async with browser(console_app(door, NOBODY)) as client:
        answer = await tap(client, "/floor/tap", commands.Ruled(irr="1", ruling="x"))

    assert answer.status_code == 401
    assert door.asked == []


class _Failing(FakeDoor):
    async def command(self, command: commands.Command) -> Verdict:
        raise RuntimeError("Kd is under the hole card")


async def test_failed_request_shows_one_line_and_no_text_of_the_error() -> None:
    """A console request that fails never ends the daemon, and raw errors are never shown."""
    async with browser(console_app(_Failing(), NOBODY)) as client:
        answer = await tap(client, "/dealer/tap", commands.Turned())
        after = await client.get("/dealer")

    assert answer.status_code == 500
    assert answer.json()["verdict"] == "not_recorded"
    assert "Kd" not in answer.text
    assert after.status_code == 200


NOBODY = People(Path("/nonexistent/people.json"))


UNSEEN = {
    "bidi": "paid \u202e0001$",
    "isolate": "\u2066box 3\u2069",
    "control": "ok\x1b[2J",
    "nothing": "a\u200bb",
    "null": "a\x00b",
    "separator": "one\u2028two",
    "half a character": "\ud800",
}


@pytest.mark.parametrize("text", UNSEEN.values(), ids=UNSEEN)
@pytest.mark.parametrize("where", ["typed", "body", "rid"])
def test_text_that_is_not_seen_as_it_is_stored_is_refused(text: str, where: str) -> None:
    """What a person wrote stands on the record for years: no mark turns it around."""
    ruled = commands.Ruled(irr="ten_found/7", ruling="torn_and_boxed")
    more: dict[str, object] = {"fill": {"reason": text}} if where == "typed" else {}
    if where == "body":
        ruled = commands.Ruled(irr="ten_found/7", ruling="torn", reason=text)
    if where == "rid":
        more = {"rid": f"12345678{text}"}
    sent = json.dumps({"rid": "12345678", "body": json.dumps(msgspec.to_builtins(ruled))} | more)

    with pytest.raises(BadTap):
        decode(sent.encode("utf-8", "surrogatepass"), by="M", rank="floorperson", where="floor")


def test_reason_of_several_lines_is_one() -> None:
    sent = raw(body(commands.RoundVoided(reason="")), fill={"reason": "cards\r\n\tfell\n"})

    command = decode(sent, by="M", rank="casino_supervisor", where="floor")

    assert command.reason == "cards fell"  # type: ignore[attr-defined]


def test_limits_are_written_in_dollars_minutes_and_boxes() -> None:
    def said(**fill: str) -> commands.Command:
        text = body(commands.LimitsChanged())
        return decode(raw(text, fill=fill), by="M. Okafor", rank="floorperson", where="floor")

    full = said(low="$25", high="2000.50", after="20", boxes="2, 5")

    assert isinstance(full, commands.LimitsChanged)
    assert (full.low_cents, full.high_cents) == (2_500, 200_050)
    assert (full.after_min, full.kept) == (20, (2, 5))
    for wrong in ({"low": "ten"}, {"after": "-1"}, {"boxes": "two"}):
        with pytest.raises(BadTap):
            said(**wrong)
    with pytest.raises(BadTap):
        decode(raw(body(commands.LetIn(box=2)), fill={"low": "5"}), by="d", rank="d", where="floor")
