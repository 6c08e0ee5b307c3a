"""Stand-in of `ros2param`: only its `api`, which programs import; the command is Orrery's own."""
