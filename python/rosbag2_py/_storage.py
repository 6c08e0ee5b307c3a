"""Upstream's module for storage; many programs take its classes from here."""
from .bag_qos import (
    Duration, QoS, convert_rclcpp_qos_to_rclpy_qos, rmw_qos_durability_policy_t, rmw_qos_history_policy_t,
    rmw_qos_liveliness_policy_t, rmw_qos_reliability_policy_t, to_rclcpp_qos_vector)
from .metadata import BagMetadata, FileInformation, MessageDefinition, TopicInformation, TopicMetadata
from .metadata_io import MetadataIo
from .options import ConverterOptions, ReadOrder, ReadOrderSortBy, StorageFilter, StorageOptions


def get_default_storage_id() -> str:
    """The storage of recordings that do not specify one."""
    return 'mcap'


__all__ = [
    'BagMetadata', 'ConverterOptions', 'Duration', 'FileInformation', 'MessageDefinition', 'MetadataIo', 'QoS',
    'ReadOrder', 'ReadOrderSortBy', 'StorageFilter', 'StorageOptions', 'TopicInformation', 'TopicMetadata',
    'convert_rclcpp_qos_to_rclpy_qos', 'get_default_storage_id', 'rmw_qos_durability_policy_t',
    'rmw_qos_history_policy_t', 'rmw_qos_liveliness_policy_t', 'rmw_qos_reliability_policy_t', 'to_rclcpp_qos_vector',
]
