"""The Python part of `test_msgs`; its interfaces are made from definitions."""
