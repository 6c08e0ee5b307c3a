"""Actions after a time."""
from __future__ import annotations

from typing import Any, Iterable

from ..action import Action
from ..utilities.substitutions_of import text_of
from ..visit import visit_all


class TimerAction(Action):
    """Do something after a time in s."""

    may_declare = True

    def __init__(self, *, period: Any, actions: Iterable[Any], cancel_on_shutdown: Any = True,
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.period = period
        self.actions = list(actions)
        self._canceled = False

    def cancel(self) -> None:
        """Do nothing when the time has come, if it is not yet noted."""
        self._canceled = True

    def execute(self, context: Any) -> None:
        """Note what is to be done, with the scope of here."""
        if self._canceled:
            return
        period = self.period
        seconds = float(period) if isinstance(period, (int, float)) else float(
            text_of(context, period))
        actions = context.collect(lambda: visit_all(self.actions, context))
        context.emit({'kind': 'timer', 'place': self.place, 'delayNs': round(seconds * 1e9),
                      'actions': actions}, self)
