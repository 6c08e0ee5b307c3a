"""Messages as bytes (CDR), and back."""

from __future__ import annotations

from typing import Any

import orrery_interfaces

from .type_support import check_for_type_support


def serialize_message(message: Any) -> bytes:
    """The message in CDR."""
    check_for_type_support(type(message))
    return orrery_interfaces.serialize(message)


def deserialize_message(serialized_message: bytes, message_type: Any) -> Any:
    """The message that these bytes contain."""
    check_for_type_support(message_type)
    return orrery_interfaces.deserialize(serialized_message, message_type)
