"""The file `metadata.yaml` of a recording."""
from __future__ import annotations

import json
import os
from datetime import timedelta
from typing import Any, Dict, List

from .metadata import BagMetadata, FileInformation, TopicInformation, as_timedelta, instant, span, stored_topic

_NAME = 'metadata.yaml'
_HEAD = 'rosbag2_bagfile_information'


def _length(file: FileInformation) -> int:
    return file.duration // timedelta(microseconds=1) * 1000


def _tree(metadata: BagMetadata) -> Dict[str, Any]:
    topics = [{'topic_metadata': {
        'name': topic.name, 'type': topic.type, 'serialization_format': topic.serialization_format,
        'offered_qos_profiles': topic.qos_list(), 'type_description_hash': topic.type_description_hash},
        'message_count': each.message_count}
        for each in metadata.topics_with_message_count for topic in [each.topic_metadata]]
    files = [{'path': file.path, 'starting_time': {'nanoseconds_since_epoch': file.starting_time.nanoseconds},
              'duration': {'nanoseconds': _length(file)}, 'message_count': file.message_count}
             for file in metadata.files]
    return {
        'version': metadata.version, 'storage_identifier': metadata.storage_identifier,
        'duration': {'nanoseconds': metadata.duration.nanoseconds},
        'starting_time': {'nanoseconds_since_epoch': metadata.starting_time.nanoseconds},
        'message_count': metadata.message_count, 'topics_with_message_count': topics,
        'compression_format': metadata.compression_format, 'compression_mode': metadata.compression_mode,
        'relative_file_paths': metadata.relative_file_paths, 'files': files, 'custom_data': metadata.custom_data or None,
        'ros_distro': metadata.ros_distro}


def _lines(value: Any, indent: str) -> List[str]:
    """Blocks of maps and lists; texts and numbers as in JSON, which is valid YAML."""
    lines: List[str] = []
    items = value.items() if isinstance(value, dict) else [('-', each) for each in value]
    for key, each in items:
        mark = '-' if isinstance(value, list) else f'{key}:'
        if isinstance(each, (dict, list)) and each:
            inner = _lines(each, indent + '  ')
            if mark == '-' and isinstance(each, dict):
                lines += [f'{indent}- {inner[0].lstrip()}', *inner[1:]]
            else:
                lines += [indent + mark, *inner]
        else:
            lines.append(f'{indent}{mark} {"~" if each is None else json.dumps(each)}')
    return lines


def metadata_text(metadata: BagMetadata) -> str:
    """The content of the file."""
    return '\n'.join(_lines({_HEAD: _tree(metadata)}, '')) + '\n'


class MetadataIo:
    """Reads and writes the file."""

    def metadata_file_exists(self, uri: str) -> bool:
        """Whether a recording has the file."""
        return os.path.exists(os.path.join(uri, _NAME))

    def write_metadata(self, uri: str, metadata: BagMetadata) -> None:
        """Write it for the recording in a folder."""
        place = os.path.join(uri, _NAME)
        with open(place + '.part', 'w', encoding='utf-8') as file:
            file.write(metadata_text(metadata))
        os.replace(place + '.part', place)

    def serialize_metadata(self, metadata: BagMetadata) -> str:
        """The text of the file."""
        return metadata_text(metadata)

    def read_metadata(self, uri: str) -> BagMetadata:
        """Read the file of the recording in a folder. Raises RuntimeError."""
        import yaml
        try:
            with open(os.path.join(uri, _NAME), encoding='utf-8') as file:
                tree = yaml.safe_load(file)[_HEAD]
        except (OSError, KeyError, TypeError, yaml.YAMLError) as error:
            raise RuntimeError(f'Exception on parsing info file: {error}') from None
        return _metadata(tree)


def _metadata(tree: Dict[str, Any]) -> BagMetadata:
    start, length = tree['starting_time']['nanoseconds_since_epoch'], tree['duration']['nanoseconds']
    topics = [TopicInformation(stored_topic(0, topic['name'], topic['type'], topic['serialization_format'],
                                            topic.get('offered_qos_profiles'), topic.get('type_description_hash', '')),
                               each['message_count'])
              for each in tree['topics_with_message_count'] for topic in [each['topic_metadata']]]
    files = []
    for file in tree.get('files') or []:
        first, lasts = file['starting_time']['nanoseconds_since_epoch'], file['duration']['nanoseconds']
        files.append(FileInformation(file['path'], instant(first), as_timedelta(lasts), file['message_count']))
    return BagMetadata(
        version=tree['version'], storage_identifier=tree['storage_identifier'],
        relative_file_paths=list(tree['relative_file_paths']), files=files, duration=span(length),
        starting_time=instant(start), message_count=tree['message_count'], topics_with_message_count=topics,
        compression_format=tree.get('compression_format') or '', compression_mode=tree.get('compression_mode') or '',
        custom_data=tree.get('custom_data') or {}, ros_distro=tree.get('ros_distro') or '')
