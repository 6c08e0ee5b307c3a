"""`ros2 action`."""
from __future__ import annotations

import textwrap
from argparse import ArgumentParser
from typing import Any

import rclpy
from action_msgs.msg import GoalStatus
from rclpy.action import ActionClient
from ros2action.api import get_action_names
from rosidl_runtime_py import message_to_yaml
from rosidl_runtime_py.utilities import get_action

from .node_of_command import fill, node_of_command, type_named


def add_send_goal(parser: ArgumentParser) -> None:
    """Send a goal, and wait for its result."""
    parser.add_argument('action_name')
    parser.add_argument('action_type')
    parser.add_argument('goal', nargs='?', default='{}')
    parser.add_argument('-f', '--feedback', action='store_true')
    parser.set_defaults(run=_send_goal)


def _shown(message: Any) -> str:
    return textwrap.indent(message_to_yaml(message), '    ')


def _send_goal(options: Any) -> None:
    kind = type_named(get_action, options.action_type)
    goal = kind.Goal()
    fill(goal, options.goal)
    with node_of_command() as node:
        client = ActionClient(node, kind, options.action_name)
        print('Waiting for an action server to become available...')
        client.wait_for_server()
        print(f'Sending goal:\n {_shown(goal)}')

        def tell(message: Any) -> None:
            print(f'Feedback:\n{_shown(message.feedback)}')
        sent = client.send_goal_async(goal, tell if options.feedback else None)
        rclpy.spin_until_future_complete(node, sent)
        handle = sent.result()
        if handle is None:
            raise RuntimeError(f'Exception while sending goal: {sent.exception()!r}')
        if not handle.accepted:
            print('Goal was rejected.')
            return
        print(f'Goal accepted with ID: {bytes(handle.goal_id.uuid).hex()}\n')
        ended = handle.get_result_async()
        rclpy.spin_until_future_complete(node, ended)
        result = ended.result()
        if result is None:
            raise RuntimeError(f'Exception while getting result: {ended.exception()!r}')
        names = {getattr(GoalStatus, name): name[len('STATUS_'):] for name in dir(GoalStatus) if name.startswith('STATUS_')}
        print(f'Result:\n{_shown(result.result)}')
        print(f'Goal finished with status: {names[result.status]}')


def add_list(parser: ArgumentParser) -> None:
    """Print the names of all actions."""
    parser.set_defaults(run=_list)


def _list(options: Any) -> None:
    with node_of_command() as node:
        for name in get_action_names(node=node):
            print(name)
