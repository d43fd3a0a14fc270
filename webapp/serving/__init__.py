"""The wire of the web program: connections, the requests on them, and how the program ends.

Requests are taken in whole before one of the few threads that answer them is taken, and whatever is slow is given up
in time: a visitor that sends a byte a second holds a place, never a thread. What an address answers is not known
here.
"""

from .server import Server, serve

__all__ = ["Server", "serve"]
