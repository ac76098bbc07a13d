"""Pure questions about a play."""
