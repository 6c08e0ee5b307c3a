"""A warm interpreter that is forked for each program, so that common modules load only once."""

from __future__ import annotations

import gc
import json
import os
import select
import signal

#: Descriptors for requests, for reports of ended processes, and for answers to requests.
_REQUESTS, _REPORTS, _ANSWERS = 3, 4, 5
#: The descriptors of a guest.
_INPUT, _OUTPUT = 3, 4
_CHUNK = 65536

_EVERY_NODES = (
    'builtin_interfaces/msg/Time', 'rcl_interfaces/msg/Log', 'rcl_interfaces/msg/Parameter',
    'rcl_interfaces/msg/ParameterDescriptor', 'rcl_interfaces/msg/ParameterEvent',
    'rcl_interfaces/msg/ParameterValue', 'rcl_interfaces/msg/SetParametersResult',
    'rcl_interfaces/srv/DescribeParameters', 'rcl_interfaces/srv/GetParameterTypes',
    'rcl_interfaces/srv/GetParameters', 'rcl_interfaces/srv/ListParameters',
    'rcl_interfaces/srv/SetParameters', 'rcl_interfaces/srv/SetParametersAtomically',
    'type_description_interfaces/srv/GetTypeDescription')

_children: set[int] = set()


def serve() -> list[str]:
    """Forks processes until Orrery has ended. Returns in each of them, with its arguments."""
    for descriptor in (_REQUESTS, _ANSWERS, _REPORTS):
        os.set_inheritable(descriptor, False)
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
    signal.set_wakeup_fd(wakes)
    _make_classes()
    gc.collect()
    # Pages that nobody writes to remain shared.
    gc.freeze()
    while True:
        ready, _, _ = select.select([_REQUESTS, woken], [], [])
        if woken in ready:
            os.read(woken, _CHUNK)
            _reap()
        if _REQUESTS in ready:
            arguments = _answer([woken, wakes])
            if arguments is not None:
                return arguments


def _make_classes() -> None:
    """Makes the classes and codecs that every node uses, without importing their modules."""
    try:
        import orrery_interfaces
    except ImportError:
        return
    registry = orrery_interfaces.install()
    for name in _EVERY_NODES:
        cls = registry.load(name)
        if '/msg/' in name:
            orrery_interfaces.serialize(cls())
    # Importing such a package asks for the modules of all its interfaces.
    for package in {'std_msgs', *(name.split('/')[0] for name in _EVERY_NODES)}:
        for interface in registry.interfaces(package):
            registry.module_of(interface)


def _answer(private: list[int]) -> list[str] | None:
    """Forks the requested process; returns its arguments there, and None in this process."""
    line = b''
    while not line.endswith(b'\n'):
        data = os.read(_REQUESTS, _CHUNK)
        if not data:
            _end()
        line += data
    request = json.loads(line)
    names = [f'{request["folder"]}/{name}' for name in ('out', 'in')]
    both = []
    for name in names:
        os.mkfifo(name, 0o600)
        # With both ends open, opening one of them does not block.
        both.append(os.open(name, os.O_RDWR))
    reading, writing = os.open(names[0], os.O_RDONLY), os.open(names[1], os.O_WRONLY)
    pid = os.fork()
    if pid == 0:
        _become(reading, writing, both + private, request['token'])
        os.environ.update(request['env'])
        return request['args']
    _children.add(pid)
    # Its process group exists before anybody wants to end it.
    os.setpgid(pid, pid)
    os.close(reading)
    os.close(writing)
    os.write(_ANSWERS, b'%d\n' % pid)
    # The other side has now opened its ends.
    acknowledged = os.read(_REQUESTS, 1)
    for descriptor in both:
        os.close(descriptor)
    if not acknowledged:
        _end()
    return None


def _become(reading: int, writing: int, private: list[int], token: str) -> None:
    """Prepares the new process: its own pipes in the usual places, nothing of the nursery."""
    try:
        os.setpgid(0, 0)
    except OSError:
        # The nursery has done it first.
        pass
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _children.clear()
    for descriptor in private:
        os.close(descriptor)
    reading, writing = os.dup(reading), os.dup(writing)
    os.dup2(reading, _INPUT)
    os.dup2(writing, _OUTPUT)
    os.closerange(_OUTPUT + 1, max(reading, writing) + 1)
    os.environ['ORRERY_GUEST'] = f'{_INPUT},{_OUTPUT}'
    os.environ['ORRERY_TOKEN'] = token


def _reap() -> None:
    while _children:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            return
        _children.discard(pid)
        code = os.waitstatus_to_exitcode(status)
        name = '-' if code >= 0 else signal.Signals(-code).name
        os.write(_REPORTS, f'{pid} {max(code, -1)} {name}\n'.encode())


def _end() -> None:
    """Ends everything, because Orrery has ended."""
    for pid in _children:
        try:
            os.killpg(pid, signal.SIGKILL)
        except OSError:
            pass
    os._exit(0)
