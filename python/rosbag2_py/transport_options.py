"""Options of playing and recording. Names have changed between releases; all are supported."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import timedelta
from enum import IntEnum
from typing import Any, Dict, List


class ServiceRequestsSource(IntEnum):
    """Which service events are played as requests."""

    SERVICE_INTROSPECTION = 0
    CLIENT_INTROSPECTION = 1


class MessageOrder(IntEnum):
    """The order in which messages are played; in Orrery, always that of reception."""

    RECEIVED_TIMESTAMP = 0
    SENT_TIMESTAMP = 1


def _strings() -> Any:
    return field(default_factory=list)


@dataclass(init=False)
class PlayOptions:
    """How to play a recording."""

    read_ahead_queue_size: int = 1000
    node_prefix: str = ''
    rate: float = 1.0
    topics_to_filter: List[str] = _strings()
    services_to_filter: List[str] = _strings()
    actions_to_filter: List[str] = _strings()
    regex_to_filter: str = ''
    exclude_regex_to_filter: str = ''
    exclude_topics_to_filter: List[str] = _strings()
    exclude_service_events_to_filter: List[str] = _strings()
    exclude_actions_to_filter: List[str] = _strings()
    topic_qos_profile_overrides: Dict[str, Any] = field(default_factory=dict)
    loop: bool = False
    topic_remapping_options: List[str] = _strings()
    clock_publish_frequency: float = 0.0
    clock_publish_on_topic_publish: bool = False
    clock_topics: List[str] = _strings()
    delay: float = 0.0
    playback_duration: float = -1.0
    playback_until_timestamp: int = -1
    start_offset: float = 0.0
    start_paused: bool = False
    disable_keyboard_controls: bool = False
    wait_acked_timeout: int = -1
    disable_loan_message: bool = False
    publish_service_requests: bool = False
    service_requests_source: ServiceRequestsSource = ServiceRequestsSource.SERVICE_INTROSPECTION
    send_actions_as_client: bool = False
    message_order: MessageOrder = MessageOrder.RECEIVED_TIMESTAMP
    progress_bar_update_rate: int = 0
    progress_bar_separation_lines: int = 3

    def __init__(self) -> None:
        for each in self.__dataclass_fields__.values():
            made: Any = each.default_factory
            setattr(self, each.name, made() if callable(made) else each.default)


@dataclass(init=False)
class RecordOptions:
    """What to record, and how."""

    all_topics: bool = False
    all_services: bool = False
    all_actions: bool = False
    is_discovery_disabled: bool = False
    topics: List[str] = _strings()
    topic_types: List[str] = _strings()
    services: List[str] = _strings()
    actions: List[str] = _strings()
    exclude_topics: List[str] = _strings()
    exclude_topic_types: List[str] = _strings()
    exclude_service_events: List[str] = _strings()
    exclude_actions: List[str] = _strings()
    rmw_serialization_format: str = ''
    topic_polling_interval: timedelta = timedelta(milliseconds=100)
    regex: str = ''
    exclude_regex: str = ''
    node_prefix: str = ''
    compression_mode: str = ''
    compression_format: str = ''
    compression_queue_size: int = 1
    compression_threads: int = 0
    compression_threads_priority: int = 0
    topic_qos_profile_overrides: Dict[str, Any] = field(default_factory=dict)
    include_hidden_topics: bool = False
    include_unpublished_topics: bool = False
    ignore_leaf_topics: bool = False
    start_paused: bool = False
    use_sim_time: bool = False
    disable_keyboard_controls: bool = False

    __init__ = PlayOptions.__init__

    @property
    def all(self) -> bool:
        """Whether to record everything, under Humble's name."""
        return self.all_topics and self.all_services

    @all.setter
    def all(self, value: bool) -> None:
        self.all_topics = self.all_services = value

    def accepts(self, name: str, types: List[str]) -> bool:
        """Whether to record a topic."""
        def among(names: List[str]) -> bool:
            return name in {f'/{each.lstrip("/")}' for each in names}

        is_event = name.endswith('/_service_event')
        if among(self.exclude_topics) or any(each in self.exclude_topic_types for each in types) or (
                is_event and among([f'{each}/_service_event' for each in self.exclude_service_events])):
            return False
        if self.exclude_regex and re.search(self.exclude_regex, name):
            return False
        if among(self.topics) or is_event and (
                self.all_services or among([f'{each}/_service_event' for each in self.services])):
            return True
        if any(part.startswith('_') for part in name.split('/')) and not self.include_hidden_topics:
            return False
        return (self.all_topics and not is_event or any(each in self.topic_types for each in types)
                or bool(self.regex and re.search(self.regex, name)))
