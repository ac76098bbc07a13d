"""What a PIN must be: any of four to twelve digits, and one of a person's own hard to guess."""

from __future__ import annotations

from itertools import pairwise

from controller.errors import ConfigError

DO = "Choose another"


def check_pin(pin: str) -> str:
    """Raises: ConfigError unless the PIN is 4 to 12 digits and not one digit over and over."""
    if not (pin.isascii() and pin.isdigit() and 4 <= len(pin) <= 12) or len(set(pin)) == 1:
        raise ConfigError("a PIN is 4 to 12 digits, not all the same", do=DO)
    return pin


def check_own(pin: str, licence: str) -> str:
    """Raises: ConfigError for one that others would try first, too."""
    check_pin(pin)
    if in_a_row(pin):
        raise ConfigError("your own PIN is not 1234, nor other digits in a row", do=DO)
    if pin == "".join(c for c in licence if c.isdigit()):
        raise ConfigError("your own PIN is not your licence number", do=DO)
    return pin


def in_a_row(pin: str) -> bool:
    """`1234`, `9876`."""
    return {int(b) - int(a) for a, b in pairwise(pin)} in ({1}, {-1})
