"""The messages that rosidl derives from services and actions."""
from __future__ import annotations

from typing import Dict, List, Sequence

from .definition import Field, FieldType, Message
from .parser import parse_message, split_sections
from .sources import Definition

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


def parts_of(kind: str) -> Sequence[str]:
    """The suffixes that the structures of a definition add to its name."""
    return {'msg': ('',), 'srv': ('_Request', '_Response'),
            'action': ('_Goal', '_Result', '_Feedback')}[kind]


def _own_messages(kind: str, full: str, found: Definition) -> List[Message]:
    """The messages that a definition states itself."""
    suffixes = parts_of(kind)
    if found.is_idl:
        from .idl import idl_messages
        return idl_messages([full + suffix for suffix in suffixes], found.text, found.file or full)
    if kind == 'msg':
        return [parse_message(found.text, full, found.file)]
    parts = zip(suffixes, split_sections(found.text, len(suffixes), found.file or full))
    return [parse_message(part, full + suffix, found.file, line) for suffix, (part, line) in parts]


def _action_messages(full: str, own: List[Message]) -> List[Message]:
    """All messages of an action; those that others refer to come first."""
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


def interface_messages(kind: str, full: str, found: Definition) -> Dict[str, Message]:
    """All messages that follow from a definition, by their full names."""
    messages = _own_messages(kind, full, found)
    if kind == 'srv':
        messages.append(_event(full))
    elif kind == 'action':
        messages = _action_messages(full, messages)
    return {message.name: message for message in messages}
