"""What the house has chosen for a wheel with meters; an amount that is off by a share shows it."""

from __future__ import annotations

from controller.bench.simulated.setup import METERED

BONUS_SPIN: dict[str, object] = {
    **METERED,
    "meter_100_initial_cents": 299_980,
    "meter_500_initial_cents": 600_000,
}
XTREME: dict[str, object] = {
    **BONUS_SPIN,
    "xtreme": True,
    "xtreme_primary_rate": "1/10",
    "xtreme_primary_initial_cents": 1_049_850,
    "xtreme_primary_reset_cents": 1_000_000,
    "xtreme_secondary_rate": "1/20",
    "xtreme_secondary_initial_cents": 500_000,
    "xtreme_secondary_reset_cents": 500_000,
}
METERS = {"": {}, "bonus_spin": BONUS_SPIN, "xtreme": XTREME}
