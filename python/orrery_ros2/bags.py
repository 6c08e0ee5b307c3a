"""`ros2 bag`."""
from __future__ import annotations

import datetime
import os
from argparse import ArgumentParser
from typing import Any

import rclpy
import rosbag2_py


def add_record(parser: ArgumentParser) -> None:
    """Record topics until the run, or the launch, ends."""
    parser.add_argument('named', nargs='*', metavar='topics')
    parser.add_argument('--topics', nargs='+', default=[])
    parser.add_argument('-a', '--all', action='store_true')
    parser.add_argument('--all-topics', action='store_true')
    parser.add_argument('--all-services', action='store_true')
    parser.add_argument('-e', '--regex', default='')
    parser.add_argument('-x', '--exclude', '--exclude-regex', default='', dest='exclude_regex')
    parser.add_argument('--exclude-topics', nargs='+', default=[])
    parser.add_argument('--include-hidden-topics', action='store_true')
    parser.add_argument('-o', '--output', default='')
    parser.add_argument('-s', '--storage', default='')
    parser.add_argument('-b', '--max-bag-size', type=int, default=0)
    parser.add_argument('-d', '--max-bag-duration', type=int, default=0)
    parser.add_argument('--max-cache-size', type=int, default=0)
    parser.add_argument('--compression-mode', default='', choices=['', 'none', 'file', 'message'])
    parser.add_argument('--compression-format', default='')
    parser.add_argument('--use-sim-time', action='store_true')
    parser.set_defaults(run=_record)


def _record(options: Any) -> int:
    uri = options.output or datetime.datetime.now().strftime('rosbag2_%Y_%m_%d-%H_%M_%S')
    if os.path.exists(uri):
        raise RuntimeError(f"Output folder '{uri}' already exists.")
    chosen = rosbag2_py.RecordOptions()
    chosen.topics = [f'/{each.lstrip("/")}' for each in (*options.named, *options.topics)]
    chosen.all_topics, chosen.all_services = options.all or options.all_topics, options.all or options.all_services
    if not (chosen.topics or chosen.all_topics or chosen.all_services or options.regex):
        raise RuntimeError('Must specify at least one option out of --all, --all-topics, --all-services, '
                           '--topics or --regex')
    chosen.regex, chosen.exclude_regex = options.regex, options.exclude_regex
    chosen.exclude_topics, chosen.include_hidden_topics = options.exclude_topics, options.include_hidden_topics
    chosen.compression_format, chosen.use_sim_time = options.compression_format, options.use_sim_time
    chosen.compression_mode = '' if options.compression_mode == 'none' else options.compression_mode
    storage = rosbag2_py.StorageOptions(
        uri=uri, storage_id=options.storage, max_bagfile_size=options.max_bag_size,
        max_bagfile_duration=options.max_bag_duration, max_cache_size=options.max_cache_size)
    rclpy.init()
    rosbag2_py.Recorder(storage, chosen).record_sync()
    return 0


def add_play(parser: ArgumentParser) -> None:
    """Play a recording."""
    parser.add_argument('bag_path', nargs='?', default='')
    parser.add_argument('-i', '--input', default='')
    parser.add_argument('-s', '--storage', default='')
    parser.add_argument('-r', '--rate', type=float, default=1.0)
    parser.add_argument('-l', '--loop', action='store_true')
    parser.add_argument('--topics', nargs='+', default=[])
    parser.add_argument('-m', '--remap', nargs='+', default=[])
    parser.add_argument('--clock', nargs='?', type=float, const=40.0, default=0.0)
    parser.add_argument('-d', '--delay', type=float, default=0.0)
    parser.add_argument('--start-offset', type=float, default=0.0)
    parser.set_defaults(run=_play)


def _play(options: Any) -> int:
    uri = options.input.split()[0] if options.input else options.bag_path
    if not os.path.exists(uri):
        raise RuntimeError(f"Bag path '{uri}' does not exist!")
    chosen = rosbag2_py.PlayOptions()
    chosen.rate, chosen.loop, chosen.delay = options.rate, options.loop, options.delay
    chosen.topics_to_filter = [f'/{each.lstrip("/")}' for each in options.topics]
    chosen.clock_publish_frequency, chosen.start_offset = options.clock, options.start_offset
    for each in options.remap:
        chosen.topic_remapping_options += ['--ros-args', '--remap', each]
    rclpy.init()
    rosbag2_py.Player(rosbag2_py.StorageOptions(uri=uri, storage_id=options.storage), chosen).play_sync()
    return 0
