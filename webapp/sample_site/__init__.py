"""A small stand-in WordPress that speaks core REST and serves its pages: the demo's site, and the tests'.

It is reached by the same HTTP client as a real site, with application passwords. It imitates what
core was measured to do, oddities included, and can be told to misbehave (misbehaviour.py). It is
not a WordPress: themes, blocks beyond the editor's own markup and plugins' code are not here.
"""

from __future__ import annotations

from .requests_log import Entry, RequestsLog
from .server import running, serve, serve_forever
from .site import SampleSite

__all__ = ["Entry", "RequestsLog", "SampleSite", "running", "serve", "serve_forever"]
