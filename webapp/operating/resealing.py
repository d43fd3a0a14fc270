"""Sealing everything anew with the newest key, so that an older one can be taken away."""
