"""The base of all actions."""
from __future__ import annotations

from typing import Any, List, Optional

from .condition import Condition
from .given_values import READS
from .launch_description_entity import LaunchDescriptionEntity
from .place import place_of_caller


class Action(LaunchDescriptionEntity):
    """Something that a launch does, unless its condition is false."""

    #: Whether the action may declare arguments that are unknown until it is executed.
    may_declare = False
    #: Whether a condition excludes it.
    is_left_out = False

    #: Whether it has completed as soon as it was executed.
    completes_at_once = True

    def __init__(self, *, condition: Optional[Condition] = None) -> None:
        self.__condition = condition
        #: Where the action was written.
        self.place = place_of_caller()

    @staticmethod
    def parse(entity: Any, parser: Any) -> Any:
        """The arguments that every action in an XML or YAML file has."""
        from .conditions import IfCondition, UnlessCondition

        kwargs = {}
        given = [(kind, entity.get_attr(name, optional=True))
                 for kind, name in ((IfCondition, 'if'), (UnlessCondition, 'unless'))]
        if all(value is not None for _, value in given):
            raise RuntimeError('if and unless conditions cannot be used simultaneously')
        for kind, value in given:
            if value is not None:
                kwargs['condition'] = kind(parser.parse_substitution(str(value)))
        return Action, kwargs

    @property
    def condition(self) -> Optional[Condition]:
        """The condition, if there is one."""
        return self.__condition

    def describe(self) -> str:
        """The action as text, for people."""
        return type(self).__name__

    def get_sub_entities(self) -> List[LaunchDescriptionEntity]:
        """The entities in this one, whether it is executed or not."""
        return []

    def describe_sub_entities(self) -> List[LaunchDescriptionEntity]:
        """The entities in this one, if it has no condition."""
        return self.get_sub_entities() if self.__condition is None else []

    def describe_conditional_sub_entities(self) -> List[Any]:
        """The entities in this one, if it has a condition."""
        inner = self.get_sub_entities()
        if self.__condition is None or not inner:
            return []
        return [(f'Conditionally included by {self.describe()}', inner)]

    def visit(self, context: Any) -> Optional[List[LaunchDescriptionEntity]]:
        """Execute if the condition holds."""
        if self.__condition is None or self.__condition.evaluate(context):
            try:
                entities = self.carry_out(context)
            except Exception as error:
                # The innermost action that raised an error provides the place.
                if not hasattr(error, 'launch_place'):
                    error.launch_place = self.place  # type: ignore[attr-defined]
                raise
            if self.completes_at_once:
                self.complete(context)
            return entities
        self.leave_out()
        return None

    def complete(self, context: Any) -> None:
        """Tell the handlers of a running launch, if any wait for it, that the action has completed."""
        from .events import ExecutionComplete

        event = ExecutionComplete(action=self)
        if context.running is not None and context.would_handle_event(event):
            context.running.emit(event)

    def carry_out(self, context: Any) -> Optional[List[LaunchDescriptionEntity]]:
        """Carry out the visit: `execute`, unless Orrery has a shorter way than upstream."""
        return self.execute(context)

    def leave_out(self) -> None:
        """Note what an excluded action would have declared."""
        self.is_left_out = True
        READS.may_declare_more |= self.may_declare
        for entity in self.get_sub_entities():
            if isinstance(entity, Action):
                entity.leave_out()

    def execute(self, context: Any) -> Optional[List[LaunchDescriptionEntity]]:
        """Execute the action; returns further entities."""
        return None
