"""Stand-in of `rosidl_parser`: the types that describe interfaces."""
