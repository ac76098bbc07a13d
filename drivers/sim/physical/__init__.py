"""The things on the table and what people do to them."""
