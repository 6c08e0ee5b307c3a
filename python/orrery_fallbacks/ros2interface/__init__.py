"""Stand-in of `ros2interface`: only its `api`, which programs import; the command is Orrery's own."""
