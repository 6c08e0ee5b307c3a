"""Reads recordings from beginning to end."""
from __future__ import annotations

import os
from typing import Any, Callable, Dict, List, Optional, Set, Tuple

from .mcap_file import McapFile, Message
from .metadata import (
    BagMetadata, FileInformation, TopicInformation, TopicMetadata, as_timedelta, instant, span)
from .options import ConverterOptions, ReadOrder, StorageFilter, StorageOptions
from .sqlite_file import SqliteFile

_KINDS: Dict[str, Tuple[str, Callable[[str], Any]]] = {
    'mcap': ('.mcap', McapFile), 'sqlite3': ('.db3', SqliteFile)}
#: The extensions of recordings' files.
RECORDING_SUFFIXES = tuple(suffix for suffix, _ in _KINDS.values())


def get_registered_readers() -> Set[str]:
    """The kinds of recordings that can be read."""
    return set(_KINDS)


def _files_of(uri: str) -> List[str]:
    if os.path.isfile(uri):
        return [uri]
    if not os.path.isdir(uri):
        raise RuntimeError(f"No storage could be initialized from the inputs: '{uri}' does not "
                           'exist')
    listed = os.path.join(uri, 'metadata.yaml')
    if os.path.exists(listed):
        import yaml
        with open(listed, encoding='utf-8') as file:
            names = yaml.safe_load(file)['rosbag2_bagfile_information']['relative_file_paths']
        return [os.path.join(uri, os.path.basename(name)) for name in names]
    return [os.path.join(uri, name) for name in sorted(os.listdir(uri))
            if name.endswith(RECORDING_SUFFIXES)]


class SequentialReader:
    """Reads the messages of a recording by the time of reception."""

    def __init__(self) -> None:
        self._files: List[Tuple[str, Any]] = []
        self._kind = ''
        self._messages: List[Message] = []
        self._at = 0
        self._wanted: Callable[[str], bool] = lambda topic: True

    def open(self, storage_options: StorageOptions,
             converter_options: Optional[ConverterOptions] = None) -> None:
        """Open a recording: a folder or one of its files. Raises RuntimeError."""
        self._files, self._at = [], 0
        for path in self._paths(storage_options.uri):
            self._kind, file = self._read_file(path, storage_options.storage_id)
            self._files.append((path, file))
        if not self._files:
            raise RuntimeError(f"No storage could be initialized: '{storage_options.uri}' holds no "
                               'recording')
        self._messages = [message for _, file in self._files for message in file.messages]
        self._messages.sort(key=lambda message: message.time)

    def _paths(self, uri: str) -> List[str]:
        return _files_of(uri)

    def _read_file(self, path: str, storage_id: str) -> Tuple[str, Any]:
        """The kind of a file, and its content."""
        kind = next((name for name, (suffix, _) in _KINDS.items() if path.endswith(suffix)),
                    storage_id)
        if path.endswith('.zstd'):
            raise RuntimeError(f"No storage could be initialized from the inputs: '{path}' is "
                               'compressed; read it with SequentialCompressionReader')
        if kind not in _KINDS:
            raise RuntimeError(f"No storage could be initialized from the inputs: '{path}' is "
                               'neither MCAP nor sqlite3')
        return kind, _KINDS[kind][1](path)

    def open_uri(self, uri: str) -> None:
        """Open a recording by its location alone."""
        self.open(StorageOptions(uri), ConverterOptions())

    def close(self) -> None:
        """Close the recording."""
        self._files, self._messages = [], []

    def set_read_order(self, order: ReadOrder) -> bool:
        """Set or reset the reverse order."""
        self._messages.sort(key=lambda message: message.time, reverse=order.reverse)
        return True

    def get_all_topics_and_types(self) -> List[TopicMetadata]:
        """The topics, each once, in the order of the files."""
        found: Dict[str, TopicMetadata] = {}
        for _, file in self._files:
            for topic in file.topics.values():
                found.setdefault(topic.name, topic)
        return list(found.values())

    def set_filter(self, storage_filter: StorageFilter) -> None:
        """Read only some topics from now on."""
        self._wanted = storage_filter.accepts

    def reset_filter(self) -> None:
        """Read all topics from now on."""
        self._wanted = lambda topic: True

    def seek(self, timestamp: int) -> None:
        """Go to the first message at a time (ns) or later."""
        self._at = next((i for i, message in enumerate(self._messages)
                         if message.time >= timestamp), len(self._messages))

    def has_next(self) -> bool:
        """Whether there is another message."""
        while self._at < len(self._messages):
            if self._wanted(self._messages[self._at].topic):
                return True
            self._at += 1
        return False

    def read_next(self) -> Tuple[str, bytes, int]:
        """Topic, bytes and time of the next message. Raises RuntimeError at the end."""
        if not self.has_next():
            raise RuntimeError('Bag is at end. No next message.')
        message = self._messages[self._at]
        self._at += 1
        return message.topic, bytes(message.data), message.time

    def get_metadata(self) -> BagMetadata:
        """The metadata of the recording, with counts."""
        counts: Dict[str, int] = {}
        for message in self._messages:
            counts[message.topic] = counts.get(message.topic, 0) + 1
        files = [self._file_information(path, file.messages) for path, file in self._files]
        times = [message.time for message in self._messages] or [0]
        return BagMetadata(
            storage_identifier=self._kind, files=files, message_count=len(self._messages),
            relative_file_paths=[information.path for information in files],
            starting_time=instant(min(times)),
            duration=span(max(times) - min(times)),
            bag_size=sum(os.path.getsize(path) for path, _ in self._files),
            topics_with_message_count=[
                TopicInformation(topic, counts.get(topic.name, 0))
                for topic in self.get_all_topics_and_types()])

    def _file_information(self, path: str, messages: List[Message]) -> FileInformation:
        times = [message.time for message in messages] or [0]
        return FileInformation(os.path.basename(path), instant(min(times)),
                               as_timedelta(max(times) - min(times)), len(messages))
