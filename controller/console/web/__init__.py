"""Requests, answers and streams, whatever the page."""
