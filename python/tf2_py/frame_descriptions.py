"""All frames of a tree as text."""
from __future__ import annotations

from .frame_tree import FrameTree
from .time_values import SECOND

#: A shorter time, in ns, does not determine a rate.
_SHORTEST = 100_000


def frames_as_string(tree: FrameTree) -> str:
    """One line per frame that has a parent, or had one before the buffer was cleared."""
    lines = []
    for frame in tree.frames:
        if frame.cache is not None:
            latest = frame.cache.latest
            parent = tree.frames[latest.parent if latest else 0].name
            lines.append(f'Frame {frame.name} exists with parent {parent}.\n')
    return ''.join(lines)


def frames_as_yaml(tree: FrameTree, now: int = 0) -> str:
    """All frames that have a parent as a YAML document, as `view_frames` reads it."""
    if len(tree.frames) == 1:
        return '[]'
    blocks = []
    for frame in tree.frames:
        cache = frame.cache
        if cache is None or cache.latest is None or cache.oldest is None:
            continue
        latest, oldest = cache.latest.stamp, cache.oldest.stamp
        span = latest - oldest
        rate = len(cache) * SECOND / max(span, _SHORTEST)
        lines = [
            f'{frame.name}: ',
            f"  parent: '{tree.frames[cache.latest.parent].name}'",
            f"  broadcaster: '{frame.authority}'",
            f'  rate: {rate:.3f}',
            f'  most_recent_transform: {latest / SECOND:.6f}',
            f'  oldest_transform: {oldest / SECOND:.6f}',
            *([f'  transform_delay: {(now - latest) / SECOND:.3f}'] if now else []),
            f'  buffer_length: {span / SECOND:.3f}',
        ]
        blocks.append('\n'.join(lines) + '\n')
    return ''.join(blocks)


def frames_as_dot(tree: FrameTree) -> str:
    """The frames as a graph for graphviz."""
    edges = []
    for frame in tree.frames:
        if frame.cache is not None and frame.cache.latest is not None:
            parent = tree.frames[frame.cache.latest.parent].name
            edges.append(f'"{parent}" -> "{frame.name}"[label=" Broadcaster: {frame.authority}"];')
    return '\n'.join(['digraph G {', *edges, '}'])
