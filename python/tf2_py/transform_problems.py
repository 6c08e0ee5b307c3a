"""Why a buffer rejects a transform."""
from __future__ import annotations

import math
from typing import Any, Optional

#: How far the square of a quaternion's length may be from 1, as in tf2.
_LENGTH_TOLERANCE = 1e-2


def without_slash(frame: str) -> str:
    """A frame's name without the leading slash of tf1."""
    return frame[1:] if frame.startswith('/') else frame


def problem_of(stamped: Any, authority: str) -> Optional[str]:
    """The reason, in a sentence that begins with tf2's name for it; None if there is none."""
    parent = without_slash(stamped.header.frame_id)
    child = without_slash(stamped.child_frame_id)
    t, r = stamped.transform.translation, stamped.transform.rotation
    source = f"the transform of '{child}' in '{parent}' from {authority}"
    if child == parent:
        return f'TF_SELF_TRANSFORM: {source} is ignored: both frames are the same'
    if not child:
        return f'TF_NO_CHILD_FRAME_ID: {source} is ignored; set child_frame_id'
    if not parent:
        return f'TF_NO_FRAME_ID: {source} is ignored; set header.frame_id'
    if any(math.isnan(value) for value in (t.x, t.y, t.z, r.x, r.y, r.z, r.w)):
        return f'TF_NAN_INPUT: {source} is ignored: it holds a NaN'
    square = r.w * r.w + r.x * r.x + r.y * r.y + r.z * r.z
    if abs(square - 1.0) >= _LENGTH_TOLERANCE:
        return (f'TF_DENORMALIZED_QUATERNION: {source} is ignored: the rotation '
                f'({r.x}, {r.y}, {r.z}, {r.w}) is not of unit length')
    return None
