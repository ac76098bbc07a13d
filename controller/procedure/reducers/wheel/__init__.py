"""The Bonus Spin wheel, its prizes and the progressive system."""
