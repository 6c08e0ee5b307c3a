"""Alarms and timers of signals, at times that CPython alone has, too, but for its milliseconds."""

import os
import signal
import threading
import time

t0 = time.monotonic()
def at():
    return round(time.monotonic() - t0, 3)
n = 0


def h(s, f):
    global n
    n += 1
    print('signal', signal.Signals(s).name, at())


signal.signal(signal.SIGALRM, h)
signal.alarm(1)
time.sleep(3)
print('slept', at())
print(signal.alarm(60), signal.alarm(0))
signal.setitimer(signal.ITIMER_REAL, 0.5, 0.25)
time.sleep(1.1)
print([round(x, 3) for x in signal.getitimer(signal.ITIMER_REAL)], n)
signal.pause()
print('paused until', at())
signal.setitimer(signal.ITIMER_REAL, 0)
signal.signal(signal.SIGUSR1, h)
os.kill(os.getpid(), signal.SIGUSR1)
print('after usr1')


class Late(Exception):
    pass


def raising(s, f):
    raise Late


signal.signal(signal.SIGALRM, raising)
signal.alarm(2)
try:
    threading.Event().wait()
except Late:
    print('late', at())
signal.signal(signal.SIGALRM, signal.SIG_DFL)
signal.setitimer(signal.ITIMER_REAL, 0.5)
time.sleep(3)
print('still here')
