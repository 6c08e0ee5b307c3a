"""The error of a substitution without a result."""


class SubstitutionFailure(RuntimeError):
    """A substitution has no result; the message says why."""
