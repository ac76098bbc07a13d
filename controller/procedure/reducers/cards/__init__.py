"""Cards in stacks: the shuffle, the cut, the shoe, burns, cards set aside."""
