"""Menus of classic themes and navigations of block themes."""
