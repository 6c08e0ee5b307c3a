"""Stand-in of `launch_ros`: nodes, components, parameters and lifecycle in launch files."""
from . import actions, descriptions, event_handlers, events, substitutions, utilities
from .default_launch_description import get_default_launch_description

__all__ = ['actions', 'descriptions', 'event_handlers', 'events',
           'get_default_launch_description', 'substitutions', 'utilities']
