"""Stand-in of `ros2component`: what loads components into containers."""
