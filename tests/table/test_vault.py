"""The vault: one place opens a concealed card; replay opens only what the rows recorded."""

from __future__ import annotations

from hashlib import sha256

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from controller.domain.cards import EVERY_CARD
from controller.domain.sealed import Exposed, Sealed, Slot
from controller.procedure.state.context import CannotOpen
from controller.table.vault import RecordVault, TableVault, day_key, shoe_key

KEY = bytes(range(32))


@pytest.fixture
def vault() -> TableVault:
    return TableVault(KEY)


def test_seal_opens_to_its_face_and_own_key(vault: TableVault) -> None:
    seal = vault.seal(b"As")

    face, own = vault.open(7, seal)
    assert face == "As"
    assert len(own) == 32


def test_seals_are_all_of_one_length_and_never_alike(vault: TableVault) -> None:
    """controller/README 4: fixed length under a random key of its own; a foreign code too."""
    seals = [vault.seal(face) for face in (b"As", b"As", b"Th", b"Jo")]

    assert len({(len(s.ct), len(s.wrapped)) for s in seals}) == 1
    assert len({s.ct for s in seals}) == 4


def test_seal_of_another_table_cannot_be_opened(vault: TableVault) -> None:
    seal = TableVault(bytes(32)).seal(b"As")

    with pytest.raises(CannotOpen):
        vault.open(7, seal)


def test_seal_that_was_changed_cannot_be_opened(vault: TableVault) -> None:
    seal = vault.seal(b"As")
    bent = Sealed(bytes([seal.ct[0] ^ 1]) + seal.ct[1:], seal.wrapped)

    with pytest.raises(CannotOpen):
        vault.open(7, bent)
    with pytest.raises(CannotOpen):
        vault.open(7, Sealed(b"", b""))


def test_key_of_a_shoe_opens_its_own_cards_and_no_others(vault: TableVault) -> None:
    """From the table's key a day's, from that a shoe's: the day and the shoe stand in the seal."""
    seals = {}
    for place in ((1, 0), (1, 30), (1, 700), (2, 700)):
        vault.go_over(*place)
        seals[place] = vault.seal(b"As")

    assert len({len(s.wrapped) for s in seals.values()}) == 1
    for place, seal in seals.items():
        assert vault.open(7, seal)[0] == "As"
        for (number, row), other in seals.items():
            front, rest = other.wrapped[:16], other.wrapped[16:]
            theirs = AESGCM(shoe_key(day_key(KEY, place[0]), place[1]))
            if (number, row) == place:
                assert theirs.decrypt(rest[:12], rest[12:], front)
            else:
                with pytest.raises(InvalidTag):
                    theirs.decrypt(rest[:12], rest[12:], front)


def test_seal_that_is_moved_to_another_shoe_cannot_be_opened(vault: TableVault) -> None:
    vault.go_over(1, 30)
    seal = vault.seal(b"As")
    moved = seal.wrapped[:15] + bytes([seal.wrapped[15] ^ 1]) + seal.wrapped[16:]

    with pytest.raises(CannotOpen):
        vault.open(7, Sealed(seal.ct, moved))


def test_seal_of_before_is_still_opened(vault: TableVault) -> None:
    """Wrapped by the table's key itself; cards of a shoe that was loaded before an upgrade."""
    own, nonce, key_id = bytes(32), bytes(12), sha256(KEY).digest()[:4]
    ct = AESGCM(own).encrypt(bytes(12), b"As  ", None)
    wrapped = key_id + nonce + AESGCM(KEY).encrypt(nonce, own, key_id)

    assert vault.open(7, Sealed(ct, wrapped)) == ("As", own)


def test_mac_tells_bytes_and_events_apart(vault: TableVault) -> None:
    """Repeats are compared by a keyed mac, since two card bytes are soon guessed.

    Source: controller/README 2.
    """
    mac = vault.mac("shoe/b/1", b"As")

    assert mac == vault.mac("shoe/b/1", b"As")
    assert mac != vault.mac("shoe/b/1", b"Ah")
    assert mac != vault.mac("shoe/b/2", b"As")
    assert mac != TableVault(bytes(32)).mac("shoe/b/1", b"As")


def slots(vault: TableVault, *faces: str) -> tuple[Slot, ...]:
    return tuple(Slot(n, vault.seal(face.encode())) for n, face in enumerate(faces, 1))


@pytest.mark.parametrize(("face", "foreign"), [("As", False), ("Th", True), ("Jo", True)])
def test_burn_is_foreign_when_it_is_not_of_the_set(
    vault: TableVault, face: str, foreign: bool
) -> None:
    assert vault.ask("burn_is_foreign", slots(vault, face), ()) is foreign


def test_rest_agrees_when_no_card_is_there_too_often(vault: TableVault) -> None:
    """controller/README 4: cards never turned are reconciled inside the seal."""
    every = [card.code for card in EVERY_CARD]
    turned = tuple((code, 1) for code in every[:20])
    rest = slots(vault, *every[20:])

    assert vault.ask("rest_agrees/1", rest, turned)
    assert not vault.ask("rest_agrees/1", rest, (*turned, (every[20], 1)))
    assert not vault.ask("rest_agrees/1", slots(vault, "Th"), ())


def test_question_that_is_not_on_the_list_is_not_answered(vault: TableVault) -> None:
    with pytest.raises(ValueError, match="does not answer"):
        vault.ask("is_ace", slots(vault, "As"), ())


def test_replay_opens_what_was_recorded_and_checks_it_against_the_seal(vault: TableVault) -> None:
    """Replay of all that was turned needs no key, and believes no other face.

    Source: controller/README 4.
    """
    seal = vault.seal(b"As")
    face, own = vault.open(7, seal)
    replay = RecordVault()
    with pytest.raises(CannotOpen):
        replay.open(7, seal)

    replay.learn([Exposed(7, face, own)], [])
    assert replay.open(7, seal) == ("As", own)

    replay.learn([Exposed(7, "Kd", own)], [])
    with pytest.raises(CannotOpen):
        replay.open(7, seal)
    replay.learn([Exposed(7, "As", bytes(32))], [])
    with pytest.raises(CannotOpen):
        replay.open(7, seal)


def test_replay_gives_the_recorded_answer_once(vault: TableVault) -> None:
    replay = RecordVault()
    replay.learn([], [("burn_is_foreign", True)])

    assert replay.ask("burn_is_foreign", slots(vault, "As"), ())
    with pytest.raises(CannotOpen):
        replay.ask("burn_is_foreign", slots(vault, "As"), ())
