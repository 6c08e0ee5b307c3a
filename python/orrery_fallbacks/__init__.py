"""Stand-ins of packages, used only if those are neither installed nor in the workspace."""
