"""Subscriptions of nodes that run in a loop of asyncio."""

from __future__ import annotations

from orrery_guest.guest import Given

from ..impl.async_entity import AsyncEntity, outcome_of
from ..subscription import Subscription


class AsyncSubscription(AsyncEntity, Subscription):
    """Receives the messages of a topic. Created by an `AsyncNode`."""

    async def _call(self, given: Given) -> None:
        await outcome_of(self.callback, *self.take(given))
