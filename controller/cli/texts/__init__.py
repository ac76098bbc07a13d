"""`dealer-assist rules`, `settle` and `simulate`: the rules alone, without a table."""
