"""Stand-in of `ros2cli`: the nodes that the commands of ROS 2 ask with. The commands are Orrery's own."""
