"""Humble's name for :mod:`rclpy.event_handler`."""

from .event_handler import (  # noqa: F401
    EventHandler, IncompatibleTypeInfo, PublisherEventCallbacks, QoSEventHandler,
    QoSLivelinessChangedInfo, QoSLivelinessLostInfo, QoSMessageLostInfo,
    QoSOfferedDeadlineMissedInfo, QoSOfferedIncompatibleQoSInfo, QoSPublisherEventType,
    QoSPublisherMatchedInfo, QoSRequestedDeadlineMissedInfo, QoSRequestedIncompatibleQoSInfo,
    QoSSubscriptionEventType, QoSSubscriptionMatchedInfo, SubscriptionEventCallbacks,
    UnsupportedEventTypeError)
