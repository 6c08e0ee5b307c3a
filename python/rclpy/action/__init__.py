"""Actions: goals that take time, with feedback and a result."""

from .client import ActionClient  # noqa: F401
from .graph import (  # noqa: F401
    get_action_client_names_and_types_by_node, get_action_clients_info_by_action,
    get_action_names_and_types, get_action_server_names_and_types_by_node,
    get_action_servers_info_by_action)
from .server import ActionServer, CancelResponse, GoalResponse  # noqa: F401

__all__ = ['ActionClient', 'ActionServer', 'CancelResponse', 'GoalResponse']
