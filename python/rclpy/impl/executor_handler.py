"""One callback that an executor is about to run."""

from __future__ import annotations

from typing import Any, Optional

from .executor_calls import run_callback


class Handler:
    """One callback that is about to run."""

    __slots__ = ('executor', 'entity', 'given', 'node', '_exception', '_done')

    def __init__(self, executor: Any, entity: Any, given: Any, node: Any) -> None:
        self.executor = executor
        self.entity = entity
        self.given = given
        self.node = node
        self._exception: Optional[BaseException] = None
        self._done = False

    def __call__(self) -> None:
        try:
            self.run()
        except Exception as error:
            self._exception = error
        self._done = True

    def run(self) -> None:
        """Runs it; its exception propagates."""
        run_callback(self.executor, self.entity, self.given)

    def done(self) -> bool:
        """Whether it has run."""
        return self._done

    def exception(self) -> Optional[BaseException]:
        """The exception that it raised."""
        return self._exception

    def result(self) -> None:
        """Raises the exception that it raised, if any."""
        if self._exception is not None:
            raise self._exception
