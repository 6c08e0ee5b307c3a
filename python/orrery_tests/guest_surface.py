"""Every module of the standard library is classified, and what is virtual shows nothing of the machine."""

import copy
import datetime
import importlib
import importlib.machinery
import os
import pickle
import platform
import select
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import uuid
from types import BuiltinFunctionType, FunctionType

from surface_classes import FUNCTIONS, MODULES


def functions_of(module):
    """Its public functions, without classes."""
    return {name for name in dir(module) if not name.startswith('_')
            and callable(getattr(module, name)) and not isinstance(getattr(module, name), type)}


class SurfaceTest(unittest.TestCase):
    def test_every_module_has_a_class(self):
        public = {name for name in sys.stdlib_module_names if not name.startswith('_')}
        self.assertEqual(sorted(public - set(MODULES)), [])

    def test_every_function_that_shows_the_world_has_one_class(self):
        for name, classes in FUNCTIONS.items():
            with self.subTest(module=name):
                known = [each for names in classes.values() for each in names.split()]
                self.assertEqual(len(known), len(set(known)))
                try:
                    found = functions_of(importlib.import_module(name))
                except ImportError:
                    # Not on this system, or no longer in this version.
                    continue
                self.assertEqual(sorted(found - set(known)), [])

    def test_what_replaces_functions_of_c_does_not_become_a_method(self):
        native = (importlib.machinery.BuiltinImporter, importlib.machinery.ExtensionFileLoader)
        for name in [*FUNCTIONS, '_thread', 'posix', '_sqlite3', '_tracemalloc']:
            try:
                module = importlib.import_module(name)
                of_c = importlib.import_module({'os': os.name}.get(name, f'_{name.lstrip("_")}'))
            except (ImportError, AttributeError):
                module, of_c = sys.modules.get(name), None
            loader = getattr(getattr(module, '__spec__', None), 'loader', None)
            is_native = isinstance(loader, native) or loader in native
            for each, found in vars(module).items() if module else ():
                if not is_native and not isinstance(vars(of_c or module).get(each), BuiltinFunctionType):
                    continue
                with self.subTest(f'{name}.{each}'):
                    self.assertFalse(isinstance(found, FunctionType)
                                     and found.__globals__['__name__'].startswith('orrery_'))

    def test_functions_work_as_attributes_of_classes_and_are_pickled_by_name(self):
        class Timeout:
            now, sleep, number, host = time.monotonic, time.sleep, os.getpid, socket.gethostname
        timeout = Timeout()
        before = timeout.now()
        timeout.sleep(1)
        self.assertEqual(timeout.now(), before + 1)
        self.assertEqual((timeout.number(), timeout.host()), (os.getpid(), socket.gethostname()))
        for each in (time.time, time.monotonic, time.sleep, os.getpid, os.read):
            self.assertIs(pickle.loads(pickle.dumps(each)), each)
            self.assertIs(copy.deepcopy(each), each)

    def test_what_is_replaced_looks_like_what_it_replaces(self):
        day = datetime.datetime(2020, 1, 2, 3, 4)
        self.assertEqual(repr([day, day.date(), day.replace(year=2021)]),
                         '[datetime.datetime(2020, 1, 2, 3, 4), datetime.date(2020, 1, 2), '
                         'datetime.datetime(2021, 1, 2, 3, 4)]')
        self.assertTrue(repr(datetime.datetime.now()).startswith('datetime.datetime('))
        self.assertTrue(repr(datetime.date.today()).startswith('datetime.date('))

        class Day(datetime.date):
            pass
        self.assertEqual(repr(Day(2020, 1, 2)), 'Day(2020, 1, 2)')
        for name, mode in (('stdin', 'r'), ('stdout', 'w'), ('stderr', 'w')):
            stream = getattr(sys, name)
            self.assertEqual((stream.name, stream.mode, stream.buffer.name), (f'<{name}>', mode, f'<{name}>'))
            self.assertEqual(repr(stream), f"<_io.TextIOWrapper name='<{name}>' mode='{mode}' encoding='utf-8'>")
        self.assertIn('<select.poll object at 0x', repr(select.poll()))

    def test_a_program_is_the_module_that_cpython_makes_of_it(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'shown.py')
            with open(path, 'w') as file:
                file.write("""import sys
print(__name__, __package__, __spec__, __doc__, __cached__, type(__loader__).__name__)
print(type(__builtins__).__name__, __builtins__.len('abc'), sys.modules['__main__'].__file__ == __file__)
print(sys.modules['__main__'].__dict__ is globals())
def annotated(value: NotThere = None): pass
""")
            done = subprocess.run([sys.executable, path], capture_output=True, text=True)
        self.assertEqual(done.stdout.split('\n')[:3], [
            '__main__ None None None None SourceFileLoader', 'module 3 True', 'True'])
        # What the starter imports from `__future__` is not the program's.
        self.assertIn("NameError: name 'NotThere' is not defined", done.stderr)

    def test_what_is_virtual_is_fixed(self):
        self.assertEqual(os.getpid(), 1000)
        self.assertEqual(os.getppid(), 1)
        self.assertEqual(os.uname().nodename, 'orrery')
        self.assertEqual(platform.uname().node, 'orrery')
        self.assertEqual(platform.node(), 'orrery')
        self.assertEqual(socket.gethostname(), 'orrery')
        self.assertEqual(os.getlogin(), 'orrery')
        self.assertEqual(os.cpu_count(), 4)
        self.assertEqual(os.getloadavg(), (0.0, 0.0, 0.0))
        self.assertLess(uuid.getnode(), 1 << 48)

    @unittest.skipUnless('posix' in sys.modules, 'there is none')
    def test_the_other_names_of_functions_are_as_virtual(self):
        import posix

        different = [name for name in dir(posix) if getattr(posix, name) is not getattr(os, name, getattr(posix, name))]
        self.assertEqual([name for name in different if name != 'environ'], [])
        self.assertEqual(posix.getpid(), 1000)

    def test_native_numbers_of_threads_are_fixed(self):
        numbers = [threading.get_native_id()]
        for _ in range(2):
            thread = threading.Thread(target=lambda: numbers.append(threading.get_native_id()))
            thread.start()
            thread.join()
            self.assertEqual(thread.native_id, numbers[-1])
        self.assertEqual(numbers[0], os.getpid())
        self.assertEqual([number - numbers[1] for number in numbers[1:]], [0, 1])

    def test_all_ways_to_wait_for_descriptors_wait_in_virtual_time(self):
        for make, seconds in ((select.poll, 2000), (select.epoll, 2.0)):
            reading, writing = os.pipe()
            polled = make()
            polled.register(reading, select.POLLIN)
            start = time.monotonic()
            self.assertEqual(polled.poll(seconds), [])
            self.assertAlmostEqual(time.monotonic() - start, 2)
            threading.Timer(3, os.write, (writing, b'x')).start()
            self.assertEqual(polled.poll(), [(reading, select.POLLIN)])
            self.assertAlmostEqual(time.monotonic() - start, 5)
            os.close(reading)
            os.close(writing)

    def test_times_are_virtual(self):
        before = os.times().elapsed
        time.sleep(5)
        after = os.times()
        self.assertAlmostEqual(after.elapsed - before, 5)
        self.assertEqual(after.user, 0)


if __name__ == '__main__':
    unittest.main()
