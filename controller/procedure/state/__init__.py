"""The state of a table: values, and nothing that decides."""
