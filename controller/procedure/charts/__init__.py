"""The charts of the evening: flat, synchronous; where each of them is stands in the state."""
