"""Makes new recordings from the messages of others: `ros2 bag convert`."""
from __future__ import annotations

import re
from dataclasses import fields
from typing import Any, Callable, Dict, List

from .compression import reader_of, writer_of
from .metadata import TopicMetadata
from .options import StorageOptions

_STORAGE = {field.name for field in fields(StorageOptions)}
_BAGS = 'output_bags'


def _outputs(path: str) -> List[Dict[str, Any]]:
    import yaml
    try:
        with open(path, encoding='utf-8') as file:
            tree = yaml.safe_load(file)
    except (OSError, yaml.YAMLError) as error:
        raise RuntimeError(f'{path} cannot be read: {error}') from None
    bags = tree.get(_BAGS) if isinstance(tree, dict) else None
    if not isinstance(bags, list) or not all(isinstance(each, dict) and each.get('uri') for each in bags):
        raise RuntimeError(f"{path}: '{_BAGS}' must be a list of maps, each with a 'uri'")
    return bags


def _wanted(bag: Dict[str, Any]) -> Callable[[TopicMetadata], bool]:
    """Selects the topics of a recording; all if nothing is specified."""
    def names(*keys: str) -> List[str]:
        return [f'/{name.lstrip("/")}' for key in keys for name in bag.get(key) or []]

    topics, unwanted = names('topics', 'services', 'services_events'), names('exclude_topics')
    types, no_types = bag.get('topic_types') or [], bag.get('exclude_topic_types') or []
    regex, no_regex = bag.get('regex') or '', bag.get('exclude_regex') or bag.get('exclude') or ''

    def accepts(topic: TopicMetadata) -> bool:
        name = f'/{topic.name.lstrip("/")}'
        if name in unwanted or topic.type in no_types:
            return False
        if no_regex and re.search(no_regex, topic.name):
            return False
        if bag.get('all') or bag.get('all_topics') or not (topics or types or regex):
            return True
        return name in topics or topic.type in types or bool(regex and re.search(regex, topic.name))
    return accepts


def bag_rewrite(input_options: List[StorageOptions], output_config_file: str) -> None:
    """Write the recordings that a file describes (`output_bags`), in the order of the messages' times.

    Raises RuntimeError for a file that does not describe recordings.
    """
    outputs = _outputs(output_config_file)
    readers = [reader_of(options) for options in input_options]
    topics: Dict[str, TopicMetadata] = {}
    for reader in readers:
        for topic in reader.get_all_topics_and_types():
            topics.setdefault(topic.name, topic)
    messages = []
    for reader in readers:
        while reader.has_next():
            messages.append(reader.read_next())
    messages.sort(key=lambda message: message[2])
    for bag in outputs:
        accepts = _wanted(bag)
        options = StorageOptions(**{key: value for key, value in bag.items() if key in _STORAGE})
        writer = writer_of(options, bag.get('compression_format') or '', bag.get('compression_mode') or '')
        chosen = {name for name, topic in topics.items() if accepts(topic)}
        for name, topic in topics.items():
            if name in chosen:
                writer.create_topic(topic)
        for topic_name, data, time in messages:
            if topic_name in chosen and (options.start_time_ns < 0 or time >= options.start_time_ns) and (
                    options.end_time_ns < 0 or time <= options.end_time_ns):
                writer.write(topic_name, data, time)
        writer.close()
