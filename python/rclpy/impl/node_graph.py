"""A node's queries about the graph."""

from __future__ import annotations

from typing import Any

from orrery_guest.repeated_questions import ask

from ..expand_topic_name import expand_topic_name
from ..validate_full_topic_name import validate_full_topic_name
from .native import NodeNameNonExistentError

NamesAndTypes = list[tuple[str, list[str]]]


class NodeGraph:
    """A part of :class:`rclpy.node.Node`."""

    def _orrery_ask(self, question: str, *words: str) -> Any:
        domain = self.context.get_domain_id()
        return ask(question, *words, domain=domain)

    def _orrery_of_node(self, question: str, name: str, namespace: str) -> NamesAndTypes:
        with self.handle:
            answer = self._orrery_ask(question, name, namespace or '/')
        if answer is None:
            raise NodeNameNonExistentError(
                f'cannot get names and types for nonexistent node: {namespace}/{name}')
        return [(topic, types) for topic, types in answer]

    def get_publisher_names_and_types_by_node(
        self, node_name: str, node_namespace: str, no_demangle: bool = False
    ) -> NamesAndTypes:
        """The topics that a node publishes, with their types."""
        return self._orrery_of_node('publishers_of_node', node_name, node_namespace)

    def get_subscriber_names_and_types_by_node(
        self, node_name: str, node_namespace: str, no_demangle: bool = False
    ) -> NamesAndTypes:
        """The topics to which a node subscribes, with their types."""
        return self._orrery_of_node('subscriptions_of_node', node_name, node_namespace)

    def get_service_names_and_types_by_node(
        self, node_name: str, node_namespace: str
    ) -> NamesAndTypes:
        """The services that a node offers, with their types."""
        return self._orrery_of_node('services_of_node', node_name, node_namespace)

    def get_client_names_and_types_by_node(
        self, node_name: str, node_namespace: str
    ) -> NamesAndTypes:
        """The services that a node uses, with their types."""
        return self._orrery_of_node('clients_of_node', node_name, node_namespace)

    def get_topic_names_and_types(self, no_demangle: bool = False) -> NamesAndTypes:
        """All topics with their types."""
        with self.handle:
            return [(name, types) for name, types in self._orrery_ask('topics')]

    def get_service_names_and_types(self) -> NamesAndTypes:
        """All services with their types, also those that only have clients."""
        with self.handle:
            return [(name, types) for name, types in self._orrery_ask('services')]

    def get_action_names_and_types(self) -> NamesAndTypes:
        """All actions with their types."""
        from ..action.graph import get_action_names_and_types

        return get_action_names_and_types(self)

    def get_action_client_names_and_types_by_node(
        self, remote_node_name: str, remote_node_namespace: str
    ) -> NamesAndTypes:
        """The actions that a node uses, with their types."""
        from ..action.graph import get_action_client_names_and_types_by_node

        return get_action_client_names_and_types_by_node(
            self, remote_node_name, remote_node_namespace)

    def get_action_server_names_and_types_by_node(
        self, remote_node_name: str, remote_node_namespace: str
    ) -> NamesAndTypes:
        """The actions that a node offers, with their types."""
        from ..action.graph import get_action_server_names_and_types_by_node

        return get_action_server_names_and_types_by_node(
            self, remote_node_name, remote_node_namespace)

    def get_node_names(self) -> list[str]:
        """Names of all nodes."""
        return [name for name, _ in self.get_node_names_and_namespaces()]

    def get_fully_qualified_node_names(self) -> list[str]:
        """Fully qualified names of all nodes."""
        return [f'{"" if space == "/" else space}/{name}'
                for name, space in self.get_node_names_and_namespaces()]

    def get_node_names_and_namespaces(self) -> list[tuple[str, str]]:
        """Names and namespaces of all nodes."""
        with self.handle:
            return [(name, space) for name, space in self._orrery_ask('nodes')]

    def get_node_names_and_namespaces_with_enclaves(self) -> list[tuple[str, str, str]]:
        """Names, namespaces and enclaves of all nodes."""
        return [(*each, '/') for each in self.get_node_names_and_namespaces()]

    def count_publishers(self, topic_name: str) -> int:
        """How many publishers a topic has."""
        return self._orrery_count('count_publishers', topic_name)

    def count_subscribers(self, topic_name: str) -> int:
        """How many subscriptions a topic has."""
        return self._orrery_count('count_subscribers', topic_name)

    def count_clients(self, service_name: str) -> int:
        """How many clients a service has."""
        return self._orrery_count('count_clients', service_name, is_service=True)

    def count_services(self, service_name: str) -> int:
        """How many servers a service has."""
        return self._orrery_count('count_services', service_name, is_service=True)

    def _orrery_count(self, question: str, name: str, is_service: bool = False) -> int:
        full = self._orrery_full(name, is_service)
        with self.handle:
            return self._orrery_ask(question, full)

    def _orrery_full(self, name: str, is_service: bool = False) -> str:
        full = expand_topic_name(name, self.get_name(), self.get_namespace())
        validate_full_topic_name(full, is_service=is_service)
        return full

    def get_publishers_info_by_topic(self, topic_name: str, no_mangle: bool = False) -> list[Any]:
        """The publishers of a topic."""
        return self._orrery_infos('publishers_info', topic_name, no_mangle)

    def get_subscriptions_info_by_topic(
        self, topic_name: str, no_mangle: bool = False
    ) -> list[Any]:
        """The subscriptions of a topic."""
        return self._orrery_infos('subscriptions_info', topic_name, no_mangle)

    def _orrery_infos(self, question: str, topic: str, no_mangle: bool) -> list[Any]:
        from ..topic_endpoint_info import TopicEndpointInfo

        full = topic if no_mangle else self._orrery_remapped(self._orrery_full(topic), 'topic')
        with self.handle:
            answers = self._orrery_ask(question, full)
            return [TopicEndpointInfo.from_answer(each) for each in answers]

    def get_clients_info_by_service(
        self, service_name: str, no_mangle: bool = False
    ) -> list[Any]:
        """The clients of a service."""
        return self._orrery_service_infos('clients_info', service_name, no_mangle)

    def get_servers_info_by_service(
        self, service_name: str, no_mangle: bool = False
    ) -> list[Any]:
        """The servers of a service."""
        return self._orrery_service_infos('servers_info', service_name, no_mangle)

    def _orrery_service_infos(self, question: str, service: str, no_mangle: bool) -> list[Any]:
        from ..endpoint_info import ServiceEndpointInfo

        full = service
        if not no_mangle:
            full = self._orrery_remapped(self._orrery_full(service, True), 'service')
        with self.handle:
            answers = self._orrery_ask(question, full)
            return [ServiceEndpointInfo.from_answer(each) for each in answers]

    def wait_for_node(self, fully_qualified_node_name: str, timeout: float) -> bool:
        """Waits until a node with this name exists; False after the timeout."""
        import time

        if not fully_qualified_node_name.startswith('/'):
            fully_qualified_node_name = f'/{fully_qualified_node_name}'
        end = time.monotonic() + timeout
        while True:
            if fully_qualified_node_name in self.get_fully_qualified_node_names():
                return True
            if time.monotonic() >= end or not self.context.ok():
                return False
            time.sleep(0.1)
