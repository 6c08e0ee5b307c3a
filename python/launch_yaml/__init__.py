"""Stand-in of `launch_yaml`: the names; Orrery reads YAML itself."""
