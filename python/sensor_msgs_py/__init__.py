"""Stand-in of `sensor_msgs_py`: point clouds as arrays; requires numpy."""
