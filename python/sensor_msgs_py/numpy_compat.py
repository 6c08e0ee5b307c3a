"""Conversions between structured and plain arrays, under upstream's name."""
from numpy.lib.recfunctions import structured_to_unstructured, unstructured_to_structured

__all__ = ['structured_to_unstructured', 'unstructured_to_structured']
