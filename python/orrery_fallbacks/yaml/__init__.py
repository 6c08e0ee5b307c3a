"""A small `yaml` for machines without PyYAML: reads and writes plain data as PyYAML does.

It knows block and flow collections, all kinds of scalars, anchors and several documents. It does
not know merge keys, complex keys, dates and tags of other types.
"""
from __future__ import annotations

from typing import Any, Callable, Dict, Iterator, Optional

from .dumper import dump_text
from .errors import MarkedYAMLError, YAMLError
from .flow import Kinds
from .loader import documents
from .scalars import resolve

__version__ = '0'
__orrery__ = True


class Loader:
    """Stands for all loaders: they read plain data, with mappings and unquoted scalars of this kind."""

    mapping = dict
    scalar = staticmethod(resolve)


class Dumper:
    """Stands for all dumpers: they write plain data."""


BaseLoader = SafeLoader = FullLoader = UnsafeLoader = CLoader = CSafeLoader = Loader
SafeDumper = CDumper = CSafeDumper = Dumper


def _text(stream: Any) -> str:
    text = stream.read() if hasattr(stream, 'read') else stream
    return text.decode('utf-8-sig') if isinstance(text, bytes) else text


def load(stream: Any, Loader: Any = None) -> Any:  # noqa: N803
    """The only document in a text or file. Raises YAMLError."""
    kinds = {name: getattr(Loader, name) for name in ('mapping', 'scalar') if hasattr(Loader, name)}
    found = documents(_text(stream), Kinds(**kinds))
    if len(found) > 1:
        raise YAMLError('expected a single document in the stream, but found another document')
    return found[0] if found else None


def load_all(stream: Any, Loader: Any = None) -> Iterator[Any]:  # noqa: N803
    """All documents in a text or file."""
    return iter(documents(_text(stream)))


safe_load = full_load = unsafe_load = load
safe_load_all = full_load_all = load_all


def dump(data: Any, stream: Any = None, Dumper: Any = None, *,  # noqa: N803
         default_flow_style: Optional[bool] = False, sort_keys: bool = True,
         **options: Any) -> Optional[str]:
    """Dump plain data as a document; returned unless a stream is given."""
    text = dump_text(data, bool(default_flow_style), sort_keys)
    if stream is None:
        return text
    stream.write(text)
    return None


safe_dump = dump


def dump_all(documents_: Any, stream: Any = None, **options: Any) -> Optional[str]:
    """Dump several documents."""
    text = '---\n'.join(dump(each, **options) or '' for each in documents_)
    if stream is None:
        return text
    stream.write(text)
    return None


safe_dump_all = dump_all

_representers: Dict[type, Callable[..., Any]] = {}


def add_representer(data_type: type, representer: Callable[..., Any], Dumper: Any = None) -> None:
    """Noted only: dictionaries keep their order if they are ordered ones."""  # noqa: N803
    _representers[data_type] = representer


def add_constructor(tag: str, constructor: Callable[..., Any], Loader: Any = None) -> None:
    """Nothing: tags are not known."""  # noqa: N803


__all__ = [
    'BaseLoader', 'CDumper', 'CLoader', 'CSafeDumper', 'CSafeLoader', 'Dumper', 'FullLoader',
    'Loader', 'MarkedYAMLError', 'SafeDumper', 'SafeLoader', 'UnsafeLoader', 'YAMLError',
    'add_constructor', 'add_representer', 'dump', 'dump_all', 'full_load', 'full_load_all',
    'load', 'load_all', 'safe_dump', 'safe_dump_all', 'safe_load', 'safe_load_all', 'unsafe_load',
]
