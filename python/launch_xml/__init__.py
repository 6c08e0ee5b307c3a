"""Launch files in XML for programs; Orrery itself reads those of a run."""
from launch.frontend.entity import XmlEntity as Entity
from launch.frontend.parser import XmlParser as Parser

__all__ = ['Entity', 'Parser']
