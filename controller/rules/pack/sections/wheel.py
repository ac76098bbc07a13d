"""`[wheel]`: Bonus Spin and Xtreme 16."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from controller.rules.pack.leaf import Amount, Choice, Fraction, Rule


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One symbol of a wheel: what its spinner gets and, on a community slice, each receiver."""

    symbol: str
    cents: int
    clause: str
    each_cents: int = 0
    share: Literal["", "jackpot", "primary", "secondary"] = ""
    """A line that pays a prize or meter instead of `cents`."""


class Wheel(Struct, frozen=True, forbid_unknown_fields=True):
    bonus_spin: Choice[Literal["off", "wheel", "progressive"]]
    progressive_system: Rule[bool]
    """Whether the wager needs an approved system that has the meters."""
    seat_devices: Rule[bool]
    """Whether each box needs a device that acknowledges the wager."""
    bonus_spin_cents: Rule[tuple[int, ...]]
    """The amounts that may be wagered."""
    bonus_spin_stake: Choice[Literal["returned", "kept", "none"]]
    ace_award_cents: Rule[int]
    """0 = none."""
    ace_stacks_with_wheel: Choice[bool]
    spin_trigger: Rule[Literal["blackjack", "none"]]
    spin_prize: Rule[Literal["section", "paytable", "none"]]
    spin_at: Rule[Literal["end", "turn", "none"]]
    wheel_table: Rule[Literal["supplied", "paytables", "none"]]
    """`supplied` = the sections come with the wheel (`[wheel]` in devices.toml)."""
    paytable_100: Choice[Literal["A", "B", "ask", "none"]]
    paytable_500: Choice[Literal["C", "D", "ask", "none"]]
    paytable_a: Rule[tuple[Line, ...]]
    paytable_b: Rule[tuple[Line, ...]]
    paytable_c: Rule[tuple[Line, ...]]
    paytable_d: Rule[tuple[Line, ...]]
    prize_a_cents: Amount
    prize_c_cents: Amount
    meters: Choice[Literal["mirror", "own", "none"]]
    meter_100_rate: Fraction
    meter_100_initial_cents: Amount
    meter_100_reset_cents: Amount
    meter_500_rate: Fraction
    meter_500_initial_cents: Amount
    meter_500_reset_cents: Amount
    meter_value_at: Rule[Literal["turn_to_be_paid", "none"]]
    xtreme: Choice[bool]
    xtreme_cents: Rule[tuple[int, ...]]
    xtreme_lines: Rule[tuple[Line, ...]]
    xtreme_paytable: Choice[Literal["A", "none"]]
    xtreme_community: Rule[tuple[Line, ...]]
    xtreme_model: Choice[Literal["hot_spot", "each", "none"]]
    xtreme_value_at: Rule[Literal["turn_to_be_paid", "none"]]
    xtreme_primary_rate: Fraction
    xtreme_primary_initial_cents: Amount
    xtreme_primary_reset_cents: Amount
    xtreme_secondary_rate: Fraction
    xtreme_secondary_initial_cents: Amount
    xtreme_secondary_reset_cents: Amount
    least_turns: Amount
    """Whole turns below which a spin is none."""
    direction: Choice[Literal["clockwise", "anticlockwise", "any"]]
    """Which way the motor turns; `any` = a wheel that changes its way."""
    sensor_changes: Amount
    """Changes of a wager's sensor within a second that no hand makes."""

    @property
    def bonus_spin_on_meters(self) -> bool:
        """Whether the Bonus Spin is a progressive wager: paytables and meters, no plain wheel."""
        return self.bonus_spin.value == "progressive"
