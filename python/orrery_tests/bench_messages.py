"""Measures messages: `python3 -m orrery_tests.bench_messages` in the folder of the packages.

The best of several rounds, in µs, and beside it what is asked for.
"""
import timeit
from typing import Any, Callable

import orrery_interfaces

orrery_interfaces.install()

from sensor_msgs.msg import Image, Imu  # noqa: E402
from std_msgs.msg import Header, String  # noqa: E402

MEGABYTE = 1_000_000


def measured(action: Callable[[], Any], count: int) -> float:
    """µs for one call, at best."""
    return min(timeit.repeat(action, number=count, repeat=9)) / count * 1e6


def show(what: str, action: Callable[[], Any], count: int, wanted: str = '') -> None:
    """Print one line."""
    print(f'{what:<44}{measured(action, count):>9.2f} µs  {wanted}')


def main() -> None:
    """Measure everything."""
    serialize, deserialize = orrery_interfaces.serialize, orrery_interfaces.deserialize
    imu, image, word = Imu(), Image(data=bytes(MEGABYTE)), String(data='hello')
    imu_bytes, image_bytes, word_bytes = map(serialize, (imu, image, word))
    for cls in (String, Header, Imu):
        show(f'construct {cls.__name__}', cls, 20_000)
    show('decode String', lambda: deserialize(word_bytes, String), 20_000)
    show('encode String', lambda: serialize(word), 20_000)
    show('decode Imu', lambda: deserialize(imu_bytes, Imu), 20_000, '(at most 3)')
    show('encode Imu', lambda: serialize(imu), 20_000)
    show('decode Image of 1 MB', lambda: deserialize(image_bytes, Image), 200, '(at most 50)')
    show('encode Image of 1 MB', lambda: serialize(image), 200)
    try:
        import numpy
    except ImportError:
        return
    pixels = numpy.ones(MEGABYTE, dtype='uint8')
    show('set 1 MB from numpy', lambda: setattr(image, 'data', pixels), 200, '(at most 100)')


if __name__ == '__main__':
    main()
