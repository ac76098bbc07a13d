"""The printed report of a round: what each part of it says, and how it looks on paper."""
