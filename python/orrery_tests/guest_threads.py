"""Threads that are woken by two things at one instant, and threads that many wait for, run as a guest."""

import threading
import time
import unittest


class ThreadsTest(unittest.TestCase):
    def test_woken_at_the_instant_at_which_its_time_is_over(self):
        """It has one turn: with a second one it would go on too early later, or hang after its end."""
        for make in (threading.Condition, lambda: threading.Condition(threading.Lock())):
            condition, is_over, turns = make(), False, []

            def wait():
                with condition:
                    while not is_over:
                        condition.wait(0.01)
                before = time.monotonic()
                time.sleep(1)
                turns.append(round(time.monotonic() - before, 6))

            thread = threading.Thread(target=wait)
            thread.start()
            time.sleep(0.05)
            with condition:
                is_over = True
                condition.notify_all()
            thread.join()
            self.assertEqual(turns, [1.0])

    def test_ends_at_the_instant_at_which_its_time_is_over(self):
        event = threading.Event()
        threads = [threading.Thread(target=event.wait, args=(0.05,)) for _ in range(3)]
        for thread in threads:
            thread.start()
        time.sleep(0.05)
        event.set()
        for thread in threads:
            thread.join()
        time.sleep(1)

    def test_many_join_one(self):
        one = threading.Thread(target=time.sleep, args=(0.1,))
        one.start()
        joined, errors = [], []

        def join(i):
            try:
                one.join()
                joined.append((i, one.is_alive()))
            except Exception as error:
                errors.append(error)

        others = [threading.Thread(target=join, args=(i,)) for i in range(3)]
        for other in others:
            other.start()
        one.join(0.05)
        self.assertTrue(one.is_alive())
        one.join()
        for other in others:
            other.join()
        self.assertEqual((sorted(joined), errors), ([(i, False) for i in range(3)], []))


if __name__ == '__main__':
    unittest.main()
