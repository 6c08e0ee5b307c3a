"""Arguments of commands that deal with bags, and quality of service from YAML."""
from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, HelpFormatter
from typing import Any, Callable, Dict, List, Mapping, Optional

from rclpy.duration import Duration
from rclpy.qos import DurabilityPolicy, HistoryPolicy, LivelinessPolicy, QoSProfile, ReliabilityPolicy
from rosbag2_py import StorageOptions, get_registered_readers

_POLICIES: Dict[str, Callable[[str], Any]] = {
    'history': HistoryPolicy.get_from_short_key, 'reliability': ReliabilityPolicy.get_from_short_key,
    'durability': DurabilityPolicy.get_from_short_key, 'liveliness': LivelinessPolicy.get_from_short_key}
_DURATIONS = ('deadline', 'lifespan', 'liveliness_lease_duration')
_NUMBERS = ('depth', 'avoid_ros_namespace_conventions')


class SplitLineFormatter(HelpFormatter):
    """Keeps the line breaks of help texts."""

    def _split_lines(self, text: str, width: int) -> List[str]:
        return [part for line in text.splitlines() for part in super(SplitLineFormatter, self)._split_lines(line, width)]


def print_error(string: str) -> str:
    """The line that reports an error."""
    return f'[ERROR] [ros2bag]: {string}'


def print_warn(string: str) -> str:
    """The line that warns."""
    return f'[WARN] [ros2bag]: {string}'


def dict_to_duration(time_dict: Optional[Mapping[str, int]]) -> Duration:
    """The duration of `{'sec': 1, 'nsec': 0}`; none is the default. Raises ValueError."""
    if not time_dict:
        return Duration()
    try:
        duration = Duration(seconds=time_dict['sec'], nanoseconds=time_dict['nsec'])
    except KeyError:
        raise ValueError('Time overrides must include both seconds (sec) and nanoseconds (nsec).') from None
    if duration < Duration():
        raise ValueError('Time duration may not be a negative value.')
    return duration


def interpret_dict_as_qos_profile(qos_profile_dict: Mapping[str, Any]) -> QoSProfile:
    """The profile of `{'history': 'keep_last', 'depth': 5}`. Raises ValueError."""
    found: Dict[str, Any] = {}
    for key, value in qos_profile_dict.items():
        if key in _DURATIONS:
            found[key] = dict_to_duration(value)
        elif key in _POLICIES:
            found[key] = _POLICIES[key](value)
        elif key not in _NUMBERS:
            raise ValueError(f'Unexpected key `{key}` for QoS profile.')
        elif value < 0:
            raise ValueError(f'`{key}` may not be a negative value.')
        else:
            found[key] = value
    return QoSProfile(**found)


def convert_yaml_to_qos_profile(qos_profile_dict: Mapping[str, Mapping[str, Any]]) -> Dict[str, QoSProfile]:
    """The profiles of topics. Raises ValueError."""
    return {topic: interpret_dict_as_qos_profile(profile) for topic, profile in qos_profile_dict.items()}


def create_bag_directory(uri: str) -> Optional[str]:
    """Create a folder; returns the line that reports an error if it cannot be created."""
    try:
        os.makedirs(uri)
    except OSError:
        return print_error(f"Could not create bag folder '{uri}'.")
    return None


def _number(value: Any, kind: Callable[[Any], Any]) -> Any:
    try:
        return kind(value)
    except ValueError:
        raise ArgumentTypeError(f'{value} is not the valid type ({kind.__name__})') from None


def check_positive_float(value: Any) -> float:
    """A number of an argument that is more than 0."""
    number = _number(value, float)
    if number <= 0:
        raise ArgumentTypeError(f'{value} is not in the valid range (> 0.0)')
    return number


def check_not_negative_float(value: Any) -> float:
    """A number of an argument that is 0 or more."""
    return _not_negative(value, float)


def check_not_negative_int(arg: str) -> int:
    """A whole number of an argument that is 0 or more."""
    return _not_negative(arg, int)


def _not_negative(value: Any, kind: Callable[[Any], Any]) -> Any:
    number = _number(value, kind)
    if number < 0:
        raise ArgumentTypeError(f'Value {value} is less than zero.')
    return number


def check_path_exists(value: Any) -> str:
    """The path of an argument to something that exists."""
    if not os.path.exists(value):
        raise ArgumentTypeError(f"Bag path '{value}' does not exist!")
    return value


def convert_service_to_service_event_topic(services: Optional[List[str]]) -> List[str]:
    """The topics on which the events of services are published."""
    return [f'{service}/_service_event' for service in services or ()]


def add_standard_reader_args(parser: ArgumentParser) -> None:
    """Add the arguments of a command that reads a bag."""
    parser.add_argument('bag_path', type=check_path_exists, help='the bag')
    parser.add_argument('-s', '--storage', default='', choices=sorted(get_registered_readers()),
                        help='the kind of its files, which is found out unless it is given')


def add_multi_bag_input_arg(parser: ArgumentParser, required: bool = False) -> None:
    """Add the option that names several bags."""
    parser.add_argument('-i', '--input', required=required, action='append', nargs='+', metavar=('uri', 'storage_id'),
                        help='a bag, and the kind of its files if it is not to be found out; may be repeated')


def add_standard_multi_reader_args(parser: ArgumentParser) -> None:
    """Add the arguments of a command that reads bags."""
    add_standard_reader_args(parser)
    next(each for each in parser._actions if each.dest == 'bag_path').nargs = '?'
    add_multi_bag_input_arg(parser)


def input_bag_arg_to_storage_options(input_arg: List[List[str]],
                                     storage_config_file: Optional[str] = None) -> List[StorageOptions]:
    """The bags that `--input` names. Raises ValueError."""
    if storage_config_file and not os.path.exists(storage_config_file):
        raise ValueError(f"File '{storage_config_file}' does not exist!")
    found = []
    for words in input_arg:
        if len(words) > 2:
            raise ValueError(f'--input expects 1 or 2 arguments, {len(words)} provided')
        path, kind = words[0], words[1] if len(words) > 1 else ''
        if not os.path.exists(path):
            raise ValueError(f"Bag path '{path}' does not exist!")
        known = sorted(get_registered_readers())
        if kind and kind not in known:
            raise ValueError(f"Unknown storage ID '{kind}', options are: {', '.join(known)}")
        found.append(StorageOptions(path, kind, storage_config_uri=storage_config_file or ''))
    return found
