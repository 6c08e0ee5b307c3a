"""Makes substitutions of what users write: texts, paths, and lists of them."""
from __future__ import annotations

import collections.abc
from pathlib import Path
from typing import Any, Iterable, List

from ..substitution import Substitution


def normalize_to_list_of_substitutions(subs: Any) -> List[Substitution]:
    """A list of substitutions. Raises TypeError for a value that cannot become one."""
    from ..substitutions import TextSubstitution
    if isinstance(subs, (str, Path)):
        return [TextSubstitution(text=str(subs))]
    if isinstance(subs, Substitution):
        return [subs]
    if isinstance(subs, collections.abc.Iterable):
        return [each for sub in subs for each in normalize_to_list_of_substitutions(sub)]
    raise TypeError(
        "Failed to normalize given item of type '{}', when only 'launch.Substitution' or 'str' "
        'were expected.'.format(type(subs)))


def perform_substitutions(context: Any, subs: Iterable[Substitution]) -> str:
    """The joined texts of substitutions."""
    texts = []
    for sub in normalize_to_list_of_substitutions(subs):
        text = sub.perform(context)
        if not isinstance(text, str):
            raise TypeError(f'{sub.describe()} gave {text!r}, which is not a text')
        texts.append(text)
    return ''.join(texts)


def text_of(context: Any, value: Any) -> str:
    """The text of a value that a user wrote."""
    return perform_substitutions(context, normalize_to_list_of_substitutions(value))


def is_substitution(a: Any) -> bool:
    """Whether a value is or contains a substitution."""
    return isinstance(a, Substitution) or (
        isinstance(a, (list, tuple)) and any(map(is_substitution, a)))


def is_normalized_substitution(a: Any) -> bool:
    """Whether something is a list of substitutions."""
    return isinstance(a, list) and bool(a) and all(isinstance(each, Substitution) for each in a)


def isclassinstance(obj: Any) -> bool:
    """Whether something is an instance of a class, as everything is."""
    return hasattr(obj, '__class__')


def is_a(obj: Any, entity_type: type) -> bool:
    """Whether something is an instance."""
    return isinstance(obj, entity_type)


def is_a_subclass(obj: Any, entity_type: type) -> bool:
    """Whether something is a subclass or an instance of one."""
    return isinstance(obj, type) and issubclass(obj, entity_type) or isinstance(obj, entity_type)


def ensure_argument_type(argument: Any, types: Any, argument_name: str, caller: str = '') -> None:
    """Raises TypeError unless an argument is of one of the types."""
    expected = (types,) if isinstance(types, type) else types
    if isinstance(expected, collections.abc.Iterable) and not isinstance(expected, str):
        expected = tuple(expected)
    if not isinstance(expected, tuple) or not all(isinstance(each, type) for each in expected):
        raise TypeError("'ensure_argument_type()' expected 'types' to be a type, collections.abc.Iterable of type, "
                        f"but got '{types}'")
    if not isinstance(argument, expected):
        raise TypeError(f"Expected '{argument_name}' given to '{caller}' to be one of "
                        f"{expected}, but got '{argument}' of type '{type(argument)}'")
