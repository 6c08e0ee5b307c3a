"""Names that lists omit by default."""

HIDDEN_TOPIC_PREFIX = '_'


def topic_or_service_is_hidden(name: str) -> bool:
    """Whether a part of the name begins with an underscore."""
    return any(part.startswith(HIDDEN_TOPIC_PREFIX) for part in name.split('/') if part)
