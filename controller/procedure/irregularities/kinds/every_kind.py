"""The catalogue: every kind of irregularity that the code can raise, a file for each stretch."""

from __future__ import annotations

from .kind import Kind, Question, Ruling
from .kinds_of_cards import OF_CARDS
from .kinds_of_deal import OF_DEALING
from .kinds_of_devices import OF_DEVICES
from .kinds_of_draws import OF_DRAWS
from .kinds_of_hands import OF_HANDS
from .kinds_of_itself import OF_ITSELF
from .kinds_of_payment import OF_PAYMENT
from .kinds_of_reader import OF_READER
from .kinds_of_shoe import OF_SHOE
from .kinds_of_wheel import OF_WHEEL
from .shared_rulings import words

KINDS: dict[str, Kind] = {
    **OF_SHOE,
    **OF_DEALING,
    **OF_DRAWS,
    **OF_CARDS,
    **OF_READER,
    **OF_HANDS,
    **OF_PAYMENT,
    **OF_WHEEL,
    **OF_DEVICES,
    **OF_ITSELF,
}

__all__ = ["KINDS", "Kind", "Question", "Ruling", "words"]
