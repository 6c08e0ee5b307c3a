"""The values that a launch was given, and which of them its files read.

Upstream accepts any `name:=value`. Orrery refuses a name that no file declares or reads, because
that is usually a typing error; so it notes what is read.
"""
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Set


class Reads:
    """The names that launch files read or mention."""

    def __init__(self) -> None:
        self.names: Set[str] = set()
        #: Whether they looked at everything given, such as the whole command line.
        self.everything = False
        #: Whether a condition excluded something that may declare unknown names.
        self.may_declare_more = False


#: The names read in the launch that this process evaluates.
READS = Reads()


class GivenWords(List[str]):
    """A command line; whoever reads beyond the first word reads everything."""

    def __getitem__(self, index: Any) -> Any:
        if index != 0:
            READS.everything = True
        return super().__getitem__(index)

    def __iter__(self) -> Iterator[str]:
        READS.everything = True
        return super().__iter__()

    def __contains__(self, word: object) -> bool:
        READS.everything = True
        return super().__contains__(word)


class GivenValues(Dict[str, Any]):
    """Launch configurations that note which of them are read."""

    def quiet_items(self) -> Any:
        """All names with their values, without noting a read."""
        return super().items()

    def __getitem__(self, name: str) -> Any:
        READS.names.add(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        READS.names.add(str(name))
        return super().__contains__(name)

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a name, or the default."""
        READS.names.add(name)
        return super().get(name, default)

    def setdefault(self, name: str, default: Any = None) -> Any:
        """The value of a name, set to the default if there is none."""
        READS.names.add(name)
        return super().setdefault(name, default)

    def __iter__(self) -> Iterator[str]:
        READS.everything = True
        return super().__iter__()

    def keys(self) -> Any:
        """All names."""
        READS.everything = True
        return super().keys()

    def values(self) -> Any:
        """All values."""
        READS.everything = True
        return super().values()

    def items(self) -> Any:
        """All names with their values."""
        READS.everything = True
        return super().items()

    def copy(self) -> Dict[str, Any]:
        """All names with their values, in a separate dictionary."""
        READS.everything = True
        return dict(super().items())
