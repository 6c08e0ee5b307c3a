"""In which distributions upstream behaves differently."""

from __future__ import annotations

from orrery_guest.guest import guest

_SINCE_KILTED = ('kilted', 'lyrical', 'rolling')
_SINCE_LYRICAL = ('lyrical', 'rolling')


def since_iron() -> bool:
    """Whether the run's distribution is Iron or newer."""
    return guest.options.get('distro') != 'humble'


def since_jazzy() -> bool:
    """Whether the run's distribution is Jazzy or newer."""
    return guest.options.get('distro') not in ('humble', 'iron')


def since_kilted() -> bool:
    """Whether the run's distribution is Kilted or newer."""
    return guest.options.get('distro') in _SINCE_KILTED


def since_lyrical() -> bool:
    """Whether the run's distribution is Lyrical or newer."""
    return guest.options.get('distro') in _SINCE_LYRICAL
