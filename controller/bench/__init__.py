"""The bench: simulated tables, automatic dealers, virtual time, a house's own tests."""
