"""Parses substitutions in texts, `$(var x)`, as in launch files and parameter files."""
from __future__ import annotations

from typing import Any, Callable, Dict, List, Tuple

from ..substitution import Substitution
from .expose import substitution_parse_methods


def _makers() -> Dict[str, Callable[..., Substitution]]:
    from launch_ros.substitutions import (
        AmentIndexResource, ExecutableInPackage, FindPackageFile, FindPackagePrefix, FindPackageShare, Parameter)

    from .. import substitutions as s
    return {
        'var': lambda name, default=None: s.LaunchConfiguration(name, default=default),
        'env': lambda name, default=None: s.EnvironmentVariable(name, default_value=default),
        'optenv': lambda name, default='': s.EnvironmentVariable(name, default_value=default),
        'find-pkg-share': FindPackageShare, 'ament-index-resource': AmentIndexResource,
        'find-pkg-prefix': FindPackagePrefix, 'find-pkg-file': FindPackageFile,
        'find-exec': lambda name: s.FindExecutable(name=name),
        'exec-in-pkg': ExecutableInPackage, 'param': Parameter,
        'eval': s.PythonExpression.of_text,
        'dirname': lambda: s.ThisLaunchFileDir(),
        'filename': lambda: s.ThisLaunchFile(),
        'anon': s.AnonName,
        'command': lambda command, on_stderr='fail': s.Command(command, on_stderr=on_stderr),
        'not': s.NotSubstitution, 'and': s.AndSubstitution, 'or': s.OrSubstitution,
        'any': s.AnySubstitution, 'all': s.AllSubstitution,
        'equals': s.EqualsSubstitution, 'not-equals': s.NotEqualsSubstitution,
        'file-content': s.FileContent, 'if': s.IfElseSubstitution,
        'launch_log_dir': lambda: s.LaunchLogDir(), 'log_dir': lambda: s.LaunchLogDir(),
        'path-join': lambda *parts: s.PathJoinSubstitution(_some(parts)),
        'find-launchfile': lambda name, path: s.FindLaunchfile(name=name, path=path),
        'string-join': lambda delimiter, *texts: s.StringJoinSubstitution(texts, delimiter=delimiter),
        'string-strip': s.StringStripSubstitution,
        'is-empty': s.IsEmptySubstitution, 'not-empty': s.NotEmptySubstitution,
        'index': s.ForLoopIndex,
        'for-var': lambda name, default=None: s.ForEachVar(name, default_value=default),
    }


def _some(parts: Any) -> Any:
    if not parts:
        raise ValueError('path-join needs at least one part')
    return parts


def _made(name: str, arguments: List[List[Substitution]], text: str) -> Substitution:
    exposed = substitution_parse_methods.get(name)
    if exposed is not None:
        cls, kwargs = exposed(arguments)
        return cls(**kwargs)
    maker = _makers().get(name)
    if maker is None:
        raise ValueError(f"the substitution '{name}' in '{text}' is not known")
    return maker(*arguments)


class _Reader:
    """Reads a text; a backslash removes the special meaning of the next character."""

    def __init__(self, text: str, quoted: bool = False, of_file: bool = False) -> None:
        self.text = text
        #: Whether backslashes outside of substitutions belong to a file in another format.
        self.is_of_file = of_file
        self.at = 0
        #: Whether the text was quoted, so that further quotes are ordinary characters.
        self.is_quoted = quoted

    def until(self, end: str, in_substitution: bool) -> List[Substitution]:
        """The parts up to one of the characters of `end`, which is not consumed."""
        from ..substitutions import TextSubstitution
        parts: List[Substitution] = []
        plain, depth = '', 0
        while self.at < len(self.text):
            char = self.text[self.at]
            if char in end and not (char == ')' and depth):
                break
            if char == '\\' and self.at + 1 < len(self.text):
                following = self.text[self.at + 1]
                if in_substitution or not self.is_of_file or following == '$':
                    plain += following
                    self.at += 2
                    continue
            if self.text.startswith('$(', self.at):
                if plain:
                    parts.append(TextSubstitution(text=plain))
                    plain = ''
                self.at += 2
                parts.append(self.substitution())
                continue
            depth += (char == '(') - (char == ')')
            plain += char
            self.at += 1
        if plain:
            parts.append(TextSubstitution(text=plain))
        return parts

    def substitution(self) -> Substitution:
        """A substitution, from after its `$(` to after its `)`."""
        name = self.word()
        arguments: List[List[Substitution]] = []
        while True:
            while self.at < len(self.text) and self.text[self.at].isspace():
                self.at += 1
            if self.at >= len(self.text):
                raise ValueError(f"'{self.text}' has a substitution that is not closed")
            char = self.text[self.at]
            if char == ')':
                self.at += 1
                return _made(name, arguments, self.text)
            arguments.append(self.quoted(char) if char in '\'"' and not self.is_quoted else self.until(' \t\n)', True))

    def word(self) -> str:
        """The name of a substitution."""
        start = self.at
        while self.at < len(self.text) and not self.text[self.at].isspace() \
                and self.text[self.at] != ')':
            self.at += 1
        return self.text[start:self.at]

    def quoted(self, quote: str) -> List[Substitution]:
        """A quoted argument."""
        from ..substitutions import TextSubstitution
        self.at += 1
        inner, self.at = _closed(self.text, self.at, quote)
        return _Reader(inner, quoted=True).until('', True) or [TextSubstitution(text='')]


def _closed(text: str, start: int, quote: str) -> Tuple[str, int]:
    """The text in quotes without escaping backslashes, and the index after it."""
    inner, at, depth = '', start, 0
    while at < len(text):
        char = text[at]
        if char == '\\' and at + 1 < len(text):
            inner += text[at + 1] if text[at + 1] == quote and depth == 0 else text[at:at + 2]
            at += 2
            continue
        if char == quote and depth == 0:
            return inner, at + 1
        if text.startswith('$(', at):
            depth += 1
        elif char == ')' and depth:
            depth -= 1
        inner += char
        at += 1
    raise ValueError(f"'{text}' has a quote that is not closed")


def parse_substitution(text: str) -> List[Any]:
    """The substitutions of a text. Raises ValueError if the text is invalid."""
    from ..substitutions import TextSubstitution
    return _Reader(text).until('', False) or [TextSubstitution(text='')]


def parse_file(text: str) -> List[Any]:
    """The substitutions of a file in another format. Raises ValueError."""
    return _Reader(text, of_file=True).until('', False)


def parse_if_substitutions(value: Any) -> Any:
    """A value whose texts may contain substitutions; texts without any remain texts."""
    from ..substitutions import TextSubstitution
    if isinstance(value, (list, tuple)):
        kinds = {type(each) for each in value} - {str}
        if len(kinds) > 1:
            raise ValueError(f'the values of {value} are not of one type')
        return [parse_if_substitutions(each) for each in value]
    if not isinstance(value, str):
        return value
    parts = parse_substitution(value)
    if all(isinstance(part, TextSubstitution) for part in parts):
        return ''.join(part.text for part in parts)
    return parts
