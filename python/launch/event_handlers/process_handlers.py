"""Handlers of events of processes."""
from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional

from ..action import Action
from ..actions.execute_process import ProcessAction
from ..event_handler import BaseEventHandler
from ..events import ExecutionComplete
from ..events.process import ProcessEvent, ProcessExited, ProcessIO, ProcessStarted
from ..launch_description_entity import LaunchDescriptionEntity
from ..utilities.entities import normalize_to_list_of_entities
from ..visit import visit_all


class OnActionEventBase(BaseEventHandler):
    """Execute actions, or call a function, when an event concerns a target action."""

    event_class: Any = ProcessEvent
    #: What the target must be, for the error if it is something else.
    wanted = 'an action'
    target_class: Any = Action
    refusal: Any = TypeError

    def __init__(self, *, action_matcher: Any = None, on_event: Any = None,
                 target_action: Any = None, handle_once: bool = False) -> None:
        super().__init__(matcher=self._accepts, handle_once=handle_once)
        self.target = action_matcher if target_action is None else target_action
        if self.target is not None and not self._is_target(self.target):
            raise self.refusal(f'{self.target!r} is neither {self.wanted} nor a function that '
                               'chooses one')
        if not callable(on_event) and on_event is not None:
            try:
                on_event = normalize_to_list_of_entities(on_event)
            except (TypeError, RecursionError):
                on_event = [None]
            if not all(isinstance(each, LaunchDescriptionEntity) for each in on_event):
                raise self.refusal(f'{on_event!r} is neither a function nor actions')
        self.reaction = on_event
        self.place: Any = None

    def _is_target(self, target: Any) -> bool:
        return isinstance(target, self.target_class) or callable(target)

    def _accepts(self, event: Any) -> bool:
        if not isinstance(event, self.event_class):
            return False
        if self.target is None:
            return True
        if isinstance(self.target, Action):
            return event.action is self.target
        return bool(self.target(event.action))

    def handle(self, event: Any, context: Any) -> Optional[List[Any]]:
        """Return the entities of the reaction."""
        super().handle(event, context)
        if callable(self.reaction) and not isinstance(self.reaction, LaunchDescriptionEntity):
            return self.reaction(event, context)
        return self.reaction

    def reactions(self, context: Any) -> List[Dict[str, Any]]:
        """The actions of the reaction, evaluated."""
        entities = self.reaction
        if callable(entities) and not isinstance(entities, LaunchDescriptionEntity):
            context.needs_running(f'a function of {type(self).__name__}')
            return []
        return context.collect(lambda: visit_all(entities, context))

    def when_started(self, context: Any, then: Callable[[], None]) -> None:
        """Call `then` once the target was emitted, which may have happened long ago."""
        if getattr(self.target, 'process_name', None) is not None:
            then()
        else:
            context.when_started(self.target, type(self).__name__, then)

    def targets_an_action(self, context: Any) -> bool:
        """Whether the target is a single action; another one needs a running launch."""
        if isinstance(self.target, Action):
            return True
        context.needs_running(f'{type(self).__name__} of several actions')
        return False


class OnProcessExit(OnActionEventBase):
    """Execute actions when a process ends."""

    event_class = ProcessExited
    wanted = 'a process'
    target_class = ProcessAction

    def __init__(self, *, target_action: Any = None, on_exit: Any = None, **kwargs: Any) -> None:
        super().__init__(target_action=target_action, on_event=on_exit, **kwargs)

    def register(self, context: Any) -> None:
        """Note the reaction."""
        def note() -> None:
            context.emit({
                'kind': 'event_handler', 'place': self.place, 'event': 'process_exit',
                'target': self.target.process_name, 'targetId': self.target.process_id,
                'startState': None, 'goalState': None, 'once': self.handle_once, 'actions': actions,
            })
        if self.targets_an_action(context):
            actions = self.reactions(context)
            self.when_started(context, note)


class OnProcessStart(OnActionEventBase):
    """Execute actions right after the start of a process."""

    event_class = ProcessStarted
    wanted = 'a process'
    target_class = ProcessAction

    def __init__(self, *, target_action: Any = None, on_start: Any = None, **kwargs: Any) -> None:
        super().__init__(target_action=target_action, on_event=on_start, **kwargs)

    def register(self, context: Any) -> None:
        """Place the reaction after the start."""
        def note() -> None:
            for action in actions:
                context.emit(action)
        if self.targets_an_action(context):
            actions = self.reactions(context)
            self.when_started(context, note)


class OnExecutionComplete(OnProcessExit):
    """Execute actions when an action has completed; for a process, when it ends."""

    event_class = ExecutionComplete
    wanted = 'an action'
    target_class = Action
    refusal = ValueError

    def targets_an_action(self, context: Any) -> bool:
        """Whether the target is a process; the completion of another action needs a running launch."""
        if isinstance(self.target, Action) and not isinstance(self.target, ProcessAction):
            context.needs_running(f'{type(self).__name__} of a {type(self.target).__name__}')
            return False
        return super().targets_an_action(context)

    def __init__(self, *, target_action: Any = None, on_completion: Optional[Any] = None,
                 **kwargs: Any) -> None:
        super().__init__(target_action=target_action, on_exit=on_completion, **kwargs)

    def register(self, context: Any) -> None:
        """Note the reaction."""
        if hasattr(self.target, 'process_name'):
            super().register(context)
        elif self.targets_an_action(context):
            # Other actions complete at once.
            for action in self.reactions(context):
                context.emit(action)


class OnProcessIO(OnActionEventBase):
    """Execute actions when a process prints."""

    event_class = ProcessIO
    wanted = 'a process'
    target_class = ProcessAction

    def __init__(self, *, target_action: Any = None, on_stdin: Any = None, on_stdout: Any = None,
                 on_stderr: Any = None, **kwargs: Any) -> None:
        super().__init__(target_action=target_action, **kwargs)
        self._of_stream = {0: on_stdin, 1: on_stdout, 2: on_stderr}

    def handle(self, event: Any, context: Any) -> Optional[List[Any]]:
        """Call the function for the stream."""
        super().handle(event, context)
        function = self._of_stream.get(event.fd)
        return None if function is None else function(event)

    def register(self, context: Any) -> None:
        """Note that this needs a running launch."""
        context.needs_running('OnProcessIO')
