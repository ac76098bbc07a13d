"""Tablelink version 1: the messages of both directions, byte by byte (drivers/PROTOCOL.md).

A message is its opcode and its fields in the order written here, each packed as `layout` says,
then optional fields (tag, length, bytes), which this version skips. One message fills one frame.
Events have their bodies in `events`. Nothing here blocks or keeps anything.
"""

from __future__ import annotations

from enum import IntEnum
from typing import ClassVar

from msgspec import Struct

from .fields import BOOL, BOOT, BYTES, TEXT, TEXTS, U8, U16, U32, U64, Cursor, Field, many

VERSION = 1
NO_BOOT = "00" * 12
ANY = 0xFFFF_FFFF
"""As an expected state or event number: whatever it is."""
CRITICAL, RESENT = 1, 2
"""Bits of `Event.flags`."""


class Op(IntEnum):
    HELLO_REQUEST = 0x01
    HELLO = 0x02
    HELLO_ACK = 0x03
    BLINK = 0x04
    FORGET = 0x05
    PING = 0x08
    PONG = 0x09
    EVENT = 0x10
    EVENT_ACK = 0x11
    COMMAND = 0x20
    COMMAND_REPLY = 0x21
    PROGRESS = 0x22
    COMMAND_QUERY = 0x23
    COMMAND_STATE = 0x24
    LEVEL = 0x30
    LEVEL_STATE = 0x31
    TELEMETRY = 0x40
    SEALED = 0xE0
    """Reserved: an encrypted frame (R12). Dropped and counted in version 1."""


class Answer(IntEnum):
    ACCEPTED = 1
    REJECTED = 2
    BUSY = 3


class OrderState(IntEnum):
    RUNNING = 1
    DONE = 2
    FAILED = 3
    NEVER_SEEN = 4
    UNKNOWN = 5
    REJECTED = 6


class LevelName(IntEnum):
    """What can be kept asserted; the capability of the same name in small letters declares it."""

    FREE = 1
    """Reader: 1 = its answer may be given."""
    LOCKED = 2
    """Shoe: 1 = gate locked. Wheel: 1 = bonus wagers locked out."""
    LAMP = 3
    """0 = stop, 1 = look, 2 = go."""
    ARMED = 4
    """Wheel: box whose seat button may ask for a spin; 0 = none."""


LAMP_VALUES = {"stop": 0, "look": 1, "go": 2}
PRECONDITION = "precondition"
"""The one reason of a rejection that the device does not keep: the host asks again."""


class Message(Struct, frozen=True):
    op: ClassVar[Op]
    layout: ClassVar[tuple[Field, ...]] = ()
    behind: ClassVar[tuple[tuple[int, str, Field], ...]] = ()
    """Optional fields: tag, name and field; one that has its default is not sent."""


class HelloRequest(Message, frozen=True):
    """Host: say who you are; clears nothing."""

    op: ClassVar[Op] = Op.HELLO_REQUEST


class Carried(Struct, frozen=True):
    """Unacknowledged events of an earlier boot: their names are kept."""

    boot: str
    first: int
    count: int


CARRIED = Field(
    lambda c: BOOT.pack(c.boot) + U32.pack(c.first) + U32.pack(c.count),
    lambda cursor: Carried(BOOT.take(cursor), cursor.number(4), cursor.number(4)),
)


class Hello(Message, frozen=True, kw_only=True):
    """Device: first message after a start, repeated each 500 ms until HELLO_ACK."""

    op: ClassVar[Op] = Op.HELLO
    layout: ClassVar[tuple[Field, ...]] = (
        *(U8, U8, TEXT, TEXT, TEXT, TEXT, TEXT, BYTES, TEXTS, U16, U16, U16, U16, BOOL),
        *(BOOT, TEXT, U32, U32, U64, many(CARRIED), U64, U32),
    )
    version_low: int = VERSION
    version_high: int = VERSION
    role: str
    """`card_reader`, `shuffler`, `shoe_scanner`, `wheel`, `progressive`."""
    vendor: str
    model: str
    serial: str
    firmware: str
    firmware_hash: bytes = b""
    capabilities: tuple[str, ...] = ()
    frame_limit: int = 512
    events_kept: int = 64
    results_kept: int = 16
    key_id: int = 0
    """Reserved: 0 = frames in clear."""
    simulated: bool = False
    boot: str
    reset_cause: str = ""
    """`power`, `watchdog`, `brownout`, `update`, `request`."""
    last_event: int = 0
    acked: int = 0
    accepted: int = 0
    """Highest command id accepted, over all boots."""
    carried: tuple[Carried, ...] = ()
    """Oldest boot first."""
    moved: int = 0
    state: int = 0


class HelloAck(Message, frozen=True):
    op: ClassVar[Op] = Op.HELLO_ACK
    layout: ClassVar[tuple[Field, ...]] = (U8, BOOT, U64, TEXT, U64)
    version: int
    boot: str
    """The boot that is greeted."""
    session: int
    table: str = ""
    clock: int = 0
    """Units: ms since 1970, UTC; 0 = not told."""


class Blink(Message, frozen=True):
    """Host: show which one you are for that many seconds. Nothing else changes."""

    op: ClassVar[Op] = Op.BLINK
    layout: ClassVar[tuple[Field, ...]] = (U8,)
    seconds: int


class Forget(Message, frozen=True):
    """Host: begin anew, as from the factory; never sent by a table."""

    op: ClassVar[Op] = Op.FORGET
    layout: ClassVar[tuple[Field, ...]] = (BOOT, TEXT)
    boot: str
    serial: str


class Ping(Message, frozen=True):
    op: ClassVar[Op] = Op.PING
    layout: ClassVar[tuple[Field, ...]] = (U32,)
    token: int


class Pong(Message, frozen=True):
    op: ClassVar[Op] = Op.PONG
    layout: ClassVar[tuple[Field, ...]] = (U32, BOOT, U32, U32, U32)
    behind: ClassVar[tuple[tuple[int, str, Field], ...]] = ((1, "ms", U64),)
    token: int
    boot: str
    state: int
    last_event: int
    acked: int
    ms: int = 0
    """Since the boot; 0 = not told (version 1.0)."""


class Event(Message, frozen=True):
    """Device: what happened; kept and repeated until acknowledged. Its repr shows no byte."""

    op: ClassVar[Op] = Op.EVENT
    layout: ClassVar[tuple[Field, ...]] = (BOOT, U32, U64, U8, U8, BYTES)
    boot: str
    n: int
    ms: int
    """Units: ms since the device's boot."""
    code: int
    flags: int
    body: bytes

    def __repr__(self) -> str:
        return f"Event(boot={self.boot!r}, n={self.n}, <concealed>)"


class EventAck(Message, frozen=True):
    """Host: all events of that boot up to `n` are on the record."""

    op: ClassVar[Op] = Op.EVENT_ACK
    layout: ClassVar[tuple[Field, ...]] = (BOOT, U32)
    boot: str
    n: int


class Command(Message, frozen=True):
    """Host: move once. The device compares boot, state and last event first."""

    op: ClassVar[Op] = Op.COMMAND
    layout: ClassVar[tuple[Field, ...]] = (U64, BOOT, U32, U32, U8, BYTES)
    id: int
    boot: str
    state: int
    last_event: int
    verb: int
    args: bytes


class CommandReply(Message, frozen=True):
    op: ClassVar[Op] = Op.COMMAND_REPLY
    layout: ClassVar[tuple[Field, ...]] = (U64, U8, U32, TEXT)
    id: int
    answer: int
    ms: int = 0
    """Accepted: it ends within this time, ms. Busy: ask again after it, at most 1000."""
    reason: str = ""


class Progress(Message, frozen=True):
    op: ClassVar[Op] = Op.PROGRESS
    layout: ClassVar[tuple[Field, ...]] = (U64, U32, U32)
    id: int
    done: int
    of: int


class CommandQuery(Message, frozen=True):
    op: ClassVar[Op] = Op.COMMAND_QUERY
    layout: ClassVar[tuple[Field, ...]] = (U64,)
    id: int


class CommandState(Message, frozen=True):
    """Device: what became of an id, and the numbers that a command to it must expect."""

    op: ClassVar[Op] = Op.COMMAND_STATE
    layout: ClassVar[tuple[Field, ...]] = (U64, U8, U32, U32, U32, U32, TEXT)
    id: int
    status: int
    state: int
    last_event: int
    event: int = 0
    """Done or failed: the number of the event, of this boot, that says so."""
    ms: int = 0
    """Running: time left until its deadline."""
    result: str = ""


class Level(Message, frozen=True):
    """Host: keep this so. Idempotent."""

    op: ClassVar[Op] = Op.LEVEL
    layout: ClassVar[tuple[Field, ...]] = (U8, U32)
    name: int
    value: int


class LevelState(Message, frozen=True):
    """Device: this is so; the answer to LEVEL, and sent when it changes by itself."""

    op: ClassVar[Op] = Op.LEVEL_STATE
    layout: ClassVar[tuple[Field, ...]] = (U8, U32, U32)
    name: int
    value: int
    state: int


class Telemetry(Message, frozen=True):
    """Device: a number for people; the latest counts."""

    op: ClassVar[Op] = Op.TELEMETRY
    layout: ClassVar[tuple[Field, ...]] = (TEXT, U32)
    name: str
    value: int


MESSAGES: dict[int, type[Message]] = {
    kind.op: kind
    for kind in (
        *(
            HelloRequest,
            Hello,
            HelloAck,
            Blink,
            Forget,
            Ping,
            Pong,
            Event,
            EventAck,
            Command,
            CommandReply,
        ),
        *(Progress, CommandQuery, CommandState, Level, LevelState, Telemetry),
    )
}


def encode(message: Message) -> bytes:
    """Raises: FrameError when a value does not fit its field."""
    values = (getattr(message, name) for name in message.__struct_fields__)
    fields = zip(message.layout, values, strict=not message.behind)
    packed = bytes([message.op]) + b"".join(field.pack(value) for field, value in fields)
    for tag, name, field in message.behind:
        if value := getattr(message, name):
            said = field.pack(value)
            packed += bytes([tag, len(said)]) + said
    return packed


def decode(data: bytes) -> Message:
    """Raises: FrameError for anything that is not exactly one message of this version."""
    cursor = Cursor(data)
    kind = MESSAGES.get(cursor.number(1))
    if kind is None:
        raise cursor.wrong("unknown opcode")
    values = [field.take(cursor) for field in kind.layout]
    said = dict(zip(kind.__struct_fields__, values, strict=False))
    found = cursor.optional()
    for tag, name, field in kind.behind:
        if tag in found:
            said[name] = field.take(Cursor(found[tag]))
    return kind(**said)
