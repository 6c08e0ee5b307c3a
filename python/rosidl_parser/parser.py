"""Stand-in of `rosidl_parser.parser`: `.idl` files as the objects of `rosidl_parser.definition`."""
from __future__ import annotations

import sys
from typing import Any, Callable, Iterator, List, Optional, Union

from .definition import NamespacedType
from .reader import read_idl
from .structures import Action, IdlContent, IdlFile, IdlLocator, Include, Message, Service
from .tokens import idl_tokens, without_escapes


def parse_idl_file(locator: IdlLocator, png_file: Optional[str] = None) -> IdlFile:
    """Return what a file declares. An IdlError (a ValueError) is printed, then raised."""
    path = locator.get_absolute_path()
    try:
        content = parse_idl_string(path.read_text(encoding='utf-8'), png_file)
    except Exception as error:
        print(str(error), str(path), file=sys.stderr)
        raise
    return IdlFile(locator, content)


def parse_idl_string(idl_string: str, png_file: Optional[str] = None) -> IdlContent:
    """Return what a text declares: its includes, then its message, service or action."""
    reader, messages = read_idl(idl_string)
    content = IdlContent()
    content.elements += reader.includes
    if len(messages) == 1:
        content.elements.append(messages[0])
    elif len(messages) == 2:
        content.elements.append(Service(_base(messages, ('_Request', '_Response')), *messages))
    else:
        assert len(messages) == 3, (
            f'an .idl file has 1 structure (a message), 2 (a service) or 3 (an action), not '
            f'{len(messages)}')
        action = Action(_base(messages, ('_Goal', '_Result', '_Feedback')), *messages)
        known = {include.locator for include in content.get_elements_of_type(Include)}
        content.elements += [each for each in action.implicit_includes
                             if each.locator not in known]
        content.elements.append(action)
    return content


def _base(messages: List[Message], suffixes: 'tuple[str, ...]') -> NamespacedType:
    """The common base name of the messages."""
    first = messages[0].structure.namespaced_type
    assert first.name.endswith(suffixes[0]), f"'{first.name}' does not end with {suffixes[0]}"
    return NamespacedType(first.namespaces, first.name[:-len(suffixes[0])])


class Token(str):
    """A word of a file and its `type`, like lark's."""

    type: str

    @property
    def value(self) -> str:
        """The word."""
        return str(self)


class Tree:
    """A node of the syntax tree, with the part of lark's interface for reading it."""

    def __init__(self, data: str, children: 'List[Union[Tree, Token]]') -> None:
        self.data = data
        self.children = children

    def iter_subtrees(self) -> 'Iterator[Tree]':
        """All nodes, children first."""
        for child in self.children:
            if isinstance(child, Tree):
                yield from child.iter_subtrees()
        yield self

    def find_pred(self, pred: 'Callable[[Tree], Any]') -> 'Iterator[Tree]':
        """The nodes for which `pred` holds."""
        return filter(pred, self.iter_subtrees())

    def find_data(self, data: str) -> 'Iterator[Tree]':
        """The nodes of a kind."""
        return self.find_pred(lambda tree: tree.data == data)

    def scan_values(self, pred: Callable[[Token], Any]) -> Iterator[Token]:
        """The words for which `pred` holds."""
        for child in self.children:
            if isinstance(child, Tree):
                yield from child.scan_values(pred)
            elif pred(child):
                yield child


_KINDS = {'string': ('string_literals', 'string_literal', 'ESCAPED_STRING'),
          'wide_string': ('wide_string_literals', 'wide_string_literal', 'ESCAPED_WIDE_STRING')}


def get_ast_from_idl_string(idl_string: str) -> Tree:
    """The words of a valid text; only strings have nodes of their own.

    The nodes that upstream has for declarations are not there: `parse_idl_string` reads those.
    """
    read_idl(idl_string)
    children: List[Union[Tree, Token]] = []
    previous = ''
    for kind, text, _at in idl_tokens(idl_string):
        if kind in _KINDS:
            outer, inner, type_ = _KINDS[kind]
            token = Token(f'L"{text}"' if kind == 'wide_string' else f'"{text}"')
            token.type = type_
            literal = Tree(inner, [token])
            if previous == kind:
                children[-1].children.append(literal)  # type: ignore[union-attr]
            else:
                children.append(Tree(outer, [literal]))
        elif kind != 'end':
            token = Token(text)
            token.type = 'IDENTIFIER' if kind == 'name' else kind.upper()
            children.append(token)
        previous = kind
    return Tree('specification', children)


def get_string_literals_value(string_literals: Tree, *, allow_unicode: bool = False) -> str:
    """The value of adjacent string literals."""
    return ''.join(get_string_literal_value(each, allow_unicode=allow_unicode)  # type: ignore
                   for each in string_literals.children)


def get_string_literal_value(string_literal: Tree, *, allow_unicode: bool = False) -> str:
    """The value of one string literal."""
    if not string_literal.children:
        return ''
    token = string_literal.children[0]
    assert isinstance(token, Token)
    return without_escapes(token[token.index('"') + 1:-1], allow_unicode)
