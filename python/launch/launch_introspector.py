"""Formats launch descriptions for people."""
from __future__ import annotations

from typing import Any, Iterable, List

from .action import Action
from .actions import DeclareLaunchArgument, ExecuteLocal, OpaqueFunction
from .launch_description import LaunchDescription

_INDENT = '    '


def _text_of(value: Any) -> str:
    parts = value if isinstance(value, list) else [value]
    return ''.join(part if isinstance(part, str) else part.describe() for part in parts)


def _line_of(entity: Any) -> str:
    if isinstance(entity, DeclareLaunchArgument):
        default = entity.default_value
        shown = '' if default is None else f', default: {_text_of(default)}'
        return f"DeclareLaunchArgument('{entity.name}'{shown}): {_text_of(entity.description)}"
    if isinstance(entity, OpaqueFunction):
        function = getattr(entity._function, '__name__', type(entity._function).__name__)
        return f'OpaqueFunction({function})'
    if isinstance(entity, ExecuteLocal):
        words = ' '.join(_text_of(word) for word in entity.cmd)
        return f'{type(entity).__name__}({words})'
    return entity.describe() if isinstance(entity, Action) else type(entity).__name__


def _lines_of(entities: Iterable[Any]) -> List[str]:
    lines: List[str] = []
    for entity in entities:
        if isinstance(entity, LaunchDescription):
            inner = entity.entities
            noun = 'entity' if len(inner) == 1 else 'entities'
            lines.append(f'LaunchDescription({len(inner)} {noun})')
        else:
            inner = entity.describe_sub_entities()
            lines.append(_line_of(entity))
        lines += [f'{_INDENT}{line}' for line in _lines_of(inner)]
        for condition, hidden in (() if isinstance(entity, LaunchDescription)
                                  else entity.describe_conditional_sub_entities()):
            lines.append(f'{_INDENT}{condition}')
            lines += [f'{_INDENT * 2}{line}' for line in _lines_of(hidden)]
    return lines


class LaunchIntrospector:
    """Formats a description as text."""

    def format_launch_description(self, launch_description: LaunchDescription) -> str:
        """A line for each entity, indented below its parent."""
        return '\n'.join(_lines_of([launch_description]))
