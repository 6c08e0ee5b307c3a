"""What can go wrong when a transform is looked up."""


class TransformException(Exception):
    """Any failure of tf2."""


class LookupException(TransformException):
    """A frame does not exist, or the frames form a loop."""


class ConnectivityException(TransformException):
    """Two frames are not in the same tree."""


class ExtrapolationException(TransformException):
    """The time asked for lies outside of what is known."""


class InvalidArgumentException(TransformException):
    """An argument that cannot be meant."""


class TimeoutException(TransformException):
    """A transform did not become available in time."""
