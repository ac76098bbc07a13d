"""The sections of a rule pack, in the order of the evening."""
