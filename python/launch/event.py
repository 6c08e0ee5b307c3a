"""The base of all events."""


class Event:
    """Something that happens in a launch."""

    name = 'launch.Event'

    def matches_event(self, event: object) -> bool:
        """Whether this is the given event."""
        return self is event
