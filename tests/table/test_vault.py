"""The vault: one place opens a concealed card; replay opens only what the rows recorded."""

from __future__ import annotations

import pytest

from controller.domain.cards import EVERY_CARD
from controller.domain.sealed import Exposed, Sealed, Slot
from controller.procedure.state.context import CannotOpen
from controller.table.vault import RecordVault, TableVault

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
