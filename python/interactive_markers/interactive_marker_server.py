"""Keeps markers, tells clients how they change, and calls the program when a client moves or clicks one."""
from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Callable, Dict, Optional

from builtin_interfaces.msg import Time
from rclpy.duration import Duration
from rclpy.qos import QoSProfile
from std_msgs.msg import Header
from visualization_msgs.msg import (
    InteractiveMarker, InteractiveMarkerFeedback, InteractiveMarkerPose, InteractiveMarkerUpdate)
from visualization_msgs.srv import GetInteractiveMarkers

Feedback = Callable[[InteractiveMarkerFeedback], Any]

#: For so long after the feedback of one client, that of others to the same marker is ignored.
_OF_ONE_CLIENT = Duration(seconds=1.0)


@dataclass
class _Callbacks:
    """What is called when a client does something with a marker."""

    int_marker: InteractiveMarker = field(default_factory=InteractiveMarker)
    default_feedback_callback: Optional[Feedback] = None
    feedback_callbacks: Dict[int, Feedback] = field(default_factory=dict)

    def set(self, callback: Optional[Feedback], kind: int) -> None:
        """Replace one; without a callback, remove it."""
        if kind == InteractiveMarkerServer.DEFAULT_FEEDBACK_CALLBACK:
            self.default_feedback_callback = callback
        elif callback:
            self.feedback_callbacks[kind] = callback
        else:
            self.feedback_callbacks.pop(kind, None)


@dataclass
class MarkerContext(_Callbacks):
    """A marker that clients know."""

    last_feedback: Any = None
    last_client_id: str = ''


@dataclass
class UpdateContext(_Callbacks):
    """A change that clients do not know yet."""

    FULL_UPDATE = 0
    POSE_UPDATE = 1
    ERASE = 2

    update_type: int = FULL_UPDATE


class InteractiveMarkerServer:
    """Markers of one namespace; what `insert`, `erase`, `setPose` change is told to clients by `applyChanges`."""

    DEFAULT_FEEDBACK_CALLBACK = 255

    def __init__(self, node: Any, namespace: str, *, update_pub_qos: Any = QoSProfile(depth=100),
                 feedback_sub_qos: Any = QoSProfile(depth=1)) -> None:
        self.node = node
        self.namespace = namespace
        self.seq_num = 0
        self.mutex = Lock()
        self.marker_contexts: Dict[str, MarkerContext] = {}
        self.pending_updates: Dict[str, UpdateContext] = {}
        self.get_interactive_markers_srv = node.create_service(
            GetInteractiveMarkers, f'{namespace}/get_interactive_markers', self.getInteractiveMarkersCallback)
        self.update_pub = node.create_publisher(InteractiveMarkerUpdate, f'{namespace}/update', update_pub_qos)
        self.feedback_sub = node.create_subscription(
            InteractiveMarkerFeedback, f'{namespace}/feedback', self.processFeedback, feedback_sub_qos)

    def __len__(self) -> int:
        return len(self.marker_contexts)

    def __bool__(self) -> bool:
        return True

    def __del__(self) -> None:
        self.shutdown()

    def size(self) -> int:
        """How many markers clients know."""
        return len(self)

    def empty(self) -> bool:
        """Whether clients know none."""
        return not self.marker_contexts

    def shutdown(self) -> None:
        """Erase all markers, and destroy the entities of the server."""
        # Once the context is shut down, nobody can be told.
        if self.node.context.ok():
            self.clear()
            self.applyChanges()
        service, publisher, subscription = self.get_interactive_markers_srv, self.update_pub, self.feedback_sub
        self.get_interactive_markers_srv = self.update_pub = self.feedback_sub = None
        if service is not None:
            self.node.destroy_service(service)
        if publisher is not None:
            self.node.destroy_publisher(publisher)
        if subscription is not None:
            self.node.destroy_subscription(subscription)

    def insert(self, marker: InteractiveMarker, *, feedback_callback: Optional[Feedback] = None,
               feedback_type: int = DEFAULT_FEEDBACK_CALLBACK) -> None:
        """Add a marker, or replace that of its name. The callback is replaced at once."""
        with self.mutex:
            update = self.pending_updates.setdefault(marker.name, UpdateContext())
            update.update_type = UpdateContext.FULL_UPDATE
            update.int_marker = marker
        if feedback_callback is not None:
            self.setCallback(marker.name, feedback_callback, feedback_type)

    def setPose(self, name: str, pose: Any, header: Optional[Header] = None) -> bool:  # noqa: N802
        """Move a marker, and give it another header if that has a frame; False unless clients know the marker."""
        with self.mutex:
            marker, update = self.marker_contexts.get(name), self.pending_updates.get(name)
            if marker is None or update is not None and update.update_type == UpdateContext.FULL_UPDATE:
                return False
            self._move(name, pose, header if header and header.frame_id else marker.int_marker.header)
            return True

    def erase(self, name: str) -> bool:
        """Remove a marker; False if there is none of this name."""
        with self.mutex:
            if name not in self.pending_updates and name not in self.marker_contexts:
                return False
            self.pending_updates.setdefault(name, UpdateContext()).update_type = UpdateContext.ERASE
            return True

    def clear(self) -> None:
        """Remove all markers."""
        self.pending_updates = {}
        for name in self.marker_contexts:
            self.erase(name)

    def setCallback(self, name: str, feedback_callback: Optional[Feedback],  # noqa: N802
                    feedback_type: int = DEFAULT_FEEDBACK_CALLBACK) -> bool:
        """Call this for feedback of a type, or for all that has no callback of its own; False if there is no marker."""
        with self.mutex:
            found = [each for each in (self.marker_contexts.get(name), self.pending_updates.get(name)) if each]
            for each in found:
                each.set(feedback_callback, feedback_type)
            return bool(found)

    def applyChanges(self) -> None:  # noqa: N802
        """Tell clients what has changed since the last call, if anything has."""
        with self.mutex:
            if not self.pending_updates:
                return
            message = InteractiveMarkerUpdate(type=InteractiveMarkerUpdate.UPDATE)
            for name, update in self.pending_updates.items():
                self._apply(name, update, message)
            self.pending_updates = {}
        self.seq_num += 1
        self.publish(message)

    def _apply(self, name: str, update: UpdateContext, message: InteractiveMarkerUpdate) -> None:
        context = self.marker_contexts.get(name)
        if update.update_type == UpdateContext.FULL_UPDATE:
            if context is None:
                context = self.marker_contexts[name] = MarkerContext(
                    default_feedback_callback=update.default_feedback_callback,
                    feedback_callbacks=update.feedback_callbacks, last_feedback=self.node.get_clock().now())
            context.int_marker = update.int_marker
            message.markers.append(context.int_marker)
        elif context is None:
            return
        elif update.update_type == UpdateContext.POSE_UPDATE:
            marker = context.int_marker
            marker.pose, marker.header = update.int_marker.pose, update.int_marker.header
            message.poses.append(InteractiveMarkerPose(header=marker.header, pose=marker.pose, name=marker.name))
        else:
            del self.marker_contexts[name]
            message.erases.append(name)

    def get(self, name: str) -> Optional[InteractiveMarker]:
        """A marker with what has changed of it; None if there is none of this name."""
        context, update = self.marker_contexts.get(name), self.pending_updates.get(name)
        if update is None:
            return context and context.int_marker
        if update.update_type == UpdateContext.FULL_UPDATE:
            return update.int_marker
        if update.update_type == UpdateContext.ERASE or context is None:
            return None
        context.int_marker.pose = update.int_marker.pose
        return context.int_marker

    def processFeedback(self, feedback: InteractiveMarkerFeedback) -> None:  # noqa: N802
        """Move a marker as a client has moved it, call the program, and tell all clients."""
        with self.mutex:
            context = self.marker_contexts.get(feedback.marker_name)
            if context is None:
                return
            now = self.node.get_clock().now()
            if context.last_client_id != feedback.client_id and now - context.last_feedback < _OF_ONE_CLIENT:
                self.node.get_logger().debug(
                    f"Ignoring feedback of client '{feedback.client_id}' for '{feedback.marker_name}', which another "
                    'client has changed within the last second')
                return
            context.last_feedback, context.last_client_id = now, feedback.client_id
            if feedback.event_type == InteractiveMarkerFeedback.POSE_UPDATE:
                header = context.int_marker.header
                # A marker without a time stays at rest in its own frame.
                self._move(feedback.marker_name, feedback.pose, header if header.stamp == Time() else feedback.header)
        callback = context.feedback_callbacks.get(feedback.event_type, context.default_feedback_callback)
        if callback is not None:
            callback(feedback)
        self.applyChanges()

    def publish(self, update: InteractiveMarkerUpdate) -> None:
        """Send a message with the number of the last change."""
        update.seq_num = self.seq_num
        self.update_pub.publish(update)

    def getInteractiveMarkersCallback(self, request: Any, response: Any) -> Any:  # noqa: N802
        """Answer a client that asks for all markers."""
        with self.mutex:
            response.sequence_number = self.seq_num
            response.markers.extend(context.int_marker for context in self.marker_contexts.values())
            return response

    def _move(self, name: str, pose: Any, header: Header) -> None:
        update = self.pending_updates.setdefault(name, UpdateContext(update_type=UpdateContext.POSE_UPDATE))
        if update.update_type != UpdateContext.FULL_UPDATE:
            update.update_type = UpdateContext.POSE_UPDATE
        update.int_marker.pose, update.int_marker.header = pose, header
