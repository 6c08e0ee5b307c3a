"""The messages that rosidl derives from services and actions."""
from __future__ import annotations

from typing import Dict, List

from .definition import Field, FieldType, Message
from .parser import parse_message, split_sections

_GOAL_ID = Field('goal_id', FieldType(nested='unique_identifier_msgs/msg/UUID'))
_STAMP = Field('stamp', FieldType(nested='builtin_interfaces/msg/Time'))
SERVICE_PARTS = ('Request', 'Response', 'Event')


def _event(service: str) -> Message:
    def at_most_one(name: str) -> FieldType:
        return FieldType(nested=name, array='bounded', size=1)
    return Message(f'{service}_Event', (
        Field('info', FieldType(nested='service_msgs/msg/ServiceEventInfo')),
        Field('request', at_most_one(f'{service}_Request')),
        Field('response', at_most_one(f'{service}_Response')),
    ))


def service_messages(full: str, text: str, where: str) -> List[Message]:
    """Request, response and event of a service."""
    parts = zip(SERVICE_PARTS, split_sections(text, 2, where or full))
    found = [parse_message(part, f'{full}_{name}', where, line) for name, (part, line) in parts]
    return [*found, _event(full)]


def action_messages(full: str, text: str, where: str) -> List[Message]:
    """All messages of an action, those that others refer to first."""
    parts = zip(('Goal', 'Result', 'Feedback'), split_sections(text, 3, where or full))
    own = [parse_message(part, f'{full}_{name}', where, line) for name, (part, line) in parts]
    goal, result, feedback = (FieldType(nested=message.name) for message in own)
    send, get = f'{full}_SendGoal', f'{full}_GetResult'
    return [
        *own,
        Message(f'{send}_Request', (_GOAL_ID, Field('goal', goal))),
        Message(f'{send}_Response', (Field('accepted', FieldType('bool')), _STAMP)),
        _event(send),
        Message(f'{get}_Request', (_GOAL_ID,)),
        Message(f'{get}_Response', (Field('status', FieldType('int8')), Field('result', result))),
        _event(get),
        Message(f'{full}_FeedbackMessage', (_GOAL_ID, Field('feedback', feedback))),
    ]


def interface_messages(kind: str, full: str, text: str, where: str = '') -> Dict[str, Message]:
    """The messages that a definition gives rise to, by their full names."""
    if kind == 'msg':
        messages = [parse_message(text, full, where)]
    elif kind == 'srv':
        messages = service_messages(full, text, where)
    else:
        messages = action_messages(full, text, where)
    return {message.name: message for message in messages}
