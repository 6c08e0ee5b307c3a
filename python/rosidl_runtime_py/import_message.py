"""Classes of interfaces by their described types."""
from __future__ import annotations

import importlib
from typing import Any

from rosidl_parser.definition import NamespacedType


def import_message_from_namespaced_type(message_type: NamespacedType) -> Any:
    """The class that a `NamespacedType` names."""
    module = importlib.import_module('.'.join(message_type.namespaces))
    return getattr(module, message_type.name)
