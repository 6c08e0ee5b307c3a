"""Stand-in of `launch_xml`: the names; Orrery reads XML itself."""
