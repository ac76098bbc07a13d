"""A record folds again to itself; what was changed in it is found, named and never taken over."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from controller.audit.replay import Replayed, replay
from controller.audit.watchers import Watch
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.errors import JournalError
from controller.journal.append import create_journal
from controller.journal.read import open_reader
from controller.journal.rows import OPENING, SIGNATURE, Draft, Row
from controller.journal.seal import Signer
from controller.procedure.state.inputs import Outcome, Recorded, Stamped
from controller.table.record import (
    ENCODE,
    SNAPSHOT,
    Snapshot,
    code_hash,
    decode_row,
    decode_snapshot,
)
from controller.table.recovery import InForce, rules_in

from .forge import at_row, forge, payload_of
from .shift import disputed, played, shift


def replayed(path: Path, *, every: bool = True, code: str = "") -> Replayed:
    with open_reader(path) as reader:
        watch = Watch(InForce(reader).house)
        return replay(reader, code or code_hash(), every=every, watch=watch)


def rows_of(path: Path, kind: str) -> list[Row]:
    with open_reader(path) as reader:
        return [row for row in reader.rows() if row.kind == kind]


def test_a_recorded_evening_replays_to_itself(recorded: Path) -> None:
    """controller/README 1.5: same inputs, same state, every outcome as it was recorded."""
    done = replayed(recorded)

    assert done.differences == ()
    assert (done.rounds, done.equal, done.skipped) == (2, 2, 0)
    assert done.findings == ()


def test_a_replay_needs_no_key(recorded: Path) -> None:
    """Faces come from the rows that turned them, checked against their seals.

    Source: controller/README 4.
    """
    assert not any(f.suffix == ".key" for f in recorded.parent.iterdir())
    assert replayed(recorded).differences == ()


def test_a_changed_verdict_is_listed_although_the_chain_is_whole(
    evening: Path, tmp_path: Path
) -> None:
    """journal/FORMAT: the first difference is told with its row, recorded and folded."""
    stood = next(r for r in rows_of(evening, "Next"))

    def refused(row: Recorded) -> Recorded:
        outcome = replace(row.outcome, verdict="refused", clause="MA 7.e", text="no")
        return replace(row, outcome=outcome)

    forge(evening, tmp_path / "forged", at_row(stood.seq, refused))
    done = replayed(tmp_path / "forged")

    first = done.differences[0]
    assert (first.row, first.kind, first.what) == (stood.seq, "Next", "verdict")
    assert (first.recorded, first.now) == ("'refused'", "'accepted'")
    assert {d.row for d in done.differences} == {stood.seq}


def test_a_changed_input_is_found_where_its_consequence_was_recorded(
    evening: Path, tmp_path: Path
) -> None:
    """The section was changed, the row still says what it did: the table stands elsewhere."""
    spun = rows_of(evening, "SpinDone")[0]

    def other(row: Recorded) -> Recorded:
        assert isinstance(row.stamped.input, fact.SpinDone)
        item = replace(row.stamped.input, section="500")
        return replace(row, stamped=replace(row.stamped, input=item))

    forge(evening, tmp_path / "forged", at_row(spun.seq, other))
    done = replayed(tmp_path / "forged")

    first = done.differences[0]
    assert (first.row, first.kind, first.what) == (spun.seq, "SpinDone", "where the table stands")
    assert "500" not in str(first)


def test_a_replay_goes_on_from_a_snapshot_that_differs(evening: Path, tmp_path: Path) -> None:
    """Each round is folded from the state recorded at its start: its two ends do not fit."""
    first = rows_of(evening, SNAPSHOT)[1]

    def change(payload: bytes) -> bytes:
        snapshot = decode_snapshot(payload)
        play = replace(snapshot.state.play, dealer_name="Mallory")
        return ENCODE(replace(snapshot, state=replace(snapshot.state, play=play)))

    forge(evening, tmp_path / "forged", payload_of({first.seq}, change))
    done = replayed(tmp_path / "forged")

    assert [d.row for d in done.differences] == [r.seq for r in rows_of(evening, SNAPSHOT)[1:]]
    assert {d.now for d in done.differences} == {"play.dealer_name"}


def test_a_face_that_is_not_the_sealed_one_is_a_difference(evening: Path, tmp_path: Path) -> None:
    """controller/README 4: replay checks each recorded face against its seal."""
    drawn = next(
        r
        for r in rows_of(evening, "CardDrawn")
        if decode_row(r.payload).outcome.exposed and r.seq > 35
    )

    def other(row: Recorded) -> Recorded:
        faces = tuple(replace(e, face="Kc") for e in row.outcome.exposed)
        return replace(row, outcome=replace(row.outcome, exposed=faces))

    forge(evening, tmp_path / "forged", at_row(drawn.seq, other))
    done = replayed(tmp_path / "forged", every=False)

    assert done.differences[0].row == drawn.seq
    assert {d.what for d in done.differences} <= {"raised", "exposed"}


def test_a_replay_stops_at_the_first_difference_unless_all_are_asked(
    evening: Path, tmp_path: Path
) -> None:
    stood = {r.seq for r in rows_of(evening, "Next")}

    def change(payload: bytes) -> bytes:
        recorded = decode_row(payload)
        return ENCODE(replace(recorded, outcome=replace(recorded.outcome, verdict="fault")))

    forge(evening, tmp_path / "forged", payload_of(stood, change))

    one, all_ = (replayed(tmp_path / "forged", every=e) for e in (False, True))
    assert (len(one.differences), one.whole) == (1, False)
    assert (len(all_.differences), all_.whole) == (len(stood), True)
    assert one.rows < all_.rows


def test_snapshots_of_other_code_are_left_out_and_counted(tmp_path: Path) -> None:
    """journal/FORMAT: newer code may decide otherwise; only its own snapshots are compared."""
    path = tmp_path / "old.journal"
    with shift(path, code="older") as on:
        played(on.opened())
        on.draw("2c", after_ms=5000)

    done = replayed(path)
    assert (done.equal, done.skipped, done.differences) == (0, 1, ())


def test_a_snapshot_of_a_lost_shape_is_counted_not_read(evening: Path, tmp_path: Path) -> None:
    first = rows_of(evening, SNAPSHOT)[1]
    unknown = msgspec.msgpack.encode({"v": 0})

    forge(evening, tmp_path / "forged", payload_of({first.seq}, lambda _: unknown))
    done = replayed(tmp_path / "forged")

    assert (done.unread, done.equal, done.differences) == (1, 1, ())


def test_a_round_that_closed_without_its_snapshot_is_a_difference(
    evening: Path, tmp_path: Path
) -> None:
    """An input stands where the snapshot should."""
    first = rows_of(evening, SNAPSHOT)[1]
    fired = Stamped(first.seq, first.at_us, 10**9, "timer", fact.TimerFired(timer="gone/1"))
    instead = ENCODE(Recorded(fired, Outcome("dropped")))

    def change(draft: Draft) -> Draft:
        if draft.seq != first.seq:
            return draft
        return replace(draft, kind="TimerFired", payload=instead)

    forge(evening, tmp_path / "forged", change)
    done = replayed(tmp_path / "forged", every=False)

    assert (done.differences[0].row, done.differences[0].recorded) == (first.seq - 1, "none")


def test_a_round_that_closed_in_the_last_row_lacks_its_snapshot(
    evening: Path, tmp_path: Path
) -> None:
    """The file was cut between the closing row and its snapshot, which are one commit."""
    closing = rows_of(evening, SNAPSHOT)[-1].seq - 1

    forge(evening, tmp_path / "forged", lambda d: d, last=closing)
    done = replayed(tmp_path / "forged")

    assert [(d.row, d.what) for d in done.differences] == [
        (closing, "a round closed without a snapshot")
    ]


def test_a_snapshot_where_no_round_closed_is_a_difference(evening: Path, tmp_path: Path) -> None:
    first, drawn = rows_of(evening, SNAPSHOT)[1], rows_of(evening, "CardDrawn")[-1]

    def change(draft: Draft) -> Draft:
        if draft.seq != drawn.seq:
            return draft
        return replace(draft, kind=SNAPSHOT, payload=first.payload)

    forge(evening, tmp_path / "forged", change)
    assert (drawn.seq, "a snapshot where no round closed") in [
        (d.row, d.what) for d in replayed(tmp_path / "forged").differences
    ]


def test_a_snapshot_that_names_another_row_to_go_on_from_is_a_difference(
    evening: Path, tmp_path: Path
) -> None:
    first = rows_of(evening, SNAPSHOT)[1]
    later = lambda payload: ENCODE(replace(decode_snapshot(payload), resume=first.seq))

    forge(evening, tmp_path / "forged", payload_of({first.seq}, later))
    done = replayed(tmp_path / "forged")
    assert done.differences[0].now == f"resume {first.seq} for {first.seq - 1}"


def test_what_a_row_ordered_and_asked_is_told_in_words(evening: Path, tmp_path: Path) -> None:
    """No wire ids and no keys: kinds, boxes, questions and faces."""
    burnt = next(r for r in rows_of(evening, "CardDrawn") if decode_row(r.payload).outcome.answers)
    spun = rows_of(evening, "SeatButtonPressed")[0]

    def nothing(payload: bytes) -> bytes:
        recorded = decode_row(payload)
        return ENCODE(replace(recorded, outcome=Outcome("accepted", lost=(5, 6))))

    forge(evening, tmp_path / "forged", payload_of({burnt.seq, spun.seq}, nothing))
    texts = [str(d) for d in replayed(tmp_path / "forged").differences]

    assert any(t.endswith("orders: recorded nothing, now spin 5") for t in texts)
    assert any("lost: recorded 5, 6, now nothing" in t for t in texts)


def test_differences_of_older_code_do_not_spoil_the_next_round(tmp_path: Path) -> None:
    """The next round is folded from the state that was recorded at its start."""
    path = tmp_path / "old.journal"
    with shift(path, code="older") as on:
        played(on.opened())
        disputed(on)
    lit = rows_of(path, "BoxSet")[0].seq

    def refused(row: Recorded) -> Recorded:
        return replace(row, outcome=replace(row.outcome, verdict="refused"))

    forge(path, tmp_path / "forged", at_row(lit, refused))
    done = replayed(tmp_path / "forged")

    assert {d.row for d in done.differences} == {lit}
    assert done.skipped == 1


def test_an_opening_of_another_shape_is_refused_by_name(evening: Path, tmp_path: Path) -> None:
    signer = Signer.generate()
    create_journal(tmp_path / "other", at_us=0, record=b"\x80", signer=signer)

    with (
        open_reader(tmp_path / "other") as reader,
        pytest.raises(JournalError, match="row 1 holds no rules of a table"),
    ):
        rules_in(reader)


def test_a_row_that_does_not_decode_is_named(evening: Path, tmp_path: Path) -> None:
    stood = rows_of(evening, "Next")[0]

    forge(evening, tmp_path / "forged", payload_of({stood.seq}, lambda _: b"\xc1"))

    with pytest.raises(JournalError, match=f"row {stood.seq} does not decode"):
        replayed(tmp_path / "forged")


def test_progress_is_told_on_long_files(recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.audit.replay.EVERY", 10)
    told: list[tuple[int, int]] = []

    with open_reader(recorded) as reader:
        last = reader.head().seq
        replay(reader, code_hash(), progress=lambda *at: told.append(at))

    assert told[0] == (10, last)
    assert len(told) == last // 10


def test_kinds_of_rows_that_are_no_inputs_are_not_stepped(recorded: Path) -> None:
    done = replayed(recorded)
    others = sum(len(rows_of(recorded, kind)) for kind in (OPENING, SIGNATURE, SNAPSHOT))

    assert done.rows == done.inputs + others


def test_a_snapshot_says_from_which_row_on_it_is_folded(recorded: Path) -> None:
    """journal/FORMAT: it names the closing row as the first to fold."""
    for row in rows_of(recorded, SNAPSHOT)[1:]:
        snapshot: Snapshot = decode_snapshot(row.payload)
        assert snapshot.resume == row.seq - 1
