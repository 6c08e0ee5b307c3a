"""Experimental features of upstream."""

import sys

from .events_executor import EventsExecutor  # noqa: F401

# Nodes in a loop of asyncio need task groups, which came with Python 3.11.
if sys.version_info >= (3, 11):
    from .async_client import AsyncClient  # noqa: F401
    from .async_clock import AsyncClock  # noqa: F401
    from .async_node import AsyncNode  # noqa: F401
    from .async_publisher import AsyncPublisher  # noqa: F401
    from .async_service import AsyncService  # noqa: F401
    from .async_subscription import AsyncSubscription  # noqa: F401
    from .async_timer import AsyncTimer  # noqa: F401
