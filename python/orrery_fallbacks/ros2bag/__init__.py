"""Stand-in of `ros2bag`: only its `api`, which programs import; the command is Orrery's own."""
