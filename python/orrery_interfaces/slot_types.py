"""The `SLOT_TYPES` of a field, as objects of `rosidl_parser.definition`."""
from __future__ import annotations

from typing import Any

from rosidl_parser import definition

from .definition import FieldType


def _element_type(type_: FieldType) -> Any:
    if type_.nested:
        package, kind, name = type_.nested.split('/')
        return definition.NamespacedType([package, kind], name)
    if type_.scalar:
        return definition.BasicType(type_.scalar.idl)
    wide = type_.primitive == 'wstring'
    if type_.string_bound is not None:
        bounded = definition.BoundedWString if wide else definition.BoundedString
        return bounded(type_.string_bound)
    return definition.UnboundedWString() if wide else definition.UnboundedString()


def slot_type(type_: FieldType) -> Any:
    """The type of a field."""
    element = _element_type(type_)
    if type_.array == 'fixed':
        return definition.Array(element, type_.size)
    if type_.array == 'bounded':
        return definition.BoundedSequence(element, type_.size)
    return definition.UnboundedSequence(element) if type_.array else element
