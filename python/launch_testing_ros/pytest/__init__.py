"""The plugin of pytest for launch tests of ROS 2."""
