"""Actions and substitutions that users' packages add to launch files in XML and YAML."""
from __future__ import annotations

import inspect
from typing import Any, Callable, Dict

#: Functions that return a class and its arguments, by the name of the element.
action_parse_methods: Dict[str, Callable[..., Any]] = {}
#: Functions that return a class and its arguments, by the word after `$(`.
substitution_parse_methods: Dict[str, Callable[..., Any]] = {}


def __expose_impl(name: str, methods: Dict[str, Callable[..., Any]],
                  exposed_type: str) -> Callable[[Any], Any]:
    def register(exposed: Any) -> Any:
        found = exposed
        if inspect.isclass(exposed):
            found = getattr(exposed, 'parse', None)
            if found is None:
                raise RuntimeError(f"Did not find method 'parse' in {exposed.__name__}, which is "
                                   f"exposed as '{name}'")
        elif not callable(exposed):
            raise RuntimeError(f'Exposed {exposed_type} parser for {name} is not a callable or a '
                               'class containing a parse method')
        if name in methods and methods[name] != found:
            raise RuntimeError(f'Two {exposed_type} parsing methods exposed with the same name: '
                               f'[{name}].')
        methods[name] = found
        return exposed
    return register


def expose_action(name: str) -> Callable[[Any], Any]:
    """Exposes a class, or a function that returns one, as an action."""
    return __expose_impl(name, action_parse_methods, 'action')


def expose_substitution(name: str) -> Callable[[Any], Any]:
    """Exposes a class, or a function that returns one, as a substitution."""
    return __expose_impl(name, substitution_parse_methods, 'substitution')
