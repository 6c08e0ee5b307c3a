"""Stand-in of `ros2service`: only its `api`, which programs import; the command is Orrery's own."""
