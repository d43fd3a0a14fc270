"""How large a message may be, at every door."""

LARGEST_BODY = 5 * 1024 * 1024  # bytes
DEEPEST = 64  # levels of lists and objects, the message itself being the first
