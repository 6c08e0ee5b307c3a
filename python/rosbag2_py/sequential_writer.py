"""Writes recordings, message by message."""
from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Optional, Set

from .mcap_writing import McapWriting
from .metadata import BagMetadata, FileInformation, TopicInformation, TopicMetadata, as_timedelta, instant, span
from .metadata_io import MetadataIo, metadata_text
from .options import ConverterOptions, StorageOptions
from .snapshot_buffer import SnapshotBuffer
from .sqlite_writing import SqliteWriting

_KINDS: Dict[str, Callable[[str], Any]] = {'mcap': McapWriting, 'sqlite3': SqliteWriting}
_DEFAULT = 'mcap'
#: The suffix of incomplete files.
_PART = '.part'


def get_registered_writers() -> Set[str]:
    """The kinds of recordings that can be written."""
    return set(_KINDS)


@dataclass
class _Counted:
    """Counts for the metadata of a file."""

    first: int = 0
    last: int = 0
    count: int = 0

    def add(self, time: int) -> None:
        self.first = min(self.first, time) if self.count else time
        self.last = max(self.last, time) if self.count else time
        self.count += 1


class SequentialWriter:
    """Writes messages in the order given; the bag is complete when the writer is closed or deleted."""

    def __init__(self) -> None:
        self._options: Optional[StorageOptions] = None
        self._file: Any = None
        self._path = ''
        self._topics: Dict[str, TopicMetadata] = {}
        self._counts: Dict[str, int] = {}
        self._files: List[FileInformation] = []
        self._of_file, self._of_all = _Counted(), _Counted()
        self._size = 0
        self._snapshot: Optional[SnapshotBuffer] = None

    def open(self, storage_options: StorageOptions, converter_options: Optional[ConverterOptions] = None) -> None:
        """Create the folder of a recording. Raises RuntimeError if it exists."""
        kind = storage_options.storage_id or _DEFAULT
        if kind not in _KINDS:
            raise RuntimeError(f"No storage could be initialized from the inputs: '{kind}' is neither mcap nor sqlite3")
        formats = {converter_options.input_serialization_format, converter_options.output_serialization_format
                   } if converter_options else set()
        if formats - {'', 'cdr'}:
            raise RuntimeError(f'messages can only be written as cdr, not as {", ".join(sorted(formats - {"", "cdr"}))}')
        if os.path.exists(storage_options.uri):
            raise RuntimeError(f"Bag directory already exists ({storage_options.uri}), can't overwrite existing bag")
        if storage_options.snapshot_mode and not storage_options.max_cache_size:
            raise RuntimeError('Max cache size must be greater than 0 when snapshot mode is enabled')
        SequentialWriter.__init__(self)
        if storage_options.snapshot_mode:
            self._snapshot = SnapshotBuffer(storage_options.max_cache_size)
        os.makedirs(storage_options.uri)
        self._options = storage_options
        self._begin_file()

    def create_topic(self, topic_with_type: TopicMetadata, message_definition: Any = None) -> None:
        """Announce a topic. Announcing it again changes nothing."""
        self._opened()
        if topic_with_type.name not in self._topics:
            self._topics[topic_with_type.name] = topic_with_type
            self._counts[topic_with_type.name] = 0
            self._file.add(topic_with_type)

    def remove_topic(self, topic_with_type: TopicMetadata) -> None:
        """Forget a topic; its messages remain in the file."""
        self._opened()
        self._topics.pop(topic_with_type.name, None)
        self._counts.pop(topic_with_type.name, None)

    def write(self, topic_name: str, message: bytes, time_stamp: int, send_time_stamp: Optional[int] = None,
              sequence_number: int = 0) -> None:
        """Write a serialized message with the time (ns) of its reception. Raises RuntimeError for unknown topics."""
        self._opened()
        topic = self._topics.get(topic_name)
        if topic is None:
            raise RuntimeError(f"Failed to write on topic '{topic_name}'. Call create_topic() before first write.")
        sent = time_stamp if send_time_stamp is None else send_time_stamp
        if self._snapshot is None:
            self._store(topic, bytes(message), time_stamp, sent)
        else:
            self._snapshot.add((topic, bytes(message), time_stamp, sent))

    def _store(self, topic: TopicMetadata, message: bytes, time_stamp: int, sent: int) -> None:
        if self._is_full(self._opened(), time_stamp):
            self.split_bagfile()
        self._file.write(topic, message, time_stamp, sent)
        self._counts[topic.name] = self._counts.get(topic.name, 0) + 1
        self._of_file.add(time_stamp)
        self._of_all.add(time_stamp)

    def split_bagfile(self) -> None:
        """Continue in another file."""
        self._opened()
        self._end_file()
        self._begin_file()

    def take_snapshot(self) -> bool:
        """Write what is held in snapshot mode; False in other modes. What was not written at the end is lost."""
        if self._snapshot is None:
            return False
        self._opened()
        for held in self._snapshot.take():
            self._store(*held)
        return True

    def close(self) -> None:
        """Complete the recording."""
        if self._file is None or self._options is None:
            return
        self._end_file()
        MetadataIo().write_metadata(self._options.uri, self._metadata())

    def __del__(self) -> None:
        try:
            self.close()
        except Exception:  # noqa: BLE001 - whoever wants to know closes it
            pass

    def _opened(self) -> StorageOptions:
        if self._file is None or self._options is None:
            raise RuntimeError('Bag is not open. Call open() before writing.')
        return self._options

    def _is_full(self, options: StorageOptions, time: int) -> bool:
        if self._of_file.count == 0:
            return False
        duration = options.max_bagfile_duration
        return (0 < options.max_bagfile_size <= self._file.size
                or 0 < duration * 1_000_000_000 <= time - self._of_file.first)

    def _begin_file(self) -> None:
        assert self._options is not None
        make: Any = _KINDS[self._options.storage_id or _DEFAULT]
        uri = self._options.uri
        name = f'{os.path.basename(os.path.normpath(uri))}_{len(self._files)}{make.SUFFIX}'
        self._path = os.path.join(uri, name)
        self._file, self._of_file = make(self._path + _PART), _Counted()
        for topic in self._topics.values():
            self._file.add(topic)

    def _end_file(self) -> None:
        counted, file = self._of_file, self._file
        self._file = None
        self._files.append(FileInformation(
            os.path.basename(self._path), instant(counted.first), as_timedelta(counted.last - counted.first),
            counted.count))
        file.close(metadata_text(self._metadata()))
        os.replace(self._path + _PART, self._path)
        self._size += os.path.getsize(self._path)

    def _metadata(self) -> BagMetadata:
        assert self._options is not None
        counted = self._of_all
        return BagMetadata(
            storage_identifier=self._options.storage_id or _DEFAULT, files=self._files,
            relative_file_paths=[file.path for file in self._files], message_count=counted.count,
            starting_time=instant(counted.first), duration=span(counted.last - counted.first), bag_size=self._size,
            topics_with_message_count=[TopicInformation(topic, self._counts[name])
                                       for name, topic in self._topics.items()],
            custom_data=dict(self._options.custom_data), ros_distro=os.environ.get('ROS_DISTRO') or 'jazzy')
