"""Checks whether a class is an interface."""

from __future__ import annotations

from typing import Any, TypeVar

from .exceptions import NoTypeSupportImportedException

#: For annotations: any message, service or part of an action.
Msg = Any
Srv = Any
Action = Any
MsgT = TypeVar('MsgT')
SrvT = TypeVar('SrvT')
SrvRequestT = TypeVar('SrvRequestT')
SrvResponseT = TypeVar('SrvResponseT')
SrvEventT = TypeVar('SrvEventT')
GoalT = TypeVar('GoalT')
ResultT = TypeVar('ResultT')
FeedbackT = TypeVar('FeedbackT')
ImplT = TypeVar('ImplT')


def check_for_type_support(msg_or_srv_type: Any) -> None:
    """Raises upstream's error for a class that is not a message, service or action."""
    try:
        support = msg_or_srv_type._TYPE_SUPPORT
    except AttributeError as error:
        raise AttributeError(
            error.args[0] + ' This might be a ROS 1 message type but it should be a ROS 2 message '
            'type. Make sure to source your ROS 2 workspace after your ROS 1 workspace.'
        ) from None
    if support is None:
        msg_or_srv_type.__class__.__import_type_support__()
    if msg_or_srv_type._TYPE_SUPPORT is None:
        raise NoTypeSupportImportedException()


def check_is_valid_msg_type(msg_type: Any) -> None:
    """Raises RuntimeError for a class that is not a message."""
    check_for_type_support(msg_type)
    if not (hasattr(msg_type, 'get_fields_and_field_types') and hasattr(msg_type, '__slots__')):
        raise RuntimeError(
            f'The given type {msg_type} is not a valid message type. It has no fields.')


def check_is_valid_srv_type(srv_type: Any) -> None:
    """Raises RuntimeError for a class that is not a service."""
    check_for_type_support(srv_type)
    if not (hasattr(srv_type, 'Request') and hasattr(srv_type, 'Response')):
        raise RuntimeError(
            f'The given type {srv_type} is not a valid service type. It has no Request or '
            'Response.')
