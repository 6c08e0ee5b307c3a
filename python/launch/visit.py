"""Visits entities in upstream's order: depth first, each as soon as it exists."""
from __future__ import annotations

from typing import Any, Iterable, List, Optional


def entities_of(value: Any) -> List[Any]:
    """One entity or several as a list; a list is not copied, because whoever is visited may append to it."""
    if value is None:
        return []
    if hasattr(value, 'visit'):
        return [value]
    return value if isinstance(value, list) else list(value)


def visit_all(entities: Optional[Iterable[Any]], context: Any) -> None:
    """Visit entities and whatever they return."""
    for entity in entities_of(entities):
        if entity is None:
            continue
        if not hasattr(entity, 'visit'):
            raise TypeError(f'{entity!r} is not a launch description entity')
        visit_all(entity.visit(context), context)
