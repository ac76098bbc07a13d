"""The device's side of tablelink, held by hand, message by message."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.frame import RESYNC
from drivers.sim.physical.pieces import CannotBe
from drivers.sim.rig import Rig
from drivers.tablelink.messages import wire
from drivers.tablelink.messages.events import Code
from drivers.tablelink.messages.resent import without_resent
from tests.kit.wires.wire_host import WireHost


def a_shoe(*, lockable: bool = True) -> tuple[Rig, WireHost]:
    rig = Rig(3, shoe_lockable=lockable)
    rig.world.shuffle_by_hand()
    rig.world.insert_cover()
    host = WireHost(rig.shoe)
    host.greet()
    rig.world.load_shoe()
    host.listen()
    return rig, host


def events(host: WireHost) -> list[tuple[int, int]]:
    return [(e.n, e.code) for e in host.got(wire.Event)]


def test_device_says_hello_first_and_again_until_it_is_greeted() -> None:
    """R5, R10: the first frame after a start is HELLO, each 500 ms."""
    rig = Rig(3)
    host = WireHost(rig.shoe)

    host.wait(1.6)

    assert len(host.got(wire.Hello)) == len(host.heard) == 4
    hello = host.last(wire.Hello)
    assert (hello.role, hello.serial, hello.simulated) == ("shoe_scanner", "SIM-SHOE-1", True)
    host.send(wire.HelloAck(wire.VERSION, hello.boot, 1))
    host.forget()
    host.wait(2)
    assert not host.heard


def test_hello_request_is_answered_from_any_state_and_clears_nothing() -> None:
    """R13."""
    rig, host = a_shoe()
    rig.world.draw("box 1.1")
    host.device.feed(b"\x05\x11\x22" + RESYNC)
    host.listen()
    host.forget()

    host.greet()

    assert host.last(wire.Hello).last_event == 2
    assert [n for n, _ in events(host)] == [1, 2]


def test_events_are_numbered_without_gaps_from_one() -> None:
    """R2."""
    rig, host = a_shoe()
    for _ in range(3):
        rig.world.draw("box 1.1")
    host.listen()

    assert events(host) == [
        (1, Code.SHOE_LOADED),
        (2, Code.CARD_DRAWN),
        (3, Code.CARD_DRAWN),
        (4, Code.CARD_DRAWN),
    ]


def test_unacknowledged_event_is_sent_again_unchanged_but_for_the_resend_flag() -> None:
    """R3: after 200 ms, doubling to 2 s, oldest first."""
    rig, host = a_shoe()
    rig.world.draw("box 1.1")
    host.listen()
    first = host.raw[-1]
    sent_at: list[float] = []

    for _ in range(200):
        host.forget()
        host.wait(0.05)
        if host.heard:
            sent_at.append(round(host.now_s, 2))
            assert [n for n, _ in events(host)] == [1, 2]
            assert host.raw[-1] != first
            assert without_resent(host.raw[-1]) == first

    assert sent_at[:6] == [0.2, 0.6, 1.4, 3.0, 5.0, 7.0]


def test_acknowledgement_is_cumulative_and_ends_the_resends() -> None:
    """R3."""
    rig, host = a_shoe()
    for _ in range(4):
        rig.world.draw("box 1.1")
    host.listen()
    boot = host.last(wire.Hello).boot

    host.send(wire.EventAck(boot, 3))
    host.forget()
    host.wait(0.3)
    assert [n for n, _ in events(host)] == [4, 5]

    host.send(wire.EventAck(boot, 5))
    host.forget()
    host.wait(5)
    assert not host.heard


def test_event_comes_again_until_an_acknowledgement_is_not_dropped() -> None:
    """R3, case 3: ten lost acknowledgements make no second card."""
    rig, host = a_shoe()
    rig.pull("shoe", "drop_ack", 10)
    boot = host.last(wire.Hello).boot

    for _ in range(10):
        host.send(wire.EventAck(boot, 1))
        host.forget()
        host.wait(2.1)
        assert {n for n, _ in events(host)} == {1}

    host.send(wire.EventAck(boot, 1))
    host.forget()
    host.wait(3)
    assert not host.heard


def test_events_carried_over_a_reboot_keep_their_old_names() -> None:
    """R5, case 4: unacknowledged events of three cards, then the new boot's own."""
    rig, host = a_shoe()
    old = host.last(wire.Hello).boot
    for _ in range(3):
        rig.world.draw("box 1.1")
    host.listen()
    host.send(wire.EventAck(old, 1))
    rig.pull("shoe", "reboot")
    host.forget()

    hello = host.greet()
    rig.world.draw("box 1.1")
    host.listen()

    assert hello.carried == (wire.Carried(old, 2, 3),)
    assert (hello.last_event, hello.acked, hello.moved) == (0, 0, 3)
    assert hello.boot != old
    names = [(e.boot, e.n) for e in host.got(wire.Event)]
    assert names == [(old, 2), (old, 3), (old, 4), (hello.boot, 1)]


def test_acknowledgement_of_one_boot_leaves_the_events_of_another() -> None:
    """R2: an event is named by its boot and its number."""
    rig, host = a_shoe()
    old = host.last(wire.Hello).boot
    rig.world.draw("box 1.1")
    rig.pull("shoe", "reboot")
    host.greet()
    rig.world.draw("box 1.1")
    new = host.last(wire.Hello).boot

    host.send(wire.EventAck(new, 1))
    host.forget()
    host.wait(0.3)

    assert [(e.boot, e.n) for e in host.got(wire.Event)] == [(old, 1), (old, 2)]


def test_reboot_without_memory_loses_the_events_but_not_the_lifetime_counter() -> None:
    """R5: the counters disagree, so the host can know."""
    rig, host = a_shoe()
    rig.world.draw("box 1.1")
    rig.pull("shoe", "reboot", value=False)
    host.listen()
    host.forget()

    hello = host.greet()

    assert (hello.carried, hello.moved) == ((), 1)
    assert not host.got(wire.Event)


def test_every_boot_has_its_own_id_with_the_restart_counter() -> None:
    """R2."""
    rig, host = a_shoe()
    boots = [host.last(wire.Hello).boot]

    for _ in range(3):
        rig.pull("shoe", "reboot")
        boots.append(host.greet().boot)

    assert [int.from_bytes(bytes.fromhex(b)[8:], "little") for b in boots] == [0, 1, 2, 3]
    assert len(set(boots)) == 4


def test_gate_closes_by_itself_before_an_event_has_no_room() -> None:
    """R3, case 9: buffer full stops the mechanism, no event is lost."""
    rig, host = a_shoe()

    for _ in range(63):
        rig.world.draw("box 1.1")
    with pytest.raises(CannotBe):
        rig.world.draw("box 1.1")

    host.listen()
    assert host.last(wire.LevelState).value == 1
    host.send(wire.EventAck(host.last(wire.Hello).boot, 64))
    rig.world.draw("box 1.1")
    host.listen()
    assert events(host)[-1] == (65, Code.CARD_DRAWN)
    assert host.last(wire.LevelState).value == 0


def test_passive_scanner_counts_what_it_lost_in_an_event_of_its_own() -> None:
    """R3: OVERRUN, kept as soon as there is room."""
    rig, host = a_shoe(lockable=False)
    for _ in range(70):
        rig.world.draw("box 1.1")

    host.send(wire.EventAck(host.last(wire.Hello).boot, 64))

    event = host.last(wire.Event)
    assert (event.n, event.code) == (65, Code.EVENTS_OVERRUN)
    assert event.body == (7).to_bytes(4, "little")


def test_overrun_can_be_had_without_filling_the_buffer() -> None:
    rig, host = a_shoe()

    rig.pull("shoe", "overrun", 3)
    host.listen()

    assert events(host)[-1] == (2, Code.EVENTS_OVERRUN)
    assert host.last(wire.Event).flags == wire.CRITICAL


def test_ping_is_answered_with_state_and_event_numbers() -> None:
    """R9."""
    rig, host = a_shoe()
    rig.world.draw("box 1.1")
    boot = host.last(wire.Hello).boot
    host.send(wire.EventAck(boot, 1))

    host.send(wire.Ping(77))

    pong = host.last(wire.Pong)
    assert (pong.token, pong.boot, pong.last_event, pong.acked) == (77, boot, 2, 1)


def test_corrupt_bytes_never_make_a_message() -> None:
    """R1, case 11."""
    rig, host = a_shoe()
    host.forget()
    rig.pull("shoe", "corrupt", 5)

    rig.world.draw("box 1.1")
    host.listen()

    assert not host.heard
    assert host.counts.bad == 1
    host.wait(0.3)
    assert [n for n, _ in events(host)] == [1, 2]


def test_mute_device_says_nothing_and_hears_nothing() -> None:
    rig, host = a_shoe()
    host.forget()

    rig.pull("shoe", "mute", value=True)
    host.wait(5)
    assert not host.heard

    rig.pull("shoe", "mute", value=False)
    host.wait(3)
    assert host.heard


def test_delayed_bytes_arrive_later() -> None:
    rig, host = a_shoe()
    host.forget()
    rig.pull("shoe", "delay", 0.1)

    rig.world.draw("box 1.1")
    host.listen()
    assert not host.heard

    host.wait(0.1)
    assert (2, Code.CARD_DRAWN) in events(host)


def test_swapped_device_says_hello_with_another_serial_and_no_memory() -> None:
    """R10, case 10."""
    rig, host = a_shoe()
    rig.world.draw("box 1.1")

    rig.pull("shoe", "swap_identity", "SIM-SHOE-9")
    host.listen()

    hello = host.last(wire.Hello)
    assert (hello.serial, hello.carried) == ("SIM-SHOE-9", ())


def test_device_without_power_notices_nothing() -> None:
    """console/README 2.4: equal counters prove nothing of a shoe that was off."""
    rig, host = a_shoe()
    rig.pull("shoe", "power", value=False)
    rig.world.draw("box 1.1")
    rig.pull("shoe", "power", value=True)
    host.forget()

    hello = host.greet()

    assert hello.moved == 0
    assert [n for n, _ in events(host)] == [1]


@given(st.binary(max_size=600), st.integers(0, 2**32))
def test_noise_moves_nothing_and_the_next_hello_request_is_heard(noise: bytes, seed: int) -> None:
    """R1, R13: whatever the device was in the middle of."""
    rig = Rig(seed)
    host = WireHost(rig.wheel)
    cut = Random(seed).randint(0, len(noise))

    host.device.feed(noise[:cut])
    host.device.feed(noise[cut:] + RESYNC)
    host.send(wire.HelloRequest())

    assert host.got(wire.Hello)
    assert not host.got(wire.CommandReply)
    assert not rig.world.rotor.speed
