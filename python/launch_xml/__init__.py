"""Launch files in XML, as programs read them; those of a run Orrery reads itself."""
from launch.frontend.entity import XmlEntity as Entity
from launch.frontend.parser import XmlParser as Parser

__all__ = ['Entity', 'Parser']
