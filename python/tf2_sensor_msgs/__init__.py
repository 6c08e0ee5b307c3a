"""Stand-in of `tf2_sensor_msgs`: transforms point clouds; requires numpy."""
from .tf2_sensor_msgs import do_transform_cloud, transform_points

__all__ = ['do_transform_cloud', 'transform_points']
