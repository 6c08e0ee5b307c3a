"""Stand-in of `ros2pkg`: only its `api`, which programs import; the command is Orrery's own."""
