"""Readers of the journal that need the procedure: replay, hand, explain a round."""
