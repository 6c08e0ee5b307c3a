"""`ros2 topic`."""
from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

import rclpy
from ros2topic.api import get_msg_class, get_topic_names_and_types, qos_profile_from_short_keys
from rosidl_runtime_py import message_to_csv, message_to_yaml
from rosidl_runtime_py.utilities import get_message

from .node_of_command import fill, node_of_command, type_named

#: How often a command looks whether somebody has come, in seconds, and after how many looks it says that it waits.
_LOOK, _LOOKS = 0.1, 10


def _add_qos(parser: ArgumentParser) -> None:
    parser.add_argument('--qos-profile', default='default')
    for name in ('reliability', 'durability', 'history', 'liveliness'):
        parser.add_argument(f'--qos-{name}')
    parser.add_argument('--qos-depth', type=int)


def _qos(options: Any) -> Any:
    return qos_profile_from_short_keys(
        options.qos_profile, reliability=options.qos_reliability, durability=options.qos_durability,
        history=options.qos_history, liveliness=options.qos_liveliness, depth=options.qos_depth)


def add_pub(parser: ArgumentParser) -> None:
    """Publish what the words say, again and again, or some times."""
    parser.add_argument('topic_name')
    parser.add_argument('message_type')
    parser.add_argument('values', nargs='?', default='{}')
    parser.add_argument('-r', '--rate', type=float, default=1.0)
    parser.add_argument('-p', '--print', type=int, default=1)
    times = parser.add_mutually_exclusive_group()
    times.add_argument('-1', '--once', action='store_const', const=1, dest='times')
    times.add_argument('-t', '--times', type=int, default=0)
    parser.add_argument('-w', '--wait-matching-subscriptions', type=int)
    parser.add_argument('--keep-alive', type=float, default=0.1)
    parser.add_argument('-n', '--node-name')
    _add_qos(parser)
    parser.set_defaults(run=_pub)


def _pub(options: Any) -> None:
    kind = type_named(get_message, options.message_type)
    message = kind()
    stamps = fill(message, options.values, expand_header_auto=True, expand_time_now=True)
    # Who publishes a given number waits for somebody to hear it, as upstream does.
    least = options.wait_matching_subscriptions
    least = (1 if options.times else 0) if least is None else least
    with node_of_command(options.node_name) as node:
        publisher = node.create_publisher(kind, options.topic_name, _qos(options))
        looks = 0
        while publisher.get_subscription_count() < least:
            if looks % _LOOKS == 0:
                print(f'Waiting for at least {least} matching subscription(s)...')
            looks += 1
            time.sleep(_LOOK)
        print('publisher: beginning loop')
        count = 0

        def publish() -> None:
            nonlocal count
            now = node.get_clock().now().to_msg()
            for stamp in stamps or ():
                stamp(now)
            count += 1
            if options.print and count % options.print == 0:
                print(f'publishing #{count}: {message!r}\n')
            publisher.publish(message)
        publish()
        if options.times != 1:
            node.create_timer(1 / options.rate, publish)
            while options.times == 0 or count < options.times:
                rclpy.spin_once(node)
        time.sleep(options.keep_alive)


def add_echo(parser: ArgumentParser) -> None:
    """Print what is published."""
    parser.add_argument('topic_name')
    parser.add_argument('message_type', nargs='?')
    parser.add_argument('--once', action='store_true')
    parser.add_argument('--csv', action='store_true')
    parser.add_argument('--field')
    _add_qos(parser)
    parser.set_defaults(run=_echo)


def _echo(options: Any) -> None:
    with node_of_command() as node:
        kind = (get_msg_class(node, options.topic_name, blocking=True) if options.message_type is None
                else type_named(get_message, options.message_type))
        heard = rclpy.task.Future()

        def show(message: Any) -> None:
            for name in options.field.split('.') if options.field else ():
                message = getattr(message, name)
            if not hasattr(message, 'get_fields_and_field_types'):
                text = str(message)
            else:
                text = message_to_csv(message) if options.csv else message_to_yaml(message).rstrip('\n')
            print(text if options.csv else f'{text}\n---')
            if options.once:
                heard.set_result(None)
        node.create_subscription(kind, options.topic_name, show, _qos(options))
        rclpy.spin_until_future_complete(node, heard)


def add_list(parser: ArgumentParser) -> None:
    """Print the names of all topics."""
    parser.add_argument('-t', '--show-types', action='store_true')
    parser.add_argument('--include-hidden-topics', action='store_true')
    parser.set_defaults(run=_list)


def _list(options: Any) -> None:
    with node_of_command() as node:
        for name, types in get_topic_names_and_types(
                node=node, include_hidden_topics=options.include_hidden_topics):
            print(f'{name} [{", ".join(types)}]' if options.show_types else name)
