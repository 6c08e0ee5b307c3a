"""Objects that can be destroyed while they are still in use."""

from typing import Protocol


class DestroyableType(Protocol):
    """A handle, used as a context manager and destroyed when nothing uses it any more."""

    def __enter__(self) -> None: ...

    def __exit__(self, exc_type: object, exc_val: object, exc_tb: object) -> None: ...

    def destroy_when_not_in_use(self) -> None: ...
