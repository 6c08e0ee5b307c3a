"""Launch files in YAML, as programs read them; those of a run Orrery reads itself."""
from launch.frontend.entity import YamlEntity as Entity
from launch.frontend.parser import YamlParser as Parser

__all__ = ['Entity', 'Parser']
