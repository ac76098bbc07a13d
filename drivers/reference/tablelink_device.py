"""A tablelink 1.1 device in the subset of Python that MicroPython runs: shoe scanner, card reader.

It imports nothing of the host. `Device` is the protocol: frames, what is kept, greeting, orders,
levels. `Store` is the lasting memory. `Shoe` and `Reader` say what your mechanism saw: call
`draw`, `peek` and so on from your sensor. `serve` is the loop: give it the bytes that came in and a
function that writes bytes. See README.md beside this file, and PROTOCOL.md for every sentence.
"""

import struct

HELLO_REQUEST, HELLO, HELLO_ACK, BLINK, FORGET, PING, PONG = 1, 2, 3, 4, 5, 8, 9
EVENT, EVENT_ACK, COMMAND, REPLY, QUERY, ORDER_STATE = 0x10, 0x11, 0x20, 0x21, 0x23, 0x24
LEVEL, LEVEL_STATE = 0x30, 0x31
FREE, LOCKED, LAMP = 1, 2, 3
LIMIT, KEEP, BOOTS = 512, 64, 8
OVERRUN, CRITICAL, AGAIN, ANY = 0xF0, 1, 2, 0xFFFFFFFF
CUT_SHORT = (ValueError, IndexError, getattr(struct, "error", ValueError))


def crc32(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0xEDB88320 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def cobs(data):
    out, run = bytearray(), bytearray()
    for byte in data:
        if byte:
            run.append(byte)
        if not byte or len(run) == 254:
            out.append(len(run) + 1)
            out += run
            run = bytearray()
    out.append(len(run) + 1)
    return bytes(out + run)


def uncobs(data):
    out, at = bytearray(), 0
    while at < len(data):
        code = data[at]
        if not code or at + code > len(data):
            return None
        out += data[at + 1 : at + code]
        at += code
        if code < 255 and at < len(data):
            out.append(0)
    return bytes(out)


def frame(message):
    return cobs(message + struct.pack("<I", crc32(message))) + b"\x00"


def text(words):
    data = words.encode()
    return bytes([len(data)]) + data


class Store:
    """The lasting memory: override `load` and `save`; `save` must survive a cut at any moment."""

    def __init__(self):
        self.kept = []  # [boot, number, ms, code, flags, body], oldest first
        self.restarts = self.moved = self.highest = self.lost = 0

    def load(self):
        pass

    def save(self):
        pass


class Device:
    role, model, able = "", "", ()

    def __init__(
        self, store, serial, random_bytes, now_ms, firmware="1.0", hashed=b"", bench=False
    ):
        self.store, self.serial, self.firmware, self.hash = store, serial, firmware, hashed
        self.random, self.now, self.bench = random_bytes, now_ms, bench
        self.out = bytearray()
        self.start("power")

    def start(self, cause):
        self.store.load()
        self.store.restarts += 1
        self.store.save()
        self.boot = self.random(8) + struct.pack("<I", self.store.restarts)
        self.began, self.cause = self.now(), cause
        self.number = self.acked = self.state = 0
        self.levels = {}
        self.greeted, self.part, self.too_long = False, bytearray(), False
        self.hello_at, self.wait, self.again_at, self.heard_at = self.now(), 200, 0, self.now()
        self.blink_until = 0

    # ---- what happened ----
    def event(self, code, body=b"", moves=0, flags=0):
        """Keep and send. False = there was no room: it is counted, and told as soon as it can be."""
        self.store.moved += moves
        room = KEEP - (0 if code == OVERRUN else 1)
        if len(self.store.kept) >= room:
            self.store.lost += 1
            self.store.save()
            return False
        self.number += 1
        kept = [self.boot, self.number, self.now() - self.began, code, flags, body]
        if not self.store.kept:
            self.wait, self.again_at = 200, self.now() + 200
        self.store.kept.append(kept)
        self.store.save()
        if self.greeted and self.store.kept[0][0] == self.boot:
            self.send_event(kept, 0)
        return True

    @property
    def full(self):
        return len(self.store.kept) >= KEEP - 1

    def send(self, message):
        self.out += frame(message)

    def send_event(self, kept, flag):
        boot, number, ms, code, flags, body = kept
        head = (
            bytes([EVENT]) + boot + struct.pack("<IQBBH", number, ms, code, flags | flag, len(body))
        )
        self.send(head + body)

    def send_kept(self):
        first = self.store.kept[0][0] if self.store.kept else b""
        for kept in self.store.kept:
            if kept[0] == first:  # a new boot waits for the old ones
                self.send_event(kept, AGAIN)

    # ---- time ----
    def tick(self):
        now = self.now()
        if not self.greeted:
            if now >= self.hello_at:
                self.hello()
            return
        if self.store.kept and now >= self.again_at:
            self.wait = min(self.wait * 2, 2000)
            self.again_at = now + self.wait
            self.send_kept()
        if self.store.lost and len(self.store.kept) < KEEP:
            lost, self.store.lost = self.store.lost, 0
            self.event(OVERRUN, struct.pack("<I", lost), 0, CRITICAL)
        self.move()

    def move(self):
        """Your mechanism, at each turn of the loop."""

    def silence_ms(self):
        return self.now() - self.heard_at

    # ---- the wire ----
    def feed(self, data):
        for byte in data:
            if byte:
                if len(self.part) < LIMIT:
                    self.part.append(byte)
                else:
                    self.too_long = True
                continue
            part, bad = bytes(self.part), self.too_long
            self.part, self.too_long = bytearray(), False
            whole = None if bad or not part else uncobs(part)
            if whole and len(whole) > 4:
                message, told = whole[:-4], struct.unpack("<I", whole[-4:])[0]
                if crc32(message) == told:
                    self.heard_at = self.now()
                    self.take(message)

    def take(self, message):
        try:
            self.obey(message[0], message[1:])
        except CUT_SHORT:
            pass  # cut short: dropped whole

    def obey(self, op, m):
        if op == HELLO_REQUEST:
            self.hello()
        elif op == HELLO_ACK and m[0] == 1 and m[1:13] == self.boot and len(m) >= 30:
            self.greeted, self.wait = True, 200
            self.again_at = self.now() + 200
            self.send_kept()
        elif op == PING:
            token, ms = struct.unpack("<I", m[:4])[0], self.now() - self.began
            said = struct.pack("<III", self.state, self.number, self.acked)
            self.send(
                bytes([PONG])
                + struct.pack("<I", token)
                + self.boot
                + said
                + struct.pack("<BBQ", 1, 8, ms)
            )
        elif op == EVENT_ACK and len(m) >= 16:
            self.acknowledged(m[:12], struct.unpack("<I", m[12:16])[0])
        elif op == LEVEL and self.greeted:
            self.level(*struct.unpack("<BI", m[:5]))
        elif op == COMMAND and len(m) >= 31:
            state, last = struct.unpack("<II", m[20:28])
            fits = (
                m[8:20] == self.boot and state in (ANY, self.state) and last in (ANY, self.number)
            )
            no = "no such verb" if fits and self.greeted else "precondition"
            self.send(bytes([REPLY]) + m[:8] + struct.pack("<BI", 2, 0) + text(no))
        elif op == QUERY:
            order = struct.unpack("<Q", m[:8])[0]
            status = 4 if order > self.store.highest else 5
            numbers = struct.pack("<BIIII", status, self.state, self.number, 0, 0)
            self.send(bytes([ORDER_STATE]) + m[:8] + numbers + text(""))
        elif op == BLINK:
            self.blink_until = self.now() + m[0] * 1000
        elif op == FORGET and m[:12] == self.boot and m[13 : 13 + m[12]] == self.serial.encode():
            self.store.kept, self.store.moved, self.store.highest, self.store.lost = [], 0, 0, 0
            self.store.save()
            self.start("request")

    def hello(self):
        self.greeted, self.hello_at = False, self.now() + 500
        older = []
        for kept in self.store.kept:
            boot, number = kept[0], kept[1]
            if boot == self.boot:
                continue
            if older and older[-1][0] == boot:
                older[-1][2] += 1
            else:
                older.append([boot, number, 1])
        m = bytes([HELLO, 1, 1]) + text(self.role) + text("Reference") + text(self.model)
        m += text(self.serial) + text(self.firmware) + struct.pack("<H", len(self.hash)) + self.hash
        m += bytes([len(self.able)]) + b"".join([text(word) for word in self.able])
        m += struct.pack("<HHHHB", LIMIT, KEEP, 16, 0, self.bench) + self.boot + text(self.cause)
        m += struct.pack(
            "<IIQB", self.number, self.acked, self.store.highest, min(len(older), BOOTS)
        )
        for boot, first, count in older[:BOOTS]:
            m += boot + struct.pack("<II", first, count)
        self.send(m + struct.pack("<QI", self.store.moved, self.state))

    def acknowledged(self, boot, number):
        before = len(self.store.kept)
        self.store.kept = [k for k in self.store.kept if k[0] != boot or k[1] > number]
        if boot == self.boot:
            self.acked = max(self.acked, min(number, self.number))
        if len(self.store.kept) < before:
            self.store.save()
            self.wait, self.again_at = 200, self.now() + 200

    # ---- levels ----
    def level(self, name, value):
        if name not in self.able_levels():
            return
        if self.levels.get(name, 0) != value:
            self.state += 1
            self.levels[name] = value
        self.send(struct.pack("<BBII", LEVEL_STATE, name, value, self.state))

    def able_levels(self):
        names = {"free": FREE, "locked": LOCKED, "lamp": LAMP}
        return [names[word] for word in self.able if word in names]

    def level_by_itself(self, name, value):
        if self.levels.get(name, 0) != value:
            self.state += 1
            self.levels[name] = value
            if self.greeted:
                self.send(struct.pack("<BBII", LEVEL_STATE, name, value, self.state))


class Shoe(Device):
    role, model, able = "shoe_scanner", "Reference shoe", ("locked", "lamp")

    def draw(self, card):
        """`card`: rank and suit, `As`; empty = it left and was not read. False = the gate is shut."""
        if self.levels.get(LOCKED) or self.full:
            return False
        self.event(0x10, card.encode(), 1) if card else self.event(0x11, b"", 1)
        return True

    def not_of_set(self):
        return self.event(0x17, b"", 1)

    def pushed_back(self):
        return self.event(0x16)

    def cover_card(self):
        return self.event(0x12)

    def loaded(self):
        return self.event(0x13)

    def opened(self):
        return self.event(0x14)

    def rest(self, cards):
        return self.event(0x15, struct.pack("<H", cards))

    def move(self):
        if self.silence_ms() >= 3000:
            self.level_by_itself(LOCKED, 0)


class Reader(Device):
    role, model, able = "card_reader", "Reference reader", ("free",)

    def start(self, cause):
        self.waits = None
        Device.start(self, cause)

    def peek(self, blackjack):
        """A card lies in the slot; what it says waits inside until the reader is free."""
        self.waits = blackjack

    def taken_out(self):
        self.waits = None

    def fault(self, reason):
        return self.event(0x21, text(reason), 1)

    def move(self):
        if self.waits is not None and self.levels.get(FREE) and not self.full:
            blackjack, self.waits = self.waits, None
            self.event(0x20, bytes([1 if blackjack else 0]), 1)
