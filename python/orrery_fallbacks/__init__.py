"""Small stand-ins of packages of others, used only where those are not installed."""
