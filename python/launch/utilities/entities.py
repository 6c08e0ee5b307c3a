"""Lists of entities, and futures of visits."""
from __future__ import annotations

import asyncio
from typing import Any, List, Optional


def create_future(loop: Optional[Any]) -> Any:
    """A future of the given loop, or of the running one."""
    return (loop or asyncio.get_event_loop()).create_future()


def normalize_to_list_of_entities(entities: Any) -> List[Any]:
    """A flat list of entities, whatever their nesting."""
    if hasattr(entities, 'visit'):
        return [entities]
    return [each for entity in entities for each in normalize_to_list_of_entities(entity)]


def visit_all_entities_and_collect_futures(entity: Any, context: Any) -> List[Any]:
    """Visits an entity and what it returns; the futures of entities that have not completed."""
    futures = [] if entity.get_asyncio_future() is None else [
        (entity, entity.get_asyncio_future())]
    for each in entity.visit(context) or []:
        futures += visit_all_entities_and_collect_futures(each, context)
    return futures
