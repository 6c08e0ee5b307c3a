"""The parser for programs and test suites that import `rosidl_adapter.parser`.

Orrery's own parser is `orrery_interfaces.parser`; this one keeps comments, and raises upstream's
exceptions.
"""
from __future__ import annotations

import os
import re
import textwrap
from typing import Any, Dict, List, Tuple

from .specifications import (
    ActionSpecification, Constant, Field, MessageSpecification, ServiceSpecification)
from .field_types import (
    PRIMITIVE_TYPES, BaseType, InvalidActionSpecification, InvalidFieldDefinition, InvalidResourceName,
    InvalidServiceSpecification, InvalidSpecification, InvalidValue, MultipleOptionalAnnotations, Type,
    UnknownMessageType, is_valid_constant_name, is_valid_field_name, is_valid_message_name,
    is_valid_package_name)
from .values import parse_primitive_value_string, parse_value_string

__all__ = [
    'ActionSpecification', 'BaseType', 'Constant', 'Field', 'InvalidActionSpecification',
    'InvalidFieldDefinition', 'InvalidResourceName', 'InvalidServiceSpecification',
    'InvalidSpecification', 'InvalidValue', 'MessageSpecification', 'MultipleOptionalAnnotations',
    'PRIMITIVE_TYPES', 'ServiceSpecification', 'Type', 'UnknownMessageType', 'is_valid_constant_name',
    'is_valid_field_name', 'is_valid_message_name', 'is_valid_package_name', 'parse_action_file',
    'parse_action_string', 'parse_message_file', 'parse_message_string',
    'parse_primitive_value_string', 'parse_service_file', 'parse_service_string',
    'parse_value_string', 'validate_field_types']

_UNIT = re.compile(r'\s*\[([^,\]]+)\]')
_OPTIONAL = '@optional'
_DEPRECATED = '@deprecated'


def _note(annotations: Dict[str, Any], comments: List[str]) -> None:
    """Annotate with comments: a unit in brackets and `@deprecated` separately, without needless blank lines."""
    kept = [line for line in comments if line.strip() != _DEPRECATED]
    if len(kept) < len(comments):
        annotations['deprecated'] = True
    comments = kept
    units = list(_UNIT.finditer('\n'.join(comments)))
    if len(units) == 1:
        annotations['unit'] = units[0][1]
        comments = [line.replace(units[0][0], '') for line in comments]
    text = re.sub(r'\n{3,}', '\n\n', '\n'.join(comments).strip('\n'))
    annotations['comment'] = textwrap.dedent(text).split('\n') if text else []


def _member(package: str, line: str) -> 'Field | Constant':
    kind, _, rest = line.partition(' ')
    rest = rest.lstrip()
    if not rest:
        raise InvalidFieldDefinition(line)
    name, constant, value = rest.partition('=')
    if constant and len(name.split()) == 1:
        return Constant(kind, name.rstrip(), value.lstrip())
    name, _, value = rest.partition(' ')
    return Field(Type(kind, context_package_name=package), name, value.lstrip() or None)


class _Reader:
    """Reads a text line by line; comments above and after a member belong to it."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.members: List[Any] = []
        self.comments: List[List[str]] = []
        self._above: List[str] = []
        self._optional = False

    def read(self, line: str) -> None:
        """Read one line, without trailing blanks."""
        code, mark, comment = line.partition('#')
        if mark and code and not code.strip():
            if self.members:
                self.comments[-1].append(comment.lstrip('#'))
            return
        if mark:
            self._above.append(comment.lstrip('#'))
        code = code.rstrip()
        if code.startswith(_OPTIONAL):
            if self._optional:
                raise MultipleOptionalAnnotations(f'{_OPTIONAL} is given twice before: {code}')
            self._optional = True
            code = code[len(_OPTIONAL):].lstrip()
        if code:
            self._add(_member(self.package, code))

    def _add(self, member: Any) -> None:
        if self._optional:
            member.annotations['optional'] = True
        self.members.append(member)
        self.comments.append(self._above)
        self._above, self._optional = [], False


def parse_message_string(pkg_name: str, msg_name: str, message_string: str) -> MessageSpecification:
    """The definition in the text of a `.msg` file."""
    lines = [line.rstrip() for line in message_string.replace('\t', ' ').splitlines()]
    first = next((i for i, line in enumerate(lines) if not line.startswith('#')), len(lines))
    reader = _Reader(pkg_name)
    for line in lines[first:]:
        if line:
            reader.read(line)
    for member, comments in zip(reader.members, reader.comments):
        _note(member.annotations, comments)
    message = MessageSpecification(
        pkg_name, msg_name, [each for each in reader.members if isinstance(each, Field)],
        [each for each in reader.members if isinstance(each, Constant)])
    _note(message.annotations, [line.lstrip('#') for line in lines[:first]])
    return message


def _sections(text: str) -> List[str]:
    found: List[List[str]] = [[]]
    for line in text.splitlines():
        if line == '---':
            found.append([])
        else:
            found[-1].append(line)
    return ['\n'.join(each) for each in found]


def parse_service_string(pkg_name: str, srv_name: str, message_string: str) -> ServiceSpecification:
    """The definition in the text of a `.srv` file."""
    parts = _sections(message_string)
    if len(parts) != 2:
        raise InvalidServiceSpecification(f'{srv_name} has {len(parts) - 1} lines --- instead of one')
    return ServiceSpecification(pkg_name, srv_name, *(
        parse_message_string(pkg_name, srv_name + suffix, part)
        for suffix, part in zip(('_Request', '_Response'), parts)))


def parse_action_string(pkg_name: str, action_name: str, action_string: str) -> ActionSpecification:
    """The definition in the text of a `.action` file."""
    parts = _sections(action_string)
    if len(parts) != 3:
        raise InvalidActionSpecification(f'{action_name} has {len(parts) - 1} lines --- instead of two')
    return ActionSpecification(pkg_name, action_name, *(
        parse_message_string(pkg_name, action_name + suffix, part)
        for suffix, part in zip(('_Goal', '_Result', '_Feedback'), parts)))


def _file(path: str) -> Tuple[str, str]:
    with open(path, encoding='utf-8') as opened:
        return os.path.splitext(os.path.basename(path))[0], opened.read()


def parse_message_file(pkg_name: str, interface_filename: str) -> MessageSpecification:
    """The definition in a `.msg` file."""
    return parse_message_string(pkg_name, *_file(interface_filename))


def parse_service_file(pkg_name: str, interface_filename: str) -> ServiceSpecification:
    """The definition in a `.srv` file."""
    return parse_service_string(pkg_name, *_file(interface_filename))


def parse_action_file(pkg_name: str, interface_filename: str) -> ActionSpecification:
    """The definition in a `.action` file."""
    return parse_action_string(pkg_name, *_file(interface_filename))


def validate_field_types(spec: Any, known_msg_types: List[BaseType]) -> None:
    """Raises UnknownMessageType for a field whose type is not among the known ones."""
    for field in spec.all_fields():
        kind = field.type
        if not kind.is_primitive_type() and BaseType(BaseType.__str__(kind)) not in known_msg_types:
            raise UnknownMessageType(f"'{field}' of {spec.full_name()} has an unknown type")
