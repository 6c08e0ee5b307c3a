"""Clients of services, for nodes that run in a loop of asyncio."""

from __future__ import annotations

import asyncio
from typing import Any, Optional

from orrery_guest.guest import Given

from ..client import Client
from ..impl.async_entity import AsyncEntity
from ..task import Future


class AsyncClient(AsyncEntity, Client):
    """Calls a service. Created by an `AsyncNode`."""

    async def call(  # type: ignore[override]
            self, request: Any, timeout_sec: Optional[float] = None) -> Any:
        """Calls the service and returns its response."""
        if self._destroyed:
            raise RuntimeError('Calling a destroyed client is forbidden')
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def answered(future: Future) -> None:
            if answer.done():
                return
            if future.cancelled():
                answer.cancel()
            else:
                answer.set_result(future.result())

        pending = self.call_async(request)
        pending.add_done_callback(answered)
        try:
            return await asyncio.wait_for(answer, timeout_sec)
        finally:
            self.remove_pending_request(pending)

    async def wait_for_service(  # type: ignore[override]
            self, *, check_interval: float = 0.1) -> None:
        """Waits until a server exists."""
        while not self.service_is_ready():
            await asyncio.sleep(check_interval)

    def destroy(self) -> None:
        """Removes it from the graph; calls that wait for a response are cancelled."""
        for pending in list(self._pending_requests.values()):
            pending.cancel()
        super().destroy()

    async def _call(self, given: Given) -> None:
        sequence, response = self.take(given)
        try:
            pending = self.get_pending_request(sequence)
        except KeyError:
            return
        pending.set_result(response)
