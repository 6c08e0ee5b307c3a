"""Small stand-ins of third-party packages, used only if those are not installed."""
