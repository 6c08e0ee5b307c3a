"""Actions after a delay."""
from __future__ import annotations

from typing import Any, Iterable, List

from ..action import Action
from ..utilities import perform_typed_substitution
from ..utilities.substitutions_of import text_of
from ..visit import visit_all


class TimerAction(Action):
    """Execute actions after a delay in s."""

    may_declare = True

    completes_at_once = False

    def __init__(self, *, period: Any, actions: Iterable[Any], cancel_on_shutdown: Any = True,
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.period = period
        self.actions = list(actions)
        self._canceled = False
        self._cancel_on_shutdown = cancel_on_shutdown

    def ends_with(self, context: Any) -> bool:
        """Whether the shutdown of the launch cancels it."""
        return bool(perform_typed_substitution(context, self._cancel_on_shutdown, bool))

    def describe_conditional_sub_entities(self) -> List[Any]:
        """The actions, which follow after the period."""
        return [('After a delay', self.actions)]

    def cancel(self) -> None:
        """Cancel the timer unless it has been noted already."""
        self._canceled = True

    def execute(self, context: Any) -> None:
        """Note the actions, with the present scope."""
        if self._canceled:
            return
        period = self.period
        seconds = float(period) if isinstance(period, (int, float)) else float(
            text_of(context, period))
        if context.running is not None:
            self.wait(context, seconds)
            return
        actions = context.collect(lambda: visit_all(self.actions, context))
        context.emit({'kind': 'timer', 'place': self.place, 'delayNs': round(seconds * 1e9),
                      'actions': actions}, self)

    def wait(self, context: Any, seconds: float) -> None:
        """Execute the actions after a delay, in a running launch."""
        def act() -> None:
            if not self._canceled:
                visit_all(self.actions, context)
            self.complete(context)
        context.running.after(seconds, act, owner=self)
