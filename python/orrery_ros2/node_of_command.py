"""The node that a command uses, and what it reads from words."""
from __future__ import annotations

import contextlib
import os
from typing import Any, Iterator, Optional

import rclpy
import yaml
from rclpy.executors import ExternalShutdownException
from rosidl_runtime_py import set_message_fields


@contextlib.contextmanager
def node_of_command(name: Optional[str] = None) -> Iterator[Any]:
    """A hidden node, unless it has a name; the end of the run ends the command."""
    rclpy.init()
    node = rclpy.create_node(name or f'_ros2cli_{os.getpid()}', start_parameter_services=name is not None)
    with contextlib.suppress(KeyboardInterrupt, ExternalShutdownException):
        yield node
        node.destroy_node()
        rclpy.try_shutdown()


def fill(message: Any, text: str, **how: Any) -> Any:
    """Set the fields of a message as YAML says; returns what sets its times. Raises RuntimeError."""
    try:
        values = yaml.safe_load(text)
        if values is not None and not isinstance(values, dict):
            raise TypeError('The passed value needs to be a dictionary in YAML format')
        return set_message_fields(message, values or {}, **how)
    except (yaml.YAMLError, AttributeError, TypeError, ValueError, AssertionError) as error:
        raise RuntimeError(f'Failed to populate field: {error}') from None


def type_named(find: Any, name: str) -> Any:
    """The class of an interface. Raises RuntimeError."""
    try:
        return find(name)
    except (AttributeError, ImportError, ValueError, LookupError):
        raise RuntimeError(f"The passed type '{name}' is invalid") from None
