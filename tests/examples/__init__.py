"""One example of every tool that writes: how it is called on a small site, and what is then to be seen there.

The same examples run at the sample site and at a real WordPress. Each room of the catalogue has a module here.
"""
