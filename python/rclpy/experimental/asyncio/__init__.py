"""Nodes in a loop of asyncio, under the names that their modules have in Rolling."""

import importlib
import sys

from .. import (  # noqa: F401
    AsyncClient, AsyncClock, AsyncNode, AsyncPublisher, AsyncService, AsyncSubscription, AsyncTimer)

__all__ = ['AsyncClient', 'AsyncClock', 'AsyncNode', 'AsyncPublisher', 'AsyncService',
           'AsyncSubscription', 'AsyncTimer']

for _name in ('client', 'clock', 'node', 'publisher', 'service', 'subscription', 'timer'):
    sys.modules[f'{__name__}.async_{_name}'] = importlib.import_module(f'..async_{_name}', __name__)
