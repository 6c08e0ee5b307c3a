"""What can be destroyed while somebody still uses it."""

from typing import Protocol


class DestroyableType(Protocol):
    """A handle: used as a context manager, destroyed when nobody uses it any longer."""

    def __enter__(self) -> None: ...

    def __exit__(self, exc_type: object, exc_val: object, exc_tb: object) -> None: ...

    def destroy_when_not_in_use(self) -> None: ...
