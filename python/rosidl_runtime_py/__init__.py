"""Stand-in of `rosidl_runtime_py`: messages to text and back, interfaces by name."""
from .convert import (
    get_message_slot_types, message_to_csv, message_to_ordereddict, message_to_yaml)
from .get_interfaces import (
    get_action_interfaces, get_interface_packages, get_interface_path, get_interfaces,
    get_message_interfaces, get_service_interfaces)
from .set_message import set_message_fields

__all__ = [
    'get_action_interfaces', 'get_interface_packages', 'get_interface_path', 'get_interfaces',
    'get_message_interfaces', 'get_message_slot_types', 'get_service_interfaces',
    'message_to_csv', 'message_to_ordereddict', 'message_to_yaml', 'set_message_fields',
]
