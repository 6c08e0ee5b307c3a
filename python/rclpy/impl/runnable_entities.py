"""Selects what an executor waits for: the entities whose callbacks may run."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Iterator

from .custom_waitables import is_custom


def numbers_of(nodes: Iterable[Any], can_execute: Callable[[Any], bool]) -> list[int]:
    """Numbers of entities in the graph: waitables of all nodes, then the others node by node."""
    numbers: list[int] = []
    for node in nodes:
        for waitable in node.waitables:
            if not is_custom(waitable) and can_execute(waitable):
                numbers += waitable.numbers
    for node in nodes:
        for entity in _endpoints(node):
            handle = entity.handle
            if handle.valid and can_execute(entity) and not getattr(handle, 'watched', False):
                numbers.append(entity._number)
    return numbers


def watched_of(nodes: Iterable[Any], can_execute: Callable[[Any], bool]) -> list[Any]:
    """Entities whose inputs are kept in this process, because the program watches them."""
    return [entity for node in nodes for entity in _endpoints(node)
            if getattr(entity.handle, 'kept', None) and can_execute(entity)]


def guards_of(nodes: Iterable[Any]) -> list[Any]:
    """The guard conditions that have a group, and therefore a callback for an executor."""
    return [guard for node in nodes for guard in node.guards if guard.callback_group is not None]


def _endpoints(node: Any) -> Iterator[Any]:
    for entities in (node.timers, node.subscriptions, node.clients, node.services):
        yield from entities
