"""Stand-in of `ros2launch`: what finds and launches launch files of packages."""
