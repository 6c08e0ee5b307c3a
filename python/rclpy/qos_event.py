"""Humble's name for :mod:`rclpy.event_handler`."""

from .event_handler import (  # noqa: F401
    EventHandler, PublisherEventCallbacks, QoSEventHandler, QoSLivelinessChangedInfo,
    QoSLivelinessLostInfo, QoSMessageLostInfo, QoSOfferedDeadlineMissedInfo,
    QoSOfferedIncompatibleQoSInfo, QoSPublisherEventType, QoSRequestedDeadlineMissedInfo,
    QoSRequestedIncompatibleQoSInfo, QoSSubscriptionEventType, SubscriptionEventCallbacks,
    UnsupportedEventTypeError)
