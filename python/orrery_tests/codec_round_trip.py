"""Decodes and encodes messages for the test that compares both of Orrery's CDR codecs.

Each line of the input is a JSON array `[type, hexadecimal bytes]`; each line of the output the bytes
of the message that was decoded (without bytes, of the default message), or a sentence.
"""
import json
import sys

import orrery_interfaces


def main() -> None:
    """Answer until the input ends."""
    load = orrery_interfaces.registry().load
    for line in sys.stdin:
        name, data = json.loads(line)
        try:
            cls = load(name)
            message = orrery_interfaces.deserialize(bytes.fromhex(data), cls) if data else cls()
            print(orrery_interfaces.serialize(message).hex())
        except Exception as error:
            print(f'{name}: {error!r}')


if __name__ == '__main__':
    main()
