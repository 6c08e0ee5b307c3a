"""Functions that accept nodes."""
from __future__ import annotations

from typing import Any, Callable


def matches_node_name(node_name: str) -> Callable[[Any], bool]:
    """A function that accepts a node by its full name, which is its attribute `node_name`."""
    if not node_name.startswith('/'):
        node_name = '/' + node_name

    def matches(action: Any) -> bool:
        found = getattr(action, 'emitted_name', None)
        if found is None:
            found = getattr(action, 'node_name', None)
        return found == node_name
    matches.node_name = node_name  # type: ignore[attr-defined]
    return matches
