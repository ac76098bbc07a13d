"""From a view to what a person sees: places, amounts, pages."""
