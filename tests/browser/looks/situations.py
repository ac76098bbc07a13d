"""What the dealer's page shows at tables that were really dealt, for the pictures and the wheel."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.domain.views.floor_view import SignView
from controller.domain.views.view import DealerView
from controller.view import sign_view
from tests.kit import banks
from tests.kit.by_keys import keyed, scanner_out
from tests.kit.deciding import deciding
from tests.kit.evening import Evening
from tests.kit.pages.views import at
from tests.kit.shown import frame, page
from tests.kit.stakes import staked
from tests.procedure.page.test_wheel_page import shared as two_spins
from tests.procedure.wagers.test_shared_boxes import shared
from tests.procedure.wheel.test_bonus_spin import spinning

SHOWN_AT = at("21:46:12")
"""What the clock of a page under test says."""


def wheel() -> dict[str, DealerView]:
    """Wanted, turning, and what it pays."""
    evening = spinning()
    evening.press("act7")
    armed = page(evening)
    evening.reading(fact.SeatButtonPressed, "wheel", box=2)
    return {"wheel": armed, "wheel-spinning": page(evening), "wheel-result": page(two_spins())}


def matches() -> dict[str, DealerView]:
    """Two are paid, more than two, nobody is."""
    made = {"match": _match(), "match-many": _many_matches(), "match-lost": _match_lost()}
    return {name: page(evening) for name, evening in made.items()}


def dealt() -> dict[str, DealerView]:
    """By the names of their mockups, where there is one."""
    return {
        **wheel(),
        "bank": page(banks.bank(3, 20_000).lit(2, 3, 5, 6)),
        **matches(),
        "hand-entry": page(_keyed()),
        "queued-holds": recent(page(_two_holds())),
        "queued-three": recent(page(_three_holds())),
        "shared-box": page(shared(5_000, 2_500)),
    }


def _match() -> Evening:
    return staked(
        "8c 9d 6h As 7d Qc  5h Qc 5s Kd Qh 4s",
        pack="maryland",
        variant="hole_card_reader",
        main={1: 2_500, 3: 5_000, 4: 2_500, 5: 5_000, 7: 1_500},
        match={3: 1_000, 4: 500, 7: 500},
    )


def _many_matches() -> Evening:
    """More than stand beside the line; the chips of one are not counted."""
    return staked(
        "Kc 9d 7c Kh Ks  Kd  8s 9h Kh Kd 4c  5d",
        main={1: 2_500, 2: 10_000, 4: 1_500, 5: 2_500, 7: None},
        match={1: 500, 2: 2_500, 4: 1_000, 5: 500, 7: 500},
    )


def _match_lost() -> Evening:
    return staked("8c 9d Kc  7s 9h 5d", main={2: 2_500, 5: 5_000}, match={2: 500, 5: 1_000})


def _keyed() -> Evening:
    at = Evening().later()
    at.put(fact.DeviceLost(device="shoe", reason="link"))
    scanner_out(at)
    at.lit(3, 5)
    keyed(at, "7h 9c 6d 8s Kc ..")
    at.press("act1")
    return at


def _two_holds() -> Evening:
    at = deciding("8c 9d 9h 6h 4c 7d Kd 5s", 2, 4, 6)
    at.draw("3s")
    at.put(cmd.Reported(what="unwanted_card", box=2, hand=1))
    at.floor(cmd.Reported(what="card_misread", box=4, hand=1))
    return at


def _three_holds() -> Evening:
    evening = _two_holds()
    evening.floor(cmd.Reported(what="card_misread", box=6, hand=1))
    return evening


def recent(view: DealerView) -> DealerView:
    """As the page's clock tells it: an evening has a time of its own."""
    assert view.hold is not None
    ages = (91_000, 66_000, 16_000)
    queue = tuple(
        replace(one, since=SHOWN_AT - age, acknowledged_by="M. Okafor" if n == 0 else "")
        for n, (one, age) in enumerate(zip(view.hold.queue, ages, strict=False))
    )
    hold = replace(view.hold, since=SHOWN_AT - ages[0], called_at=SHOWN_AT - ages[0], queue=queue)
    return replace(view, hold=hold)


def before_play() -> DealerView:
    """No card has ever lain on it."""
    return page(Evening())


def signs() -> dict[str, SignView]:
    """What players read in a hold and in a pause."""
    held, paused = _two_holds(), deciding("8c 9d 7d 9h 4c Kd", 2, 5)
    paused.floor(cmd.Paused(reason="dispute"))
    return {
        name: sign_view(at.state, at.house, frame(at))
        for name, at in (("sign-held", held), ("sign-paused", paused))
    }
