"""Upstream's module for playing and recording."""
from typing import Any

from .rewriting import bag_rewrite
from .transport_options import MessageOrder, PlayOptions, RecordOptions, ServiceRequestsSource


def __getattr__(name: str) -> Any:
    """The classes that are nodes; programs that only read and write need not import ROS 2."""
    if name == 'Player':
        from .player import Player
        return Player
    if name == 'Recorder':
        from .recorder import Recorder
        return Recorder
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')


__all__ = ['MessageOrder', 'PlayOptions', 'Player', 'RecordOptions', 'Recorder', 'ServiceRequestsSource',
           'bag_rewrite']
