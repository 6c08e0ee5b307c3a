"""Stand-in of `ros2action`: only its `api`, which programs import; the command is Orrery's own."""
