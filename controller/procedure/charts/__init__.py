"""The seven charts of the evening: flat, synchronous, loaded from the state for each step."""
