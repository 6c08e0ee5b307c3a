"""Stand-in of `laser_geometry`."""
from .laser_geometry import LaserProjection

__all__ = ['LaserProjection']
