"""``/rosout``: a node's log as messages."""

from __future__ import annotations

import os
from typing import Any, Union

import orrery_interfaces
from orrery_guest import wire
from orrery_guest.code_place import short_path
from orrery_guest.guest import guest

from ..qos import QoSProfile
from . import log_output
from .handle import Handle
from .wire_entities import declare, validated


_PACKAGES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
#: Lines of these packages differ between versions, and published messages enter the digest.
_OWN = tuple(os.path.join(_PACKAGES, name, '') for name in ('rclpy', 'tf2_ros', 'message_filters'))


def add_rosout(node: Any, qos: Union[QoSProfile, int]) -> Handle:
    """Publishes the lines of the node's logger from now on."""
    from rcl_interfaces.msg import Log

    handle = Handle('publisher', declare(
        wire.PUBLISHER, node.handle.number, '/rosout', Log, validated(qos)))

    def publish(name: str, severity: int, message: str, caller: Any) -> None:
        seconds, ns = divmod(guest.now, 1_000_000_000)
        own = caller.file_path.startswith(_OWN)
        log = Log(level=severity, name=name, msg=message,
                  # Does not depend on where the system is.
                  file='unknown' if own else short_path(caller.file_path),
                  function='unknown' if own else caller.function_name,
                  line=0 if own else caller.line_number)
        log.stamp.sec, log.stamp.nanosec = seconds, ns
        guest.publish(handle.number, orrery_interfaces.serialize(log))

    log_output.rosout.setdefault(node.get_logger().name, publish)
    handle.logger_name = node.get_logger().name  # type: ignore[attr-defined]
    return handle


def remove_rosout(node: Any) -> None:
    """Stops publishing the lines of the node's logger."""
    handle = node._orrery_rosout
    log_output.rosout.pop(handle.logger_name, None)
    handle.destroy_when_not_in_use()
