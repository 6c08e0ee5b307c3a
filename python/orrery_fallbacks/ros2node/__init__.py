"""Stand-in of `ros2node`: only its `api`, which programs import; the command is Orrery's own."""
