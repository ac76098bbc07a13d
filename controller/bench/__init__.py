"""The bench: simulated tables, automatic dealers, virtual time, what a house needs to write tests."""
