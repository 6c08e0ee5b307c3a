"""The errors of transform lookups."""


class TransformException(Exception):
    """Any error of tf2."""


class LookupException(TransformException):
    """A frame does not exist, or the frames form a loop."""


class ConnectivityException(TransformException):
    """Two frames are not in the same tree."""


class ExtrapolationException(TransformException):
    """The requested time is outside the known range."""


class InvalidArgumentException(TransformException):
    """An invalid argument."""


class TimeoutException(TransformException):
    """A transform did not become available in time."""


for _each in (TransformException, LookupException, ConnectivityException, ExtrapolationException,
              InvalidArgumentException, TimeoutException):
    # The module that upstream's extension names, which tracebacks show.
    _each.__module__ = 'tf2'
