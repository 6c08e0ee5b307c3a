"""Topics: their names, types and classes."""
from __future__ import annotations

from time import sleep
from typing import Any, List, Optional, Tuple

import rclpy
from rclpy.exceptions import InvalidTopicNameException
from rclpy.expand_topic_name import expand_topic_name
from rclpy.topic_or_service_is_hidden import topic_or_service_is_hidden
from rclpy.validate_full_topic_name import validate_full_topic_name
from ros2cli.node.strategy import NodeStrategy
from ros2cli.qos import profile_configure_short_keys, qos_profile_from_short_keys
from rosidl_runtime_py import get_message_interfaces, message_to_yaml
from rosidl_runtime_py.utilities import get_message

__all__ = ['TopicMessagePrototypeCompleter', 'TopicNameCompleter', 'TopicTypeCompleter', 'get_msg_class', 'get_topic_names', 'get_topic_names_and_types',
           'message_type_completer', 'profile_configure_short_keys', 'qos_profile_from_short_keys']

NamesAndTypes = List[Tuple[str, List[str]]]


def get_topic_names_and_types(*, node: Any, include_hidden_topics: bool = False) -> NamesAndTypes:
    """All topics with the names of their types."""
    return [(name, types) for name, types in node.get_topic_names_and_types()
            if include_hidden_topics or not topic_or_service_is_hidden(name)]


def get_topic_names(*, node: Any, include_hidden_topics: bool = False) -> List[str]:
    """All topics."""
    found = get_topic_names_and_types(node=node, include_hidden_topics=include_hidden_topics)
    return [name for name, _ in found]


def get_msg_class(node: Any, topic: str, blocking: bool = False,
                  include_hidden_topics: bool = False) -> Optional[type]:
    """The class of a topic's messages; None if the topic is not there, or waits for it. Raises RuntimeError for a name
    that cannot be one, or a topic of several types."""
    found = _class_of(node, topic, include_hidden_topics)
    if found is None:
        print(f'WARNING: topic [{topic}] does not appear to be published yet')
    while found is None and blocking and rclpy.ok():
        sleep(0.1)
        found = _class_of(node, topic, include_hidden_topics)
    return found


def _class_of(node: Any, topic: str, include_hidden_topics: bool) -> Optional[type]:
    try:
        full = expand_topic_name(topic, node.get_name(), node.get_namespace())
        validate_full_topic_name(full)
    except (ValueError, InvalidTopicNameException) as error:
        raise RuntimeError(error) from None
    topics = get_topic_names_and_types(node=node, include_hidden_topics=include_hidden_topics)
    types = dict(topics).get(full)
    if types is None:
        return None
    if len(types) > 1:
        raise RuntimeError(f"Cannot echo topic '{topic}', as it contains more than one type: "
                           f"[{', '.join(types)}]")
    return get_message(types[0])


def message_type_completer(**_given: Any) -> List[str]:
    """All types of messages, for an argument of a command."""
    return [f'{package}/{name}' for package, names in get_message_interfaces().items() for name in names]


class TopicNameCompleter:
    """All topics, for an argument of a command."""

    def __init__(self, *, include_hidden_topics_key: Optional[str] = None) -> None:
        self.include_hidden_topics_key = include_hidden_topics_key or 'include_hidden_topics'

    def __call__(self, prefix: str, parsed_args: Any, **_given: Any) -> List[str]:
        with NodeStrategy(parsed_args) as node:
            return get_topic_names(
                node=node, include_hidden_topics=getattr(parsed_args, self.include_hidden_topics_key))


class TopicTypeCompleter:
    """The types of the topic that another argument names; all types if there is none."""

    def __init__(self, *, topic_name_key: Optional[str] = None) -> None:
        self.topic_name_key = topic_name_key

    def __call__(self, prefix: str, parsed_args: Any, **_given: Any) -> List[str]:
        if self.topic_name_key is None:
            return message_type_completer()
        with NodeStrategy(parsed_args) as node:
            known = dict(get_topic_names_and_types(node=node, include_hidden_topics=True))
        types = known.get(getattr(parsed_args, self.topic_name_key))
        return message_type_completer() if types is None else types


class TopicMessagePrototypeCompleter:
    """A message of the type that another argument names, as YAML in quotes."""

    def __init__(self, *, topic_type_key: Optional[str] = None) -> None:
        self.topic_type_key = topic_type_key or 'message_type'

    def __call__(self, prefix: str, parsed_args: Any, **_given: Any) -> List[str]:
        return [f"'{message_to_yaml(get_message(getattr(parsed_args, self.topic_type_key))())}'"]
