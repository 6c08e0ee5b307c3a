"""The word for a class of endpoints."""

from typing import Any


def endpoint_kind(entity_type: Any) -> str:
    """``publisher`` or ``subscription``."""
    from ..publisher import Publisher

    return 'publisher' if issubclass(entity_type, Publisher) else 'subscription'
