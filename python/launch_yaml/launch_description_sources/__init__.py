"""Launch files in YAML."""
from launch.launch_description_sources import YAMLLaunchDescriptionSource

__all__ = ['YAMLLaunchDescriptionSource']
