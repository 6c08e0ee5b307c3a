"""Servers of services, for nodes that run in a loop of asyncio."""

from __future__ import annotations

from orrery_guest.guest import Given

from ..impl.async_entity import AsyncEntity, outcome_of
from ..service import Service


class AsyncService(AsyncEntity, Service):
    """Answers requests. Created by an `AsyncNode`."""

    async def _call(self, given: Given) -> None:
        request, header = self.take(given)
        response = await outcome_of(self.callback, request, self.srv_type.Response())
        self.send_response(response, header)
