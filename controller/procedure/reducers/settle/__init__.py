"""Settlement and what people verify of it."""
