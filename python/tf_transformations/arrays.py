"""Makes numpy arrays if numpy is installed."""
from __future__ import annotations

from typing import Any, List

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

EPSILON = 4.0 * 2.220446049250313e-16


def array_of(values: List[float]) -> Any:
    """A vector: numpy's if numpy is installed, otherwise a list."""
    return list(values) if numpy is None else numpy.array(values, dtype=float)


def need_numpy() -> Any:
    """numpy. Raises ImportError if it is not installed."""
    if numpy is None:
        raise ImportError('the matrices of tf_transformations need numpy; install it '
                          '(pip install numpy)')
    return numpy


def matrix_of(values: Any) -> Any:
    """A new matrix of floats."""
    return need_numpy().array(values, dtype=float)
