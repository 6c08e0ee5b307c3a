"""ROS 2 interfaces at run time: message, service and action classes and their CDR codec.

`install()` makes `std_msgs.msg`, `std_srvs.srv`, `example_interfaces.action` and the user's
packages importable. The definitions come from the archives and folders that the environment
variable `ORRERY_INTERFACES` lists, by default from the archive for `ROS_DISTRO` in Orrery's build.
"""
from __future__ import annotations

import os
import struct
import sys
from typing import Any, List, Optional, Tuple

from .codec import CdrError, Codec, Fault, FieldValueError
from .field_faults import find_fault
from .importer import install_finder
from .parser import DefinitionError
from .registry import Registry
from .sources import VARIABLE, sources_of

__all__ = [
    'CdrError', 'DefinitionError', 'FieldValueError', 'check_fields', 'deserialize', 'install',
    'registry', 'serialize', 'type_name',
]

_FALLBACKS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                          'orrery_fallbacks')
_registry: Optional[Registry] = None


def registry() -> Registry:
    """All interfaces of this process; created from the environment on first use."""
    global _registry
    if _registry is None:
        distro = os.environ.get('ROS_DISTRO') or 'jazzy'
        sources = sources_of(os.environ.get(VARIABLE, ''), distro)
        checked = os.environ.get('ROS_PYTHON_CHECK_FIELDS') == '1'
        _registry = Registry(sources, distro, checked)
    return _registry


def install() -> Registry:
    """Make the interfaces importable; calling it again changes nothing.

    This also appends small stand-ins of packages that ROS programs assume to be installed (`yaml`)
    to the path.
    """
    install_finder(registry())
    if _FALLBACKS not in sys.path:
        sys.path.append(_FALLBACKS)
    return registry()


def type_name(cls: Any) -> str:
    """`package/kind/Name` of a message, service or action class. Raises TypeError for others."""
    name = getattr(type(cls), '_TYPE_NAME', None)
    if name is None:
        raise TypeError(f'{cls!r} is not a class of an interface')
    return name


def serialize(message: Any) -> bytes:
    """The CDR bytes of a message with the four bytes of the encapsulation.

    Raises FieldValueError, which names the field, if a value cannot be encoded.
    """
    return b''.join(serialized_parts(message)[0])


def serialized_parts(message: Any) -> Tuple[List[Any], int]:
    """Return the parts that :func:`serialize` joins, and their size in bytes; arrays are not copied."""
    cls = type(message)
    try:
        encode = cls._CODEC.encode
    except AttributeError:
        encode = _codec(cls).encode
    try:
        return encode(message)
    except (struct.error, Fault, AttributeError, TypeError, ValueError, OverflowError) as error:
        fault = find_fault(registry(), type_name(cls), message)
        if fault is None:
            raise
        raise fault from error


def deserialize(data: Any, cls: Any) -> Any:
    """Return the message of CDR bytes (bytes, bytearray or memoryview). Raises CdrError."""
    try:
        decode = cls._CODEC.decode
    except AttributeError:
        decode = _codec(cls).decode
    return decode(data)


def _codec(cls: Any) -> Codec:
    """Make the codec of a class. It is kept in its metaclass, since to look up a class in a dictionary takes longer."""
    codec = type(cls)._CODEC = registry().codecs.codec(type_name(cls))
    return codec


def check_fields(message: Any) -> None:
    """Check every field of a message and of nested messages, as upstream does on request.

    Raises FieldValueError for the first field whose value does not fit.
    """
    fault = find_fault(registry(), type_name(type(message)), message, strict=True)
    if fault is not None:
        raise fault
