"""Stand-in of `interactive_markers`: markers that a user moves and clicks in RViz, and their menus."""
from .interactive_marker_server import InteractiveMarkerServer
from .menu_handler import MenuHandler

__all__ = ['InteractiveMarkerServer', 'MenuHandler']
