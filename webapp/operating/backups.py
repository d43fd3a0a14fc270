"""Copying the whole database into one file while Sayso runs, and laying it out again elsewhere."""
