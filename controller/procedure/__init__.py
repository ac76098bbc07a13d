"""The procedure: step, door, ledger, fold, amend, desk, allowed, charts and reducers: pure."""
