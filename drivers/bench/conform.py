"""What PROTOCOL.md demands of a device, sentence by sentence, as far as it needs no hands.

Each check is one numbered sentence. Nothing is acknowledged and nothing moves: the only commands
have a verb that no device has. What needs hands is named at the end, for the technician.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from drivers.bench.by_hand import ended_by_hand
from drivers.catalog import DRIVERS
from drivers.errors import DriverError, LinkLost, Timeout
from drivers.frame import encode_frame
from drivers.tablelink.messages import wire
from drivers.tablelink.messages.wire import Answer, Hello, LevelName, OrderState

from .found import Found, Verdict
from .talk import Talk

NO_VERB = 0xEE
UNUSED = (1 << 62) + 4711
HANDS = (
    "3.1 pull the plug, put it in and run this again at once: HELLO comes each 500 ms",
    "4.2 draw a card and pull the plug at once: it is told after the plug is in again",
    "4.3 draw with the host away until the memory is full: the gate shuts, nothing is overwritten",
    "4.4 cut the power with events kept: they come under their old boot",
    "5.1 order a movement twice under one id: it moves once",
    "5.5 hold the mechanism: PROGRESS goes on each second until the fault is told",
    "6 lock the gate and leave: it opens by itself after 3 s",
)
"""What a person has to do."""
STAYS = "it stays greeted when it is asked again; judged behind a start"
"""PROTOCOL 8.5 allows that."""


class Wrong(Exception):
    """The device does not do what the sentence says."""


Check = Callable[[Talk, Hello], Awaitable[str | None]]
"""Raises: Wrong, Timeout. A text = it does not apply."""


def demand(holds: bool, text: str) -> None:
    if not holds:
        raise Wrong(text)


# ---- frames and messages ----
async def drops_wrong_crc(talk: Talk, _: Hello) -> None:
    frame = bytearray(encode_frame(wire.encode(wire.Ping(7))))
    frame[-3] ^= 1 if frame[-3] != 1 else 2
    talk.raw(bytes(frame))
    heard = await talk.quiet(0.4)
    demand(not any(isinstance(m, wire.Pong) and m.token == 7 for m in heard), "it was answered")


async def drops_too_long(talk: Talk, _: Hello) -> None:
    talk.raw(b"\x01" * 600 + b"\x00")
    await talk.ping(8)


async def ends_a_torn_frame_at_zero(talk: Talk, _: Hello) -> None:
    talk.raw(encode_frame(wire.encode(wire.Ping(9)))[:-3] + b"\x00")
    await talk.ping(10)


async def drops_unknown_opcode(talk: Talk, _: Hello) -> None:
    talk.raw(encode_frame(b"\x7fwhat"))
    heard = [m for m in await talk.quiet(0.4) if not isinstance(m, wire.Event | wire.Hello)]
    demand(not heard and not talk.strange, "it answered a message that it does not know")
    await talk.ping(11)


async def drops_cut_message(talk: Talk, _: Hello) -> None:
    talk.raw(encode_frame(bytes([wire.Op.PING, 1, 2])))
    heard = await talk.quiet(0.4)
    demand(not any(isinstance(m, wire.Pong) for m in heard), "it answered half a PING")
    await talk.ping(12)


async def skips_optional_fields(talk: Talk, _: Hello) -> None:
    talk.raw(encode_frame(wire.encode(wire.Ping(13)) + bytes([9, 2, 0xAA, 0xBB])))
    await talk.want(wire.Pong, 1.0, lambda pong: pong.token == 13)


# ---- greeting ----
async def answers_hello_request(talk: Talk, hello: Hello) -> None:
    again = await talk.hello(1.0)
    demand(again.boot == hello.boot, "another boot without a start")
    demand(again.serial == hello.serial, "another serial number without a start")


async def repeats_hello_until_greeted(talk: Talk, hello: Hello) -> str | None:
    await talk.hello()
    heard = [m for m in await talk.quiet(1.7) if isinstance(m, Hello)]
    if not heard and await _obeys(talk, hello):
        return STAYS
    talk.say(wire.HelloAck(wire.VERSION, hello.boot, 1, "bench"))
    demand(len(heard) >= 2, f"{len(heard)} in 1.7 s, one each 500 ms is due")
    return None


async def is_quiet_once_greeted(talk: Talk, _: Hello) -> None:
    await talk.greet()
    heard = [m for m in await talk.quiet(1.7) if isinstance(m, Hello)]
    demand(not heard, "it goes on saying hello")


async def takes_no_greeting_of_another_boot(talk: Talk, hello: Hello) -> str | None:
    await talk.hello()
    if await _obeys(talk, hello):
        return STAYS
    talk.say(wire.HelloAck(wire.VERSION, "00" * 12, 1, "bench"))
    heard = [m for m in await talk.quiet(1.2) if isinstance(m, Hello)]
    demand(bool(heard), "it took the greeting of another boot for its own")
    return None


async def _obeys(talk: Talk, hello: Hello) -> bool:
    """Whether it answers a command, as only a device does that is greeted."""
    order = hello.accepted + 104
    talk.say(command(order, hello))
    try:
        await talk.want(wire.CommandReply, 0.4, lambda reply: reply.id == order)
    except Timeout:
        return False
    return True


async def sends_no_event_before_the_greeting(talk: Talk, hello: Hello) -> str | None:
    if not (hello.last_event > hello.acked or hello.carried):
        return "it keeps no event now"
    await talk.hello()
    heard = [m for m in await talk.quiet(0.45) if isinstance(m, wire.Event)]
    talk.say(wire.HelloAck(wire.VERSION, hello.boot, 1, "bench"))
    demand(not heard, "events came before the greeting")
    return None


async def tells_who_it_is(_: Talk, hello: Hello) -> None:
    demand(hello.role in DRIVERS["tablelink"].devices, f"role {hello.role!r}")
    demand(bool(hello.serial and hello.model), "no serial number or no model")
    demand(hello.version_low <= wire.VERSION <= hello.version_high, "not version 1")
    demand(hello.frame_limit >= 64 and hello.key_id == 0, "frame limit or key id")
    demand(hello.acked <= hello.last_event, "more acknowledged than there were events")
    demand(hello.results_kept >= 16, "keeps fewer than 16 results")


# ---- heartbeat ----
async def answers_ping_with_its_token(talk: Talk, hello: Hello) -> None:
    for token in (0, 1, 0xFFFF_FFFE):
        pong = await talk.ping(token, 1.0)
        demand(pong.boot == hello.boot, "PONG names another boot")
        demand(pong.acked <= pong.last_event, "PONG counts more acknowledged than there are")


async def tells_its_clock(talk: Talk, _: Hello) -> str | None:
    first = await talk.ping(20)
    if not first.ms:
        return "version 1.0: no clock"
    await asyncio.sleep(0.5)
    second = await talk.ping(21)
    demand(400 <= second.ms - first.ms <= 700, f"{second.ms - first.ms} ms went by in 500")
    return None


# ---- commands ----
def command(order: int, hello: Hello, args: bytes = b"\x00", boot: str = "") -> wire.Command:
    return wire.Command(order, boot or hello.boot, wire.ANY, wire.ANY, NO_VERB, args)


async def rejects_an_unknown_verb(talk: Talk, hello: Hello) -> None:
    loop = asyncio.get_running_loop()
    order, began = hello.accepted + 101, loop.time()
    talk.say(command(order, hello))
    reply = await talk.want(wire.CommandReply, 2.0, lambda r: r.id == order)
    demand(reply.answer == Answer.REJECTED, f"answer {reply.answer}")
    demand(loop.time() - began <= 0.3, f"after {(loop.time() - began) * 1000:.0f} ms")


async def answers_the_same_id_alike(talk: Talk, hello: Hello) -> None:
    order = hello.accepted + 102
    replies = []
    for _ in range(2):
        talk.say(command(order, hello))
        replies.append(await talk.want(wire.CommandReply, 2.0, lambda r: r.id == order))
    demand(replies[0].answer == replies[1].answer, "another answer the second time")


async def checks_the_expected_boot(talk: Talk, hello: Hello) -> None:
    order = hello.accepted + 103
    talk.say(command(order, hello, boot="00" * 12))
    reply = await talk.want(wire.CommandReply, 2.0, lambda r: r.id == order)
    right = reply.answer == Answer.REJECTED and reply.reason == wire.PRECONDITION
    demand(right, f"answer {reply.answer}, {reply.reason!r}")


async def knows_what_it_has_never_seen(talk: Talk, hello: Hello) -> None:
    order = max(UNUSED, hello.accepted + 1000)
    talk.say(wire.CommandQuery(order))
    state = await talk.want(wire.CommandState, 2.0, lambda s: s.id == order)
    demand(state.status == OrderState.NEVER_SEEN, f"status {state.status}")


async def is_unsure_of_what_it_may_have_seen(talk: Talk, hello: Hello) -> str | None:
    if not hello.accepted:
        return "it has accepted no order yet"
    talk.say(wire.CommandQuery(hello.accepted))
    state = await talk.want(wire.CommandState, 2.0, lambda s: s.id == hello.accepted)
    demand(state.status != OrderState.NEVER_SEEN, "it says never seen of an id it accepted")
    return None


# ---- levels ----
async def answers_each_level_that_it_lists(talk: Talk, hello: Hello) -> str | None:
    mine = [name for name in LevelName if name.name.lower() in hello.capabilities]
    if not mine:
        return "it lists no level"
    for name in mine:
        talk.say(wire.Level(name, 0))
        told = await talk.want(wire.LevelState, 2.0, partial(_of_level, name))
        demand(told.value == 0, f"{name.name} stays {told.value}")
    return None


def _of_level(name: LevelName, state: wire.LevelState) -> bool:
    return state.name == name


async def is_silent_about_other_levels(talk: Talk, hello: Hello) -> None:
    others = [n for n in LevelName if n.name.lower() not in hello.capabilities]
    talk.clear()
    for name in others:
        talk.say(wire.Level(name, 0))
    heard = [m for m in await talk.quiet(0.4) if isinstance(m, wire.LevelState)]
    demand(not heard, "it answered a level that it does not list")


UNGREETED: tuple[tuple[str, str, Check], ...] = (
    ("8.6", "a greeting of another boot is dropped", takes_no_greeting_of_another_boot),
    ("3.1~2", "HELLO is repeated each 500 ms", repeats_hello_until_greeted),
)
CHECKS: tuple[tuple[str, str, Check], ...] = (
    ("1.2", "a frame that is too long is dropped", drops_too_long),
    ("1.3", "a zero ends what was torn", ends_a_torn_frame_at_zero),
    ("1.4", "a frame with a wrong CRC has no answer", drops_wrong_crc),
    ("2", "an unknown opcode is dropped", drops_unknown_opcode),
    ("2~2", "a message that is cut short is dropped", drops_cut_message),
    ("2~3", "unknown optional fields are skipped", skips_optional_fields),
    ("3", "HELLO says who it is", tells_who_it_is),
    ("3.1", "HELLO_REQUEST is answered with HELLO", answers_hello_request),
    ("3.1~3", "HELLO ends with the greeting", is_quiet_once_greeted),
    ("3.2", "no event before the greeting", sends_no_event_before_the_greeting),
    ("5.2", "a verb that it does not have is rejected at once", rejects_an_unknown_verb),
    ("5.3", "the same id has the same answer", answers_the_same_id_alike),
    ("5.4", "another boot is a precondition", checks_the_expected_boot),
    ("5.6", "an id that it never saw is never seen", knows_what_it_has_never_seen),
    ("5.6~2", "an id that it accepted is not", is_unsure_of_what_it_may_have_seen),
    ("6", "each level that it lists is answered", answers_each_level_that_it_lists),
    ("8.4", "a level that it does not list is not", is_silent_about_other_levels),
    ("7", "PING is answered with its token", answers_ping_with_its_token),
    ("8.12", "PONG tells its clock", tells_its_clock),
)


async def conform(
    talk: Talk, tell: Callable[[Found], None] = lambda _: None
) -> tuple[Hello, list[Found]]:
    """Every check: those of the greeting first, the others each behind a greeting.

    Raises: Timeout, LinkLost when nobody is there.
    """
    hello = await talk.hello()
    found: list[Found] = []
    with ended_by_hand(lambda: found):
        for checks, greeted in ((UNGREETED, False), (CHECKS, True)):
            for sentence, title, check in checks:
                one = await _judge(talk, sentence, title, check, greeted=greeted)
                found.append(one)
                tell(one)
    return hello, found


async def _judge(talk: Talk, sentence: str, title: str, check: Check, *, greeted: bool) -> Found:
    loop = asyncio.get_running_loop()
    began = loop.time()

    def found(verdict: Verdict, why: str = "") -> Found:
        return Found(sentence, title, verdict, why, round((loop.time() - began) * 1000, 1))

    try:
        hello = await (talk.greet() if greeted else talk.hello())
        why = await check(talk, hello)
    except LinkLost:
        raise
    except Wrong as wrong:
        return found("failed", str(wrong))
    except Timeout as timeout:
        return found("failed", str(timeout))
    except DriverError as error:
        return found("failed", str(error))
    return found("skipped", why) if why else found("passed")
