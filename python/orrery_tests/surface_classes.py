"""What each module of the standard library is to a program that Orrery runs, by name.

pure      computes from what it is given, or defines classes for it
virtual   shows virtual time, randomness of the seed, or fixed values
held      waits, in virtual time, for other threads or descriptors
files     reads and writes files and folders, which are the program's own
reported  leaves the virtual world, which is reported, and refused by ``--strict``
real      shows the interpreter or the machine as they are
"""
import os
from typing import Dict

PURE = """
    abc aifc array ast audioop base64 bdb binascii binhex bisect builtins chunk cmath cmd code codecs codeop
    collections colorsys contextlib contextvars copy copyreg csv dataclasses decimal difflib dis doctest
    email encodings enum errno fractions functools genericpath getopt graphlib hashlib heapq hmac
    html imghdr imp importlib inspect io ipaddress itertools json keyword marshal numbers
    opcode operator optparse argparse pickle pickletools pipes pprint profile pstats pyexpat quopri re
    reprlib rlcompleter runpy shlex sndhdr sre_compile sre_constants sre_parse stat
    statistics string stringprep struct sunau symtable tabnanny textwrap this token tokenize tomllib
    trace traceback types typing unicodedata unittest uu warnings wave weakref xdrlib xml
    zipimport zlib bz2 lzma crypt abc pyclbr pydoc_data nturl2path ntpath posixpath
    copy lib2to3 modulefinder bdb unicodedata distutils
""".split()

VIRTUAL = """
    calendar datetime locale logging math platform random sched secrets time timeit uuid getpass cProfile
    gettext signal
""".split()

HELD = """
    asyncio asynchat asyncore concurrent queue select selectors threading
""".split()

FILES = """
    cgi cgitb compileall configparser dbm filecmp fileinput fnmatch glob gzip linecache mailbox mailcap
    mimetypes mmap netrc pathlib pkgutil plistlib py_compile shelve shutil sqlite3 tarfile tempfile
    zipapp zipfile zoneinfo posix
""".split()

REPORTED = """
    antigravity ensurepip ftplib http imaplib multiprocessing nntplib poplib pty smtpd smtplib
    socket socketserver ssl subprocess telnetlib urllib venv webbrowser wsgiref xmlrpc pydoc idlelib
""".split()

REAL = """
    atexit ctypes curses faulthandler fcntl gc grp nis nt msilib msvcrt os ossaudiodev pdb pwd
    readline resource site spwd sys sysconfig syslog termios tkinter tracemalloc tty turtle turtledemo
    winreg winsound
""".split()

MODULES = {
    name: kind
    for kind, names in {
        'pure': PURE, 'virtual': VIRTUAL, 'held': HELD, 'files': FILES, 'reported': REPORTED,
        'real': REAL,
    }.items()
    for name in names
}

#: The functions of modules that show the world, by what they are; those of further modules are read from a table.
#: Their other names are classes and constants.
FUNCTIONS: Dict[str, Dict[str, str]] = {
    'signal': {
        'virtual': 'alarm getitimer pause pthread_kill pthread_sigmask raise_signal setitimer sigpending',
        'held': 'sigtimedwait sigwait sigwaitinfo',
        'real': """
            default_int_handler getsignal pidfd_send_signal set_wakeup_fd siginterrupt signal strsignal valid_signals
        """,
    },
    'time': {
        'virtual': """
            asctime clock_gettime clock_gettime_ns ctime gmtime localtime monotonic monotonic_ns
            perf_counter perf_counter_ns process_time process_time_ns sleep strftime thread_time
            thread_time_ns time time_ns
        """,
        'pure': 'mktime strptime tzset clock_getres get_clock_info',
        'reported': 'clock_settime clock_settime_ns pthread_getcpuclockid',
    },
    'secrets': {
        'virtual': 'choice randbelow randbits token_bytes token_hex token_urlsafe',
        'pure': 'compare_digest b64encode_bytes',
    },
    'uuid': {
        'virtual': 'getnode uuid1 uuid4 uuid6 uuid7 uuid8',
        'pure': 'uuid3 uuid5 main bytes_ int_',
    },
    'platform': {
        'virtual': 'node uname',
        'reported': 'libc_ver machine platform processor release version',
        'real': """
            architecture freedesktop_os_release java_ver mac_ver
            python_branch python_build python_compiler python_implementation python_revision
            python_version python_version_tuple system system_alias win32_edition
            win32_is_iot win32_ver android_ver ios_ver
        """,
        'pure': 'namedtuple',
    },
    'os': {
        'virtual': """
            cpu_count getloadavg getlogin getpid getppid fwalk getrandom listdir process_cpu_count scandir
            sched_getaffinity times uname urandom walk
        """,
        'held': 'waitpid',
        'reported': """
            abort eventfd eventfd_read eventfd_write execl execle execlp execlpe execv execve execvp execvpe
            fork forkpty kill killpg login_tty openpty pidfd_open popen posix_openpt posix_spawn
            posix_spawnp register_at_fork spawnl spawnle spawnlp spawnlpe spawnv spawnve spawnvp
            spawnvpe system unshare setns wait wait3 wait4 waitid waitstatus_to_exitcode startfile
            grantpt ptsname unlockpt timerfd_create timerfd_gettime timerfd_gettime_ns timerfd_settime
            timerfd_settime_ns
            confstr fpathconf fstatvfs getegid geteuid getgid getgrouplist getgroups getpgid getpgrp getpriority
            getresgid getresuid getsid getuid pathconf statvfs sysconf
        """,
        'real': """
            ctermid setpgrp get_terminal_size initgroups isatty nice sched_get_priority_max sched_get_priority_min sched_getparam
            sched_getscheduler sched_rr_get_interval sched_setaffinity sched_setparam
            sched_setscheduler sched_yield setegid seteuid setgid setgroups setpgid setpriority
            setregid setresgid setresuid setreuid setsid setuid tcgetpgrp tcsetpgrp ttyname umask device_encoding
        """,
        'files': """
            access chdir chmod chown chroot close closerange copy_file_range dup dup2 fchdir fchmod fchown
            fdatasync fdopen fstat fsync ftruncate get_blocking get_inheritable getcwd getcwdb
            getxattr lchown link listxattr lockf lseek lstat makedirs makedev major memfd_create minor
            mkdir mkfifo mknod open pipe pipe2 posix_fadvise posix_fallocate pread preadv pwrite pwritev
            read readlink readv remove removedirs removexattr rename renames replace rmdir sendfile
            set_blocking set_inheritable setxattr splice stat symlink sync truncate unlink utime
            write writev
        """,
        'pure': """
            WCOREDUMP WEXITSTATUS WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED WSTOPSIG WTERMSIG fsdecode
            fsencode fspath get_exec_path getenv getenvb putenv strerror unsetenv add_dll_directory PathLike
            abc reload_environ
        """,
    },
}

# What the module has under its other name is the same.
FUNCTIONS['posix'] = {kind: names for kind, names in FUNCTIONS['os'].items()}


def _read_table() -> None:
    with open(os.path.join(os.path.dirname(__file__), 'surface_functions.txt'), encoding='utf-8') as file:
        entries = file.read().split('\n\n')[1].replace('\n ', ' ').splitlines()
    for entry in entries:
        place, _, names = entry.partition(':')
        module, kind = place.split()
        FUNCTIONS.setdefault(module, {})[kind] = names


_read_table()
