"""Wagers and the initial deal."""
