"""A substitution that has no text."""


class SubstitutionFailure(RuntimeError):
    """A substitution that has no text; the message says why."""
