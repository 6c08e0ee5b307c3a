"""Plays recordings: the state of a player."""
from __future__ import annotations

import threading
import time
from typing import Any, Dict, List, Optional, Tuple

from rosgraph_msgs.msg import Clock
from rosidl_runtime_py.utilities import get_message

from .compression import reader_of
from .metadata import TopicMetadata, instant
from .offered_qos import offered_profile
from .options import StorageFilter, StorageOptions
from .transport_node import TransportNode
from .transport_options import PlayOptions

_SECOND = 1_000_000_000


class Playback:
    """The messages of a playback, and its position in them."""

    def __init__(self, recordings: List[StorageOptions], options: PlayOptions, log_level: str, name: str) -> None:
        self._options = options
        self._messages, topics = _read(recordings, options)
        self.transport = TransportNode(options.node_prefix + name, log_level,
                                       arguments=list(options.topic_remapping_options))
        self._publishers = {topic.name: publisher for topic in topics
                            for publisher in [self._publisher(topic)] if publisher is not None}
        self._messages = [message for message in self._messages if message[1] in self._publishers]
        self._clock = self._clock_publisher()
        self._first = self._messages[0][0] if self._messages else 0
        self._from = self._first + round(options.start_offset * _SECOND)
        self._until = self._last_time()
        #: notified of every change to the following
        self._changed = threading.Condition(threading.RLock())
        self._at = 0
        self._rate = options.rate
        self._is_paused = options.start_paused
        self._is_stopped = False
        #: a time in the recording, and when it was current
        self._anchor: Tuple[int, int] = (self._from, 0)
        self._thread: Optional[threading.Thread] = None
        self._has_begun = self._is_finished = False
        self._serve()

    def _last_time(self) -> int:
        options = self._options
        if options.playback_until_timestamp >= 0:
            return options.playback_until_timestamp
        return self._from + round(options.playback_duration * _SECOND) if options.playback_duration >= 0 else -1

    def _publisher(self, topic: TopicMetadata) -> Any:
        try:
            kind = get_message(topic.type)
        except (LookupError, ValueError, AttributeError, ImportError):
            self.transport.logger.warn(f"Topic '{topic.name}' is not played: the type {topic.type} is not known")
            return None
        profile = self._options.topic_qos_profile_overrides.get(topic.name) or offered_profile(
            topic.qos_list())
        return self.transport.node.create_publisher(kind, topic.name, profile)

    def _clock_publisher(self) -> Any:
        options = self._options
        if options.clock_publish_frequency <= 0 and not options.clock_publish_on_topic_publish:
            return None
        return self.transport.node.create_publisher(Clock, '/clock', 10)

    def _serve(self) -> None:
        from rosbag2_interfaces import srv
        handlers: Dict[str, Any] = {
            'Pause': lambda _: self.pause(), 'Resume': lambda _: self.resume(),
            'TogglePaused': lambda _: self.resume() if self._is_paused else self.pause(),
            'IsPaused': lambda _: {'paused': self._is_paused},
            'GetRate': lambda _: {'rate': self._rate},
            'SetRate': lambda request: {'success': self.set_rate(request.rate)},
            'PlayNext': lambda _: {'success': self.play_next()},
            'Burst': lambda request: {'actually_burst': self.burst(request.num_messages)},
            'Seek': lambda request: {'success': self.seek(
                request.time.sec * _SECOND + request.time.nanosec)},
            'Play': lambda _: {'success': self.play()}, 'Stop': lambda _: self.stop(),
        }
        for name, handler in handlers.items():
            if hasattr(srv, name):
                self.transport.serve(name, handler)

    def _bag_time(self) -> int:
        """The present time in the recording."""
        bag, real = self._anchor
        return bag if self._is_paused else bag + round((time.monotonic_ns() - real) * self._rate)

    def _set_anchor(self, bag_time: int) -> None:
        self._anchor = bag_time, time.monotonic_ns()
        self._changed.notify_all()

    def play(self) -> bool:
        """Start playing in a thread; False if it is playing already."""
        with self._changed:
            if self._thread is not None and self._thread.is_alive():
                return False
            self._is_stopped = self._is_finished = self._has_begun = False
            self.transport.logger.info(f'Playback until timestamp: {self._until}')
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()
            return True

    def _run(self) -> None:
        if self._options.delay > 0:
            time.sleep(self._options.delay)
        ticker = threading.Thread(target=self._tick, daemon=True)
        with self._changed:
            self._has_begun = True
            self._begin()
            if self._clock is not None and self._options.clock_publish_frequency > 0:
                ticker.start()
            while not self._is_stopped:
                if not self._is_paused and self._is_at_end():
                    if not self._options.loop or not self._messages:
                        break
                    self._begin()
                self._step()
            self._is_finished = True
            self._changed.notify_all()

    def _begin(self) -> None:
        self._at = next((i for i, message in enumerate(self._messages) if message[0] >= self._from),
                        len(self._messages))
        self._set_anchor(self._from)

    def _is_at_end(self) -> bool:
        return self._at >= len(self._messages) or 0 <= self._until < self._messages[self._at][0]

    def _step(self) -> None:
        """Wait for the next message, or publish it if its time has come."""
        if self._is_paused:
            self._changed.wait()
            return
        left = (self._messages[self._at][0] - self._bag_time()) / self._rate
        if left > 0:
            self._changed.wait(left / _SECOND)
        else:
            self._publish()

    def _publish(self) -> None:
        sent, topic, data = self._messages[self._at]
        self._at += 1
        options = self._options
        if self._clock is not None and options.clock_publish_on_topic_publish and (
                not options.clock_topics or topic in options.clock_topics):
            self._clock.publish(Clock(clock=instant(sent).to_msg()))
        self._publishers[topic].publish(data)

    def _tick(self) -> None:
        while not self._is_stopped and not self._is_finished:
            self._clock.publish(Clock(clock=instant(self._bag_time()).to_msg()))
            time.sleep(1 / self._options.clock_publish_frequency)

    def wait_for_playback_to_start(self, timeout: float = -1.0) -> bool:
        """Whether it has started playing within this many seconds (negative: no limit)."""
        return self._wait(lambda: self._has_begun, timeout)

    def wait_for_playback_to_finish(self, timeout: float = -1.0) -> bool:
        """Whether it has finished playing within this many seconds."""
        return self._wait(lambda: self._is_finished or self._thread is None, timeout)

    def _wait(self, holds: Any, timeout: float) -> bool:
        with self._changed:
            return bool(self._changed.wait_for(holds, None if timeout < 0 else timeout))

    def pause(self) -> None:
        """Pause."""
        with self._changed:
            now, self._is_paused = self._bag_time(), True
            self._set_anchor(now)

    def resume(self) -> None:
        """Resume."""
        with self._changed:
            now, self._is_paused = self._bag_time(), False
            self._set_anchor(now)

    def set_rate(self, rate: float) -> bool:
        """Set the factor of speed; False unless it is above 0."""
        if not rate > 0:
            return False
        with self._changed:
            now, self._rate = self._bag_time(), rate
            self._set_anchor(now)
        return True

    def play_next(self) -> bool:
        """Publish the next message while paused; False if it is not paused, or there is none."""
        self.wait_for_playback_to_start()
        with self._changed:
            if not self._is_paused or self._is_stopped or self._is_finished or self._is_at_end():
                return False
            self._set_anchor(self._messages[self._at][0])
            self._publish()
            return True

    def burst(self, number: int) -> int:
        """Publish this many messages (0: all) while paused; returns how many there were."""
        count = 0
        while (number == 0 or count < number) and self.play_next():
            count += 1
        return count

    def seek(self, timestamp: int) -> bool:
        """Go to the first message at a time (ns) or later."""
        with self._changed:
            to = max(timestamp, self._first)
            self._at = next((i for i, message in enumerate(self._messages) if message[0] >= to),
                            len(self._messages))
            self._set_anchor(to)
            return True

    def stop(self) -> None:
        """Stop without publishing the remaining messages."""
        with self._changed:
            self._is_stopped = True
            self._changed.notify_all()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()


def _read(recordings: List[StorageOptions], options: PlayOptions) -> Tuple[List[Tuple[int, str, bytes]], List[TopicMetadata]]:
    """The messages to play, in order, and their topics."""
    wanted = StorageFilter(
        topics=[f'/{name.lstrip("/")}' for name in options.topics_to_filter],
        services=[f'{name}/_service_event' for name in options.services_to_filter],
        actions=options.actions_to_filter, regex=options.regex_to_filter,
        exclude_topics=[f'/{name.lstrip("/")}' for name in options.exclude_topics_to_filter],
        exclude_service_events=options.exclude_service_events_to_filter,
        exclude_actions=options.exclude_actions_to_filter, regex_to_exclude=options.exclude_regex_to_filter)
    messages: List[Tuple[int, str, bytes]] = []
    topics: Dict[str, TopicMetadata] = {}
    for recording in recordings:
        reader = reader_of(recording)
        for topic in reader.get_all_topics_and_types():
            if wanted.accepts(topic.name if topic.name.startswith('/') else f'/{topic.name}'):
                topics.setdefault(topic.name, topic)
        while reader.has_next():
            name, data, received = reader.read_next()
            if name in topics:
                messages.append((received, name, data))
    return sorted(messages, key=lambda message: message[0]), list(topics.values())
