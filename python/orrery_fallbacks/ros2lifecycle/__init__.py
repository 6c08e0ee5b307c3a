"""Stand-in of `ros2lifecycle`: only its `api`, which programs import; the command is Orrery's own."""
