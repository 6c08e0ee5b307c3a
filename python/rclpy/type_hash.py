"""Hashes of types."""

from __future__ import annotations

from typing import Any

_TYPE_HASH_SIZE = 32


class TypeHash:
    """A version, and the hash value."""

    __slots__ = ['_version', '_value']

    def __init__(self, version: int = -1, value: bytes = bytes(_TYPE_HASH_SIZE)) -> None:
        self.version = version
        self.value = value

    @property
    def version(self) -> int:
        """How it is computed."""
        return self._version

    @version.setter
    def version(self, value: int) -> None:
        assert isinstance(value, int)
        self._version = value

    @property
    def value(self) -> bytes:
        """The hash."""
        return self._value

    @value.setter
    def value(self, value: bytes) -> None:
        assert isinstance(value, bytes)
        self._value = value

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, TypeHash):
            return False
        return self.version == other.version and self.value == other.value

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        if self._version <= 0 or len(self._value) != _TYPE_HASH_SIZE:
            return 'INVALID'
        return f'RIHS{self._version:02}_{self._value.hex()}'
