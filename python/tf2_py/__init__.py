"""Stand-in of `tf2_py`: the transform buffer and its exceptions."""
from .buffer_core import BufferCore
from .exceptions import (
    ConnectivityException, ExtrapolationException, InvalidArgumentException, LookupException,
    TimeoutException, TransformException)

__all__ = [
    'BufferCore', 'ConnectivityException', 'ExtrapolationException', 'InvalidArgumentException',
    'LookupException', 'TimeoutException', 'TransformException',
]
