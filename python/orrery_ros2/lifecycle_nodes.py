"""`ros2 lifecycle`."""
from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from lifecycle_msgs.msg import Transition
from ros2lifecycle.api import (
    call_change_states, call_get_available_transitions, call_get_states, get_node_names)

from .node_of_command import node_of_command


def _full(name: str) -> str:
    return name if name.startswith('/') else f'/{name}'


def _answer(answers: Any, name: str) -> Any:
    answer = answers[name]
    if isinstance(answer, BaseException):
        raise RuntimeError(f'Exception while calling service of node: {answer}')
    return answer


def add_set(parser: ArgumentParser) -> None:
    """Change the state of a node, as soon as it is there."""
    parser.add_argument('node_name')
    parser.add_argument('transition')
    parser.set_defaults(run=_set)


def _set(options: Any) -> int:
    name, word = _full(options.node_name), options.transition
    with node_of_command() as node:
        answers = call_get_available_transitions(node=node, states={name: None})
        possible = [each.transition for each in _answer(answers, name)]
        chosen = next((each for each in possible if word in (each.label, str(each.id))), None)
        if chosen is None:
            listed = ''.join(f'\n- {each.label} [{each.id}]' for each in possible)
            print(f'Unknown transition requested, available ones are:{listed}')
            return 1
        changed = call_change_states(node=node, transitions={name: Transition(id=chosen.id, label=chosen.label)})
        is_done = _answer(changed, name)
        print('Transitioning successful' if is_done else 'Transitioning failed')
        return 0 if is_done else 1
    return 0


def add_get(parser: ArgumentParser) -> None:
    """Print the state of a node."""
    parser.add_argument('node_name')
    parser.set_defaults(run=_get)


def _get(options: Any) -> None:
    name = _full(options.node_name)
    with node_of_command() as node:
        state = _answer(call_get_states(node=node, node_names=[name]), name)
        print(f'{state.label} [{state.id}]')


def add_nodes(parser: ArgumentParser) -> None:
    """Print the names of all nodes that have states."""
    parser.set_defaults(run=_nodes)


def _nodes(options: Any) -> None:
    with node_of_command() as node:
        for each in get_node_names(node=node):
            print(each.full_name)
