"""Comparing: pure functions on values and texts. Nothing here talks to a site or a database."""
