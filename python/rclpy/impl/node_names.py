"""Converts the names that programs use to absolute ones."""

from __future__ import annotations

from typing import Any

from ..type_support import check_is_valid_msg_type, check_is_valid_srv_type
from ..validate_full_topic_name import validate_full_topic_name
from ..validate_topic_name import validate_topic_name
from .name_rules import expand


class NodeNames:
    """A part of :class:`rclpy.node.Node`."""

    def resolve_topic_name(self, topic: str, *, only_expand: bool = False) -> str:
        """The absolute name, remapped."""
        with self.handle:
            return self._orrery_resolve(topic, only_expand, 'topic')

    def resolve_service_name(self, service: str, *, only_expand: bool = False) -> str:
        """The absolute name, remapped."""
        with self.handle:
            return self._orrery_resolve(service, only_expand, 'service')

    def _orrery_resolve(self, name: str, only_expand: bool, kind: str) -> str:
        is_service = kind == 'service'
        validate_topic_name(name, is_service=is_service)
        full = self._orrery_expanded(name, is_service)
        validate_full_topic_name(full, is_service=is_service)
        return full if only_expand else self._orrery_remapped(full, kind)

    def _orrery_expanded(self, name: str, is_service: bool) -> str:
        del is_service
        return expand(name, self._orrery_name, self._orrery_namespace)

    def _orrery_remapped(self, full: str, kind: str) -> str:
        for arguments in self._orrery_arguments_in_force:
            for rule in arguments.remaps:
                if rule.source in ('__node', '__ns') or rule.kind not in (None, kind):
                    continue
                if rule.node not in (None, self._orrery_name):
                    continue
                if expand(rule.source, self._orrery_name, self._orrery_namespace) == full:
                    self._orrery_given.remapped(rule)
                    return expand(rule.target, self._orrery_name, self._orrery_namespace)
        return full

    def _orrery_endpoint_name(self, msg_type: Any, topic: str) -> str:
        check_is_valid_msg_type(msg_type)
        validate_topic_name(topic)
        full = self._orrery_expanded(topic, False)
        validate_full_topic_name(full)
        return self._orrery_remapped(full, 'topic')

    def _orrery_service_endpoint_name(self, srv_type: Any, name: str) -> str:
        check_is_valid_srv_type(srv_type)
        validate_topic_name(name, is_service=True)
        full = self._orrery_expanded(name, True)
        validate_full_topic_name(full, is_service=True)
        return self._orrery_remapped(full, 'service')
