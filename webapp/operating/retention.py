"""Erasing what ended longer ago than is kept, and saying beforehand what that would be."""
