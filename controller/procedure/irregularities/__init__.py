"""Irregularities: the words and facts of each kind, and the rulings that act."""
