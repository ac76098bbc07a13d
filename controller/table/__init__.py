"""The actor: queue, step, commit, release; the vault; recovery."""
