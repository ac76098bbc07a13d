"""An irregularity on the floor's page, with what each ruling will do."""
