"""Stand-in of `ros2topic`: only its `api`, which programs import; the command is Orrery's own."""
