"""The rules-only simulator: rounds of one box by a published strategy, in integers.

No charts and no devices. It has a reckoning of its own, for speed; a test proves on random rounds
that it agrees with `rules.settle`. Randomness comes from the caller, as a function that shuffles.

Cards are ints: rank x 4 + suit, ranks in the order of `domain.cards.RANKS`, suits as in `SUITS`.
"""
