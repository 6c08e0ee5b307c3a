"""Commands of `ros2` as programs of a run, for launch files and programs that start them."""
