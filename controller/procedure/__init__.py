"""The procedure of one table: pure. `step` is called from outside, the rooms lie below it."""
