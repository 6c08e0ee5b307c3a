"""Stand-in of `launch`: evaluates launch descriptions to plain data, which Orrery runs.

Nothing is started here. Actions are evaluated in upstream's order against one `LaunchContext`,
which collects their results (`LaunchContext.emit`).
"""
from . import module_aliases
from .substitution import Substitution
from .some_substitutions_type import SomeSubstitutionsType, SomeSubstitutionsType_types_tuple
from .condition import Condition
from .launch_context import LaunchContext
from .launch_description_entity import LaunchDescriptionEntity
from .action import Action
from .event import Event
from .event_handler import BaseEventHandler, EventHandler
from .launch_description import LaunchDescription
from .launch_description_source import LaunchDescriptionSource
from .launch_introspector import LaunchIntrospector
from .launch_service import LaunchService
from .some_actions_type import SomeActionsType, SomeActionsType_types_tuple
from .some_entities_type import SomeEntitiesType, SomeEntitiesType_types_tuple
from . import actions, conditions, descriptions, event_handlers, events
from . import launch_description_sources
from . import substitutions, utilities

module_aliases.install()

__all__ = [
    'Action', 'BaseEventHandler', 'Condition', 'Event', 'EventHandler', 'LaunchContext',
    'LaunchDescription', 'LaunchDescriptionEntity', 'LaunchDescriptionSource',
    'LaunchIntrospector', 'LaunchService', 'SomeActionsType', 'SomeActionsType_types_tuple',
    'SomeEntitiesType', 'SomeEntitiesType_types_tuple', 'SomeSubstitutionsType',
    'SomeSubstitutionsType_types_tuple', 'Substitution', 'actions', 'conditions',
    'descriptions', 'event_handlers', 'events', 'launch_description_sources', 'substitutions', 'utilities',
]
