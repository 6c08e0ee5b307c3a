"""Stand-in of `nav2_common`: tools that its launch files share."""
