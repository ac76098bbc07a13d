"""What each ruling does."""
