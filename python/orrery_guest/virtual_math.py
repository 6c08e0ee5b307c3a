"""``math`` with the same bits on every machine.

CPython delegates most functions to the C library. glibc computes nearly all of them with the same
bits on every processor with fused multiply-add (x86-64 since 2013, aarch64); the others are
computed here from those. If the C library computes other bits, calls of its functions are
reported.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterator
from math import ldexp, log1p, sqrt
from struct import pack
from typing import Any

from . import audit
from .guest import guest
from .native_functions import like_native

_LN2 = 0.6931471805599453
_SQRT_PI = 1.772453850905516
#: How many values of a function are compared, by the checksum of glibc's results.
_SAMPLES = 256


def install() -> None:
    """Replaces what differs between processors; must be called before anything imports it."""
    for function in (acosh, cbrt, exp2, erf, erfc):
        original = getattr(math, function.__name__, None)
        if original is not None:  # missing in older versions of Python
            _replace(function.__name__, function, original)
    if all(checksum(name) == expected for name, expected in CHECKSUMS.items()):
        return
    # Functions that agree in the samples may differ elsewhere.
    for name in CHECKSUMS:
        original = getattr(math, name)
        _replace(name, _reporting(name, original), original)


def _replace(name: str, function: Callable[..., float], original: Callable[..., float]) -> None:
    function.__doc__ = original.__doc__
    setattr(math, name, like_native('math', name, function))


def _reporting(name: str, original: Callable[..., float]) -> Callable[..., float]:
    def call(*values: Any) -> float:
        # Computations before the program begins come from the standard library's own modules.
        if guest.connected:
            audit.report('machine', f'math.{name}() of this C library')
        return original(*values)

    return call


#: CRC-32 of what glibc computes for :func:`samples`.
CHECKSUMS: dict[str, int] = {
    'sin': 0x89678516,
    'cos': 0xA3A351FA,
    'tan': 0xF3EF2A22,
    'asin': 0xA692E6A0,
    'acos': 0xF5C32521,
    'atan': 0x310714DC,
    'atan2': 0x1AE93F4C,
    'sinh': 0x1D1694FE,
    'cosh': 0x8F1E1F21,
    'tanh': 0x47B439F5,
    'asinh': 0x2882FB85,
    'atanh': 0x8DFFFA2D,
    'exp': 0xF5CA50FD,
    'expm1': 0x343A68B7,
    'log': 0x57C9CFFF,
    'log2': 0x16710AF1,
    'log10': 0x7B7910CA,
    'log1p': 0x2BB72927,
    'pow': 0x3CAE72C1,
}


def samples() -> Iterator[tuple[float, float]]:
    """Pairs of numbers in (0, 1), always the same."""
    state = 1
    for _ in range(_SAMPLES):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        first = (state >> 11) / 2**53
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield first, (state >> 11) / 2**53


def checksum(name: str) -> int:
    """CRC-32 of what this machine's C library computes."""
    function = getattr(math, name)
    if name in ('atan2', 'pow'):
        values = [function(20.0 * a, 8.0 * b - 4.0) for a, b in samples()]
    elif name in ('asin', 'acos', 'atanh'):
        values = [function(2.0 * a - 1.0) for a, _ in samples()]
    elif name in ('log', 'log2', 'log10', 'log1p'):
        values = [function(ldexp(a + 0.5, int(b * 40.0) - 20)) for a, b in samples()]
    else:
        values = [function((40.0 * a - 20.0) * b) for a, b in samples()]
    return zlib.crc32(pack(f'<{len(values)}d', *values))


def _real(x: Any) -> float:
    """The number as which ``math`` would take ``x``; raises its error otherwise."""
    return x if x.__class__ is float else ldexp(x, 0)


_acosh = math.acosh


def acosh(x: Any, /) -> float:
    x = _real(x)
    if not 1.0 <= x < math.inf:
        return _acosh(x)  # raises the real function's error
    if x > 268435456.0:
        return math.log(x) + _LN2
    t = x - 1.0
    return log1p(t + sqrt(2.0 * t + t * t))


def cbrt(x: Any, /) -> float:
    x = _real(x)
    size = abs(x)
    if not 0.0 < size < math.inf:
        return x
    root = size ** (1.0 / 3.0)
    root += (size / (root * root) - root) / 3.0
    return math.copysign(root, x)


def exp2(x: Any, /) -> float:
    x = _real(x)
    try:
        return 2.0**x
    except OverflowError:
        raise OverflowError('math range error') from None


def erf(x: Any, /) -> float:
    x = _real(x)
    if not abs(x) >= 1.25:
        return _erf_series(x)
    return math.copysign(1.0 - _erfc_fraction(abs(x)), x)


def erfc(x: Any, /) -> float:
    x = _real(x)
    if not abs(x) >= 1.25:
        return 1.0 - _erf_series(x)
    value = _erfc_fraction(abs(x))
    return 2.0 - value if x < 0.0 else value


def _erf_series(x: float) -> float:
    """e^(-x²) · x · (2 + x²/1.5 · (2 + x²/2.5 · …)) / √π, for |x| < 1.25."""
    square = x * x
    value = 0.0
    for n in range(25, 0, -1):
        value = 2.0 + square * value / (n + 0.5)
    return value * x * math.exp(-square) / _SQRT_PI


def _erfc_fraction(x: float) -> float:
    """e^(-x²) / √π / (x + (1/2)/(x + 1/(x + (3/2)/(x + …)))) for x ≥ 1.25."""
    if x >= 30.0:
        return 0.0
    below = x
    for n in range(250 if x < 2.0 else 80, 0, -1):
        below = x + 0.5 * n / below
    # The square of a number with half the bits is exact, so the exponential amplifies no error.
    head = ldexp(int(ldexp(x, 20)), -20)
    exponential = math.exp(-head * head) * math.exp((head - x) * (head + x))
    return exponential / _SQRT_PI / below
