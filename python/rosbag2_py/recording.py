"""Records topics: the state of a recorder."""
from __future__ import annotations

import threading
import time
from typing import Any, Dict, List, Optional, Set

from rosidl_runtime_py.utilities import get_message

from .compression import writer_of
from .metadata import TopicMetadata
from .offered_qos import offered_text, profile_of
from .options import StorageOptions
from .sequential_writer import SequentialWriter
from .transport_node import TransportNode
from .transport_options import RecordOptions


class Recording:
    """The subscriptions of a recorder, and what it writes."""

    def __init__(self, storage: StorageOptions, options: RecordOptions, log_level: str, name: str) -> None:
        self._storage, self._options = storage, options
        self.transport = TransportNode(options.node_prefix + name, log_level, options.use_sim_time)
        self._changed = threading.Condition()
        self._is_paused = options.start_paused
        self._is_stopped = False
        self._subscriptions: Dict[str, Any] = {}
        self._unknown: Set[str] = set()
        self._writer: Optional[SequentialWriter] = None
        self._thread: Optional[threading.Thread] = None
        self._serve()

    def _serve(self) -> None:
        from rosbag2_interfaces import srv
        handlers: Dict[str, Any] = {
            'Pause': lambda _: self.pause(), 'Resume': lambda _: self.resume(),
            'TogglePaused': lambda _: self.set_paused(not self._is_paused),
            'IsPaused': lambda _: {'paused': self._is_paused},
            'SplitBagfile': lambda _: self._split(),
            'Record': lambda _: self.record(), 'Stop': lambda _: self.stop(),
        }
        if self._storage.snapshot_mode:
            handlers['Snapshot'] = lambda _: {'success': self._writer is not None and self._writer.take_snapshot()}
        for name, handler in handlers.items():
            if hasattr(srv, name):
                self.transport.serve(name, handler)

    def record(self) -> None:
        """Start. Raises RuntimeError if the recording exists."""
        if self._writer is not None:
            raise RuntimeError('the recorder records already')
        options = self._options
        self._writer = writer_of(self._storage, options.compression_format, options.compression_mode)
        with self._changed:
            self._is_stopped = False
            self._subscribe()
        self.transport.logger.info('Recording...')
        if not options.is_discovery_disabled:
            thread = threading.Thread(target=self._discover, daemon=True)
            # Others may stop the recording meanwhile; a thread that has not started cannot be waited for.
            thread.start()
            self._thread = thread

    def _discover(self) -> None:
        interval = max(self._options.topic_polling_interval.total_seconds(), 0.001)
        with self._changed:
            while not self._is_stopped:
                self._changed.wait(interval)
                if not self._is_stopped:
                    self._subscribe()

    def _subscribe(self) -> None:
        """Subscribe to new topics that are selected."""
        node = self.transport.node
        for name, types in node.get_topic_names_and_types():
            if name in self._subscriptions or name in self._unknown or not self._options.accepts(name, types):
                continue
            publishers = node.get_publishers_info_by_topic(name)
            leaf = self._options.ignore_leaf_topics and not node.count_subscribers(name)
            if leaf or not (publishers or self._options.include_unpublished_topics):
                continue
            self._add(name, types, publishers)

    def _add(self, name: str, types: List[str], publishers: List[Any]) -> None:
        try:
            kind = get_message(types[0])
        except (LookupError, ValueError, AttributeError, ImportError):
            kind = None
        if kind is None or len(types) > 1:
            self._unknown.add(name)
            why = 'has several types' if len(types) > 1 else f'has the type {types[0]}, which is not known'
            self.transport.logger.warn(f"Topic '{name}' is not recorded: it {why}")
            return
        offered = [each.qos_profile for each in publishers]
        assert self._writer is not None
        self._writer.create_topic(TopicMetadata(
            name=name, type=types[0], serialization_format='cdr',
            offered_qos_profiles=''.join(map(offered_text, offered))))
        profile = self._options.topic_qos_profile_overrides.get(name) or profile_of(
            [each.durability for each in offered], [each.reliability for each in offered])
        self._subscriptions[name] = self.transport.node.create_subscription(
            kind, name, lambda data: self._write(name, data), profile, raw=True)

    def _write(self, name: str, data: bytes) -> None:
        if self._is_paused or self._writer is None:
            return
        now = (self.transport.node.get_clock().now().nanoseconds if self._options.use_sim_time
               else time.time_ns())
        self._writer.write(name, data, now)

    def _split(self) -> None:
        if self._writer is not None:
            self._writer.split_bagfile()

    def set_paused(self, is_paused: bool) -> None:
        """Pause or resume recording."""
        self._is_paused = is_paused

    def pause(self) -> None:
        """Pause: messages are not recorded."""
        self.set_paused(True)

    def resume(self) -> None:
        """Resume recording."""
        self.set_paused(False)

    def stop(self) -> None:
        """Complete the recording."""
        with self._changed:
            if self._thread is not None and not self._is_stopped:
                # What came at this instant, as no time has passed for another look.
                self._subscribe()
            self._is_stopped = True
            self._changed.notify_all()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
        writer, self._writer = self._writer, None
        for subscription in self._subscriptions.values():
            self.transport.node.destroy_subscription(subscription)
        self._subscriptions = {}
        if writer is not None:
            writer.close()

    def wait_for_stop(self) -> None:
        """Wait until it was stopped."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_stopped)
