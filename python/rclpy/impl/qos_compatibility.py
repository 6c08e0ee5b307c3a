"""Whether a subscription receives what a publisher offers, and why not."""

from __future__ import annotations

from typing import Any

from ..duration import Duration
from ..qos import DurabilityPolicy, LivelinessPolicy, QoSCompatibility, ReliabilityPolicy


def compare(offer: Any, request: Any) -> tuple[QoSCompatibility, str]:
    """The worst compatibility found, and all reasons for it."""
    errors = [text for text in _errors(offer, request) if text]
    if errors:
        return QoSCompatibility.ERROR, ''.join(f'ERROR: {text};' for text in errors)
    warnings = [text for text in _warnings(offer, request) if text]
    if warnings:
        return QoSCompatibility.WARNING, ''.join(f'WARNING: {text};' for text in warnings)
    return QoSCompatibility.OK, ''


def _errors(offer: Any, request: Any) -> list[str]:
    found = []
    best_effort = ReliabilityPolicy.BEST_EFFORT
    if offer.reliability == best_effort and request.reliability == ReliabilityPolicy.RELIABLE:
        found.append('Best effort publisher and reliable subscription')
    volatile = DurabilityPolicy.VOLATILE
    transient = DurabilityPolicy.TRANSIENT_LOCAL
    if offer.durability == volatile and request.durability == transient:
        found.append('Volatile publisher and transient local subscription')
    found += _durations('deadline', 'Deadline', offer.deadline, request.deadline)
    automatic = LivelinessPolicy.AUTOMATIC
    manual = LivelinessPolicy.MANUAL_BY_TOPIC
    if offer.liveliness == automatic and request.liveliness == manual:
        found.append("Publisher's liveliness is automatic and subscription's is manual by topic")
    found += _durations('liveliness lease duration', 'Liveliness lease duration',
                        offer.liveliness_lease_duration, request.liveliness_lease_duration)
    return found


def _durations(name: str, _title: str, offer: Duration, request: Duration) -> list[str]:
    none = Duration()
    if request == none:
        return []
    if offer == none:
        return [f'Subscription has a {name}, but publisher does not']
    if offer > request:
        return [f"Subscription's {name} is less than publisher's {name}"]
    return []


def _warnings(offer: Any, request: Any) -> list[str]:
    found = []
    unsure = (ReliabilityPolicy.SYSTEM_DEFAULT, ReliabilityPolicy.UNKNOWN)
    if offer.reliability in unsure and request.reliability == ReliabilityPolicy.RELIABLE:
        found.append(f'Publisher reliability is {_name(offer.reliability)} and subscription is '
                     'reliable')
    best_effort = ReliabilityPolicy.BEST_EFFORT
    if offer.reliability == best_effort and request.reliability in unsure:
        found.append('Publisher is best effort and subscription reliability is '
                     f'{_name(request.reliability)}')
    if offer.reliability in unsure and request.reliability in unsure:
        found.append(f'Publisher reliability is {_name(offer.reliability)} and subscription '
                     f'reliability is {_name(request.reliability)}')
    unsure_d = (DurabilityPolicy.SYSTEM_DEFAULT, DurabilityPolicy.UNKNOWN)
    if offer.durability in unsure_d and request.durability == DurabilityPolicy.TRANSIENT_LOCAL:
        found.append(f'Publisher durability is {_name(offer.durability)} and subscription is '
                     'transient local')
    if offer.durability == DurabilityPolicy.VOLATILE and request.durability in unsure_d:
        found.append('Publisher is volatile and subscription durability is '
                     f'{_name(request.durability)}')
    if offer.durability in unsure_d and request.durability in unsure_d:
        found.append(f'Publisher durability is {_name(offer.durability)} and subscription '
                     f'durability is {_name(request.durability)}')
    return found


def _name(policy: Any) -> str:
    return str(policy.name).lower()
