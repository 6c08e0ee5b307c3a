"""Stand-in of `rosidl_adapter`: its parser of `.msg`, `.srv` and `.action` texts."""
