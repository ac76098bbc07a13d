"""A person is the dealer's hands: the page `/hands` of a simulated table."""

from .table import HandsOn

__all__ = ["HandsOn"]
