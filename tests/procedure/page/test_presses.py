"""Economy of presses: a typical round of seven boxes takes at most seven (console/README 2)."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from tests.kit.evening import Evening


def test_typical_round_of_seven_boxes_takes_at_most_seven_presses() -> None:
    """Seven boxes by basic strategy: a match, a hit, a double, a blackjack, stands on 17."""
    evening = Evening().later().lit(1, 2, 3, 4, 5, 6, 7, match={4: None, 7: None})
    before = evening.seq
    presses = 0

    def press(slot: str) -> None:
        nonlocal presses
        presses += 1
        assert evening.press(slot).verdict == "accepted"

    evening.draw("8c Kd 9d 6h As 2d 7d Qc 5h 9s 9c 5s Kh 7h Qh 8d")
    press("act1")  # DEAL OK
    press("act1")  # MATCH DONE
    evening.peek(False)
    evening.draw("4d")  # box 1: 13 draws to 17
    press("act1")  # box 1 stands; box 2 (19) and 3 (18) need no key
    press("act3")  # box 4 doubles 11
    evening.draw("9s")  # ... and is done; box 5 has blackjack
    evening.draw("Kc")  # box 6: 9 draws to 19, no key
    press("act1")  # box 7 stands on 17
    press("act7")  # TURNED

    assert evening.play.round == "settled"
    assert evening.faults == []
    cards = sum(isinstance(st.input, fact.CardDrawn) for st, _ in evening.steps if st.seq > before)
    print(f"presses of a typical round of 7 boxes: {presses} ({cards} cards)")
    assert presses <= 7


def test_round_of_table_7_takes_seven_presses_and_three_looks() -> None:
    """The scripted round of console/README 3, dealt by Massachusetts: boxes 1 3 4 5 7, one spin."""
    evening = Evening().later()
    evening.lit(1, 3, 4, 5, 7, match={4: None, 7: None}, bonus_spin={3: None, 5: None})
    presses = 0

    def press(slot: str) -> None:
        nonlocal presses
        presses += 1
        assert evening.press(slot).verdict == "accepted"

    evening.draw("8c 9d 6h As 7d Qc 5h 9c 5s Kd Qh 8d")
    press("act1")  # DEAL OK
    press("act1")  # MATCH DONE
    evening.peek(False)
    evening.draw("4d")
    press("act1")  # box 1 waves on 17
    press("act3")  # box 4 doubles
    evening.draw("9s")
    press("act1")  # box 7 waves on 17
    press("act7")  # TURNED
    presses += 1  # the seat button of box 5
    evening.reading(fact.SeatButtonPressed, "wheel", box=5)
    order = evening.state.orders[-1]
    evening.reading(fact.SpinDone, "wheel", order=order.wire, section="50")

    print(f"presses of the round of console/README 3: {presses}")
    assert presses == 7
    assert evening.paid()[5, "main"] == ("pay", "3:2")
    assert evening.put(cmd.LayoutCleared(), after_ms=9000).verdict == "accepted"
