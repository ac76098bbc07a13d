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
    """Whether the table offers the Bonus Spin wager, and on which wheel."""
    progressive_system: Rule[bool]
    """Whether the wager needs an approved system that has the meters."""
    seat_devices: Rule[bool]
    """Whether each box needs a device that acknowledges the wager."""
    bonus_spin_cents: Rule[tuple[int, ...]]
    """The amounts that may be wagered."""
    bonus_spin_stake: Choice[Literal["returned", "kept", "none"]]
    """Whether the stake goes back beside a prize."""
    ace_award_cents: Rule[int]
    """0 = none."""
    ace_stacks_with_wheel: Choice[bool]
    """Whether a blackjack gets the award for an ace beside its spin."""
    spin_trigger: Rule[Literal["blackjack", "none"]]
    """What earns a spin."""
    spin_prize: Rule[Literal["section", "paytable", "none"]]
    """What a spin pays: the amount of its section, or its symbol's in the paytable."""
    spin_at: Rule[Literal["end", "turn", "none"]]
    """When the wheel is spun: after the dealer's hand, or in the player's turn."""
    wheel_table: Rule[Literal["supplied", "paytables", "none"]]
    """`supplied` = the sections come with the wheel (`[wheel]` in devices.toml)."""
    paytable_100: Choice[Literal["A", "B", "ask", "none"]]
    """The paytable of the $1 wager."""
    paytable_500: Choice[Literal["C", "D", "ask", "none"]]
    """The paytable of the $5 wager."""
    paytable_a: Rule[tuple[Line, ...]]
    """The symbols of paytable A: $1, with a fixed jackpot."""
    paytable_b: Rule[tuple[Line, ...]]
    """The symbols of paytable B: $1, with a progressive jackpot."""
    paytable_c: Rule[tuple[Line, ...]]
    """The symbols of paytable C: $5, with a fixed jackpot."""
    paytable_d: Rule[tuple[Line, ...]]
    """The symbols of paytable D: $5, with a progressive jackpot."""
    prize_a_cents: Amount
    """The jackpot of paytable A."""
    prize_c_cents: Amount
    """The jackpot of paytable C."""
    meters: Choice[Literal["mirror", "own", "none"]]
    """Whose the meters are: an approved system's, whose value is paid, or our own."""
    meter_100_rate: Fraction
    """Share of each $1 wager that goes to its meter."""
    meter_100_initial_cents: Amount
    """What its meter begins with."""
    meter_100_reset_cents: Amount
    """What its meter begins with again after a jackpot."""
    meter_500_rate: Fraction
    """Share of each $5 wager that goes to its meter."""
    meter_500_initial_cents: Amount
    """As `meter_100_initial_cents`."""
    meter_500_reset_cents: Amount
    """As `meter_100_reset_cents`."""
    meter_value_at: Rule[Literal["turn_to_be_paid", "none"]]
    """When a jackpot takes the value of its meter."""
    xtreme: Choice[bool]
    """Whether the table offers the Xtreme 16 wager."""
    xtreme_cents: Rule[tuple[int, ...]]
    """The amounts that may be wagered on it."""
    xtreme_lines: Rule[tuple[Line, ...]]
    """The symbols of its wheel."""
    xtreme_paytable: Choice[Literal["A", "none"]]
    """Its paytable for the others at the table."""
    xtreme_community: Rule[tuple[Line, ...]]
    """What each of the others gets, symbol by symbol."""
    xtreme_model: Choice[Literal["hot_spot", "each", "none"]]
    """`hot_spot` = one of those who wagered has the spin and the others share in it; `each` = every
    one of them has a spin."""
    xtreme_value_at: Rule[Literal["turn_to_be_paid", "none"]]
    """As `meter_value_at`."""
    xtreme_primary_rate: Fraction
    """As `meter_100_rate`, for its first jackpot."""
    xtreme_primary_initial_cents: Amount
    """As `meter_100_initial_cents`."""
    xtreme_primary_reset_cents: Amount
    """As `meter_100_reset_cents`."""
    xtreme_secondary_rate: Fraction
    """As `meter_100_rate`, for its second jackpot."""
    xtreme_secondary_initial_cents: Amount
    """As `meter_100_initial_cents`."""
    xtreme_secondary_reset_cents: Amount
    """As `meter_100_reset_cents`."""
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
