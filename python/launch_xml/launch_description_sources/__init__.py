"""Launch files in XML."""
from launch.launch_description_sources import XMLLaunchDescriptionSource

__all__ = ['XMLLaunchDescriptionSource']
