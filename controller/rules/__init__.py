"""Rule packs, clauses, hands, decisions, settlement: pure."""
