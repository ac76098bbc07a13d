"""A whole simulated table in one loop, in virtual time."""
