"""Stand-in of `nav2_common`: what its launch files share."""
