"""Numbers that other modules share."""

#: Nanoseconds in a second.
S_TO_NS = 1000 * 1000 * 1000
