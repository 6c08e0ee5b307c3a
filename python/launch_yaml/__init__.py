"""Launch files in YAML for programs; Orrery itself reads those of a run."""
from launch.frontend.entity import YamlEntity as Entity
from launch.frontend.parser import YamlParser as Parser

__all__ = ['Entity', 'Parser']
