"""Sayso: plan mode for MCP clients.

An AI agent's writes to a WordPress site become steps of a plan instead of changing the site. A person reads the
plan in a browser, accepts or drops steps, and says yes; only then do the steps run, in order, through the same
checks a direct call meets, each after a snapshot that brings the state before it back.

The program starts in `webapp.app`. Importing this package loads nothing else, so that commands start fast.
"""
