"""Starlette app: dealer and floor pages, templates, static files."""
