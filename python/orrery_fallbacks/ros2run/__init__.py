"""Stand-in of `ros2run`: what starts programs of packages."""
