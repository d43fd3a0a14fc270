"""How large a message may be, at every door."""

LARGEST_BODY = 5 * 1024 * 1024  # bytes
DEEPEST = 64  # levels of lists and objects, the message itself being the first
# Lists, objects and what stands in them. A message of five million empty lists would take a gigabyte once it is read.
MOST_VALUES = 50_000
