"""Substitutions in texts, `$(var x)`, as parameter files may have them."""
from __future__ import annotations

import re
import shlex
from typing import Any, Callable, Dict, List

from ..substitution import Substitution

_OPENING = re.compile(r'\\?\$\(')


def _makers() -> Dict[str, Callable[..., Substitution]]:
    from launch_ros.substitutions import ExecutableInPackage, FindPackagePrefix, FindPackageShare

    from .. import substitutions as s
    return {
        'var': lambda name, default=None: s.LaunchConfiguration(name, default=default),
        'env': lambda name, default=None: s.EnvironmentVariable(name, default_value=default),
        'optenv': lambda name, default='': s.EnvironmentVariable(name, default_value=default),
        'find-pkg-share': FindPackageShare,
        'find-pkg-prefix': FindPackagePrefix,
        'find-exec': lambda name: s.FindExecutable(name=name),
        'exec-in-pkg': ExecutableInPackage,
        'eval': lambda *parts: s.PythonExpression(
            [each for part in parts for each in (part, ' ')][:-1]),
        'dirname': lambda: s.ThisLaunchFileDir(),
        'filename': lambda: s.ThisLaunchFile(),
        'anon': s.AnonName,
        'command': lambda command, on_stderr='fail': s.Command(command, on_stderr=on_stderr),
        'not': s.NotSubstitution, 'and': s.AndSubstitution, 'or': s.OrSubstitution,
        'equals': s.EqualsSubstitution, 'not-equals': s.NotEqualsSubstitution,
        'file-content': s.FileContent, 'if': s.IfElseSubstitution,
    }


def _closing(text: str, start: int) -> int:
    """The place of the parenthesis that closes the substitution whose inside begins at `start`."""
    depth, quote, at = 1, '', start
    while at < len(text):
        char = text[at]
        if quote:
            quote = '' if char == quote else quote
        elif char in '\'"':
            quote = char
        elif char == '(':
            depth += 1
        elif char == ')':
            depth -= 1
            if depth == 0:
                return at
        at += 1
    raise ValueError(f"'{text}' has a substitution that is not closed")


def _words(inside: str) -> List[str]:
    """The arguments of a substitution; inner substitutions stay whole."""
    held: List[str] = []

    def hold(text: str) -> str:
        out, at = '', 0
        for match in iter(lambda: _OPENING.search(text, at), None):
            end = _closing(text, match.end())
            held.append(text[match.start():end + 1])
            out += text[at:match.start()] + f'\0{len(held) - 1}\0'
            at = end + 1
        return out + text[at:]
    words = shlex.split(hold(inside))
    return [re.sub('\0(\\d+)\0', lambda m: held[int(m[1])], word) for word in words]


def parse_substitution(text: str) -> List[Any]:
    """A text as substitutions. Raises ValueError for what cannot be read."""
    from ..substitutions import TextSubstitution
    parts: List[Any] = []
    at = 0
    for match in iter(lambda: _OPENING.search(text, at), None):
        parts.append(TextSubstitution(text=text[at:match.start()]))
        if match[0].startswith('\\'):
            parts.append(TextSubstitution(text='$('))
            at = match.end()
            continue
        end = _closing(text, match.end())
        name, *arguments = _words(text[match.end():end]) or ['']
        maker = _makers().get(name)
        if maker is None:
            raise ValueError(f"the substitution '{name}' in '{text}' is not known")
        parts.append(maker(*(parse_substitution(argument) for argument in arguments)))
        at = end + 1
    parts.append(TextSubstitution(text=text[at:]))
    return [part for part in parts if getattr(part, 'text', None) != ''] or [
        TextSubstitution(text='')]
