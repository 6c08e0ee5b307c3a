"""Stand-in of `tf2_ros`: buffers, listeners and broadcasters of transforms."""
from tf2_py import (
    BufferCore, ConnectivityException, ExtrapolationException, InvalidArgumentException,
    LookupException, TimeoutException, TransformException)

from .buffer_interface import (
    BufferInterface, ConvertRegistration, NotImplementedException, Stamped, TransformRegistration,
    TypeException, convert)
from .buffer import Buffer
from .buffer_client import BufferClient
from .static_transform_broadcaster import StaticTransformBroadcaster
from .transform_broadcaster import TransformBroadcaster
from .transform_listener import TransformListener
from .static_transform_listener import StaticTransformListener

__all__ = [
    'Buffer', 'BufferClient', 'BufferCore', 'BufferInterface', 'ConnectivityException',
    'ConvertRegistration', 'ExtrapolationException', 'InvalidArgumentException',
    'LookupException', 'NotImplementedException', 'Stamped', 'StaticTransformBroadcaster',
    'StaticTransformListener', 'TimeoutException', 'TransformBroadcaster', 'TransformException',
    'TransformListener', 'TransformRegistration', 'TypeException', 'convert',
]
