"""Programs that a program has started: how they end, where their errors go, and which of them are real processes."""

import os
import subprocess
import sys
import tempfile
import unittest


class StartedTest(unittest.TestCase):
    def test_the_end_of_a_program_as_in_python(self):
        for text, printed, code in (
                # A thread may wait for the end of the main thread.
                ('import threading, time\nmain = threading.current_thread()\n'
                 'threading.Thread(target=lambda: (main.join(), print("over", main.is_alive()))).start()\n'
                 'time.sleep(0.1)\nprint("end")', 'end\nover False\n', 0),
                ('import sys\nsys.stderr = None\nprint("on")', 'on\n', 0),
                ('import sys\nsys.stdout.flush()\nsys.stderr = None\nsys.exit("bad")', '', 1),
                ('import sys\nsys.stdout.close()', '', 0)):
            with self.subTest(text=text):
                done = subprocess.run([sys.executable, '-c', text], stdout=subprocess.PIPE, text=True)
                self.assertEqual((done.stdout, done.returncode), (printed, code))

    def test_errors_go_where_inherited_output_goes(self):
        text = ('import subprocess, sys; print("first", flush=True)\n'
                'print(subprocess.call([sys.executable, "-c", "import sys; sys.stderr.write(\'42\')"], stderr=subprocess.STDOUT))')
        done = subprocess.run([sys.executable, '-c', text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual((done.stdout, done.stderr), ('first\n420\n', ''))

    def test_what_only_a_real_process_can_have(self):
        with self.assertRaisesRegex(ValueError, 'null byte'):
            subprocess.Popen([sys.executable, '-c', 'pass#\0'])
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'made')
            subprocess.run([sys.executable, '-c', f'open({path!r}, "w")'], umask=0o077, check=True)
            self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)


if __name__ == '__main__':
    unittest.main()
