"""What users' packages add to launch files in XML and YAML: actions and substitutions by name."""
from __future__ import annotations

import inspect
from typing import Any, Callable, Dict

#: By the name of the element, what gives a class and its arguments.
action_parse_methods: Dict[str, Callable[..., Any]] = {}
#: By the word behind `$(`, what gives a class and its arguments.
substitution_parse_methods: Dict[str, Callable[..., Any]] = {}


def _expose(name: str, methods: Dict[str, Callable[..., Any]]) -> Callable[[Any], Any]:
    def register(exposed: Any) -> Any:
        found = exposed
        if inspect.isclass(exposed):
            found = getattr(exposed, 'parse', None)
            if found is None:
                raise RuntimeError(f"Did not find method 'parse' in {exposed.__name__}, which is "
                                   f"exposed as '{name}'")
        elif not callable(exposed):
            raise RuntimeError(f"What is exposed as '{name}' must be a class or a function")
        if name in methods and methods[name] != found:
            raise RuntimeError(f"Two parsing methods are exposed as '{name}'")
        methods[name] = found
        return exposed
    return register


def expose_action(name: str) -> Callable[[Any], Any]:
    """Makes a class, or a function that gives one, known as an action."""
    return _expose(name, action_parse_methods)


def expose_substitution(name: str) -> Callable[[Any], Any]:
    """Makes a class, or a function that gives one, known as a substitution."""
    return _expose(name, substitution_parse_methods)
