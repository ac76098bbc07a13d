"""A thousand requests that no page of ours sends: refused, redirected or not found, never a 500."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
from argon2 import PasswordHasher
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.routing import Route

from controller.console.app import console_app
from controller.console.sign_in.people import People
from controller.domain import commands
from tests.kit.pages.fake_door import FakeDoor
from tests.kit.pages.floor_views import HELD_FLOOR, ID

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
REQUESTS = 1000
PATHS = sorted(
    {
        route.path
        for route in console_app(FakeDoor(), People(Path("nowhere"))).routes
        if isinstance(route, Route)
    }
)
"""What the application serves, as it says itself."""
ASKED = ["/floor/round/{no:int}", "/events/floor", "/floor/irregularity", "/floor/pays"]
"""Those that read what is asked."""
AWKWARD = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        ["", "0", "-1", "1e9", "9" * 40, "²", "١", "\x00", "../../etc/passwd", "%00", "a" * 5000,
         "\u202e", "null", "{}", "[]", ID, "'\"><script>"]
    ),
    st.integers().map(str),
)  # fmt: skip
KEYS = st.sampled_from(
    ["id", "step", "no", "page", "size", "name", "pin", "old", "again", "new", "box", "up", "hand1"]
)
QUERIES = st.fixed_dictionaries(
    {},
    optional={"step": AWKWARD, "no": AWKWARD, "page": st.sampled_from(["round", "irregularity"])},
)
NAMED = [k.__name__ for k in vars(commands).values() if isinstance(k, type)]
JSONS: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(AWKWARD, inside, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(["box", "hand", "cents", "irr", "reason", "whom", "cards", "boxes", "on"])


@st.composite
def taps(draw: st.DrawFn) -> bytes:
    """From one that is nearly ours to none at all."""
    kind = draw(st.sampled_from(NAMED))
    inner = {"type": kind} | draw(st.dictionaries(FIELDS, JSONS, max_size=3))
    body = draw(st.one_of(st.just(json.dumps(inner)), AWKWARD))
    fill = draw(st.dictionaries(st.one_of(FIELDS, AWKWARD), AWKWARD | st.integers(), max_size=2))
    rid = draw(st.one_of(st.just("12345678"), AWKWARD))
    sent: Any = {"rid": rid, "token": draw(AWKWARD), "body": body, "fill": fill}
    sent = draw(st.one_of(st.just(sent), JSONS))
    return json.dumps(sent).encode("utf-8", "surrogatepass")[:8000]


@st.composite
def requests(draw: st.DrawFn) -> dict[str, Any]:
    path = draw(st.sampled_from(PATHS) | st.sampled_from(ASKED))
    path = path.replace("{no:int}", str(draw(st.integers(0, 10**30))))
    path = path.replace("{name}", draw(st.sampled_from(["..%2f", "x", "tokens.css", "%00"])))
    post = draw(st.booleans()) and not path.startswith("/events")
    form = st.dictionaries(KEYS, AWKWARD, max_size=4).map(
        lambda fields: httpx.QueryParams(fields).__str__().encode()
    )
    return {
        "method": "POST" if post else draw(st.sampled_from(["GET", "HEAD", "GET"])),
        "url": path,
        "params": draw(st.one_of(QUERIES, st.dictionaries(KEYS, AWKWARD, max_size=3))),
        "content": draw(st.one_of(taps(), form, st.binary(max_size=60))) if post else None,
        "headers": {
            "Content-Type": draw(
                st.sampled_from(
                    ["application/json", "application/x-www-form-urlencoded", "text/plain",
                     "multipart/form-data", "multipart/form-data; boundary=x", "é"]
                )
            )
        },
        "cookies": draw(st.booleans()),
    }  # fmt: skip


def test_no_request_is_answered_by_a_failure(tmp_path: Path) -> None:
    people = People(tmp_path / "people.json", QUICK)
    people.add("Ada Fox", "floorperson", "1357")
    asyncio.run(people.change("Ada Fox", "4711"))
    door = FakeDoor()
    door.floor = HELD_FLOOR
    loop = asyncio.new_event_loop()
    app = console_app(door, people)
    transport = httpx.ASGITransport(app=app)
    stranger = httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1")
    signed = httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1")
    form = {"name": "Ada Fox", "pin": "4711"}

    async def ask(request: dict[str, Any]) -> int:
        client = signed if request.pop("cookies") else stranger
        if not (await signed.get("/floor")).is_success:
            await signed.post("/floor/sign-in", data=form)
        headers = {k: v.encode() for k, v in request.pop("headers").items()}
        async with asyncio.timeout(20):
            asked = asyncio.ensure_future(client.request(**request, headers=headers))
            while not asked.done():
                door.close()  # an event stream has said its view and ends
                await asyncio.wait({asked}, timeout=0.01)
            return asked.result().status_code

    @settings(
        max_examples=REQUESTS, deadline=None, derandomize=True,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(requests())
    def run(request: dict[str, Any]) -> None:
        status = loop.run_until_complete(ask(dict(request)))
        assert status < 500, request

    try:
        run()
    finally:
        loop.run_until_complete(stranger.aclose())
        loop.run_until_complete(signed.aclose())
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        loop.close()
