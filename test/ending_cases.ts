/** What to run for each row of the table in docs/endings.md. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { peers } from './dds_peer.js';
import { namesBelow } from './names_below.js';
import { program, ROOT, temporaryDirectory } from './orrery_command.js';

/** What to run for a row, and what the row leaves open. */
export interface Case {
  readonly args: readonly string[];
  /** Signals; the first is sent when the program has printed `up`, each further one half a second later. */
  readonly signals?: readonly NodeJS.Signals[];
  /** The exit code, if the table says "its own". */
  readonly own?: number;
  readonly launch?: true;
  /** Given for a command that is not a run. */
  readonly command?: 'sweep' | 'studio';
  /** Whether signals may be sent before it has printed anything. */
  readonly isUp?: () => boolean;
  /** Whether it needs Python. */
  readonly python?: true;
  /** Whether the case is possible on this machine; default: yes. */
  readonly isPossible?: boolean;
  /** A command that runs the command in a changed environment. */
  readonly within?: readonly string[];
  /** Options of Node. */
  readonly node?: readonly string[];
  /** Variables of its environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where its standard output goes, if it is not read to the end. */
  readonly output?: 'left' | 'full';
}

export const folder = temporaryDirectory();
export const PLAYED = join(folder, 'played');
const STORE = join(folder, 'store');
/** A folder with what makes writing fail as on a full disk. */
export const FULL_DISK = join(folder, 'full_disk');
export const DAMAGED = join(folder, 'damaged.mcap');
const isResult = (path: string | Buffer) => /results.[^.]/.test(String(path));
export const ending = (name: string) => program(`endings/${name}`);
const hazard = join(ROOT, 'examples/hazards/service_deadlock');

/** A port that is occupied while the tests run. */
async function takenPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return String((server.address() as AddressInfo).port);
}

const taken = await takenPort();
// Only the limit to be exceeded is short, since a busy machine may take seconds for everything else.
const startLimit = ['--models', ending('start_limit.yaml')];
const callbackLimit = ['--models', ending('callback_limit.yaml')];

/** For the case without a TUN device: on this machine, or in a mount namespace in which another device hides it. */
const WITHOUT_TUN = existsSync('/dev/net/tun')
  ? [
      ...['unshare', process.getuid?.() === 0 ? '-m' : '-Urm', 'sh', '-c'],
      ...['mount --bind /dev/null /dev/net/tun && exec "$@"', 'sh'],
    ]
  : ['env'];
const succeeds = ([command = '', ...words]: readonly string[]) =>
  spawnSync(command, words).status === 0;

export const CASES: Readonly<Record<string, Case>> = {
  'nothing is left to happen': { args: [ending('idle.cjs')] },
  'likewise, and `process.exitCode` was set': { args: [ending('exit_code.cjs')], own: 3 },
  'likewise, but a module awaits something at top level': { args: [ending('module_waits.mjs')] },
  'likewise, but a response, a service or a message is awaited': {
    args: [ending('awaits_service.cjs')],
  },
  'likewise, but services wait for each other': {
    args: [join(hazard, 'system.launch.yaml'), '--models', join(hazard, 'hazard.yaml')],
    launch: true,
  },
  'likewise, and a script has only exported a class of nodes': {
    args: [ending('exports_node.cjs')],
  },
  '`--until` has passed': { args: [ending('talks.cjs'), '--until', '1s'] },
  '`--monitor-timeout` has passed': { args: [ending('talks.cjs'), '--monitor-timeout', '2s'] },
  'a message fulfils `--until-topic`': {
    args: [ending('talks.cjs'), '--until-topic', '/count: data > 3'],
  },
  'all bags are played, with `--until-played`': {
    args: [ending('idle.cjs'), '--bag', join(PLAYED, 'recording.mcap'), '--until-played'],
  },
  'the process of `--until-exit`, or of `on_exit`, has ended': {
    args: [ending('exits.launch.yaml'), '--until-exit', 'exits'],
    own: 3,
    launch: true,
  },
  'the launch file shuts down': { args: [ending('shutdown.launch.yaml')], launch: true },
  'one of these was asked for, but time is over before': {
    args: [ending('talks.cjs'), '--until-topic', '/count: data > 300', '--until', '1s'],
  },
  'likewise, and no node ever had the topic of `--until-topic`': {
    args: [ending('talks.cjs'), '--until-topic', '/cont', '--until', '1s'],
  },
  'the type of that topic does not have the field': {
    args: [ending('talks.cjs'), '--until-topic', '/count: dta > 3', '--until', '1s'],
  },
  '`process.exit`': { args: [ending('exits.cjs')], own: 3 },
  'a program sends itself a signal to which it does not listen': {
    args: [ending('kills_itself.cjs')],
    own: 143,
  },
  'an error code on `/orrery/error_code`': {
    args: [ending('error_code.cjs'), '--monitor-timeout', '9s'],
    own: 4,
  },
  'a job says that it has finished': { args: [ending('job.mjs')], own: 5 },
  'the `timeoutSeconds` of a job have passed': { args: [ending('job_timeout.mjs')] },
  'a callback throws, and the program does not catch it': { args: [ending('throws.cjs')] },
  'a promise is rejected, and the program does not catch it': { args: [ending('rejects.cjs')] },
  'an operation of a program calls back, and what it calls throws': {
    args: [ending('throws_when_called_back.cjs')],
  },
  'a program throws while it is loaded': { args: [ending('throws_at_once.cjs')] },
  'a program has listeners of `uncaughtException`': { args: [ending('catches.cjs')] },
  'a listener of `uncaughtException` throws itself': { args: [ending('throws_again.cjs')] },
  'a suite of node:test or mocha fails': { args: [program('failing_suite.cjs')] },
  'in a launch, a process dies of what it has thrown': {
    args: [ending('two.launch.yaml')],
    launch: true,
  },
  'in a launch, a process has failed and its respawns are used': {
    args: [ending('respawned.launch.yaml')],
    launch: true,
  },
  'in a launch, a process ends with an exit code that is not 0': {
    ...{ args: [ending('code.launch.yaml')], launch: true },
  },
  'the only program is a Python program and calls `sys.exit`': {
    ...{ args: [ending('exits.py')], own: 3, python: true },
  },
  'one of several programs calls `process.exit` with a code that is not 0': {
    args: [ending('exits.cjs'), ending('idle.cjs')],
  },
  'one of several Python programs calls `sys.exit` with a code that is not 0': {
    ...{ args: [ending('exits.py'), ending('idle.cjs')], python: true },
  },
  'a Python program does not catch an exception': { args: [ending('raises.py')], python: true },
  'the run is over, and a Python program raises an exception while it cleans up': {
    ...{ args: [ending('cleans_up.py'), '-p', 'how:=raise', '--until', '1s'], python: true },
  },
  'likewise, and the only program calls `sys.exit`': {
    ...{ args: [ending('cleans_up.py'), '-p', 'how:=exit', '--until', '1s'], own: 3, python: true },
  },
  'a Python program is killed, as by the kernel or a crash of native code': {
    ...{ args: [ending('kills_itself.py')], python: true },
  },
  'a Python program waits for what only its own thread can do': {
    ...{ args: [ending('waits.py')], python: true },
  },
  'a Python program computes for 30 s without waiting for anything': {
    ...{ args: [ending('never_returns.py'), ...callbackLimit], python: true },
  },
  'a Python program prints without end at one moment': {
    ...{ args: [ending('floods.py')], python: true },
  },
  'a Python program breaks the protocol by which Orrery speaks with it': {
    ...{ args: [ending('breaks_protocol.py')], python: true },
  },
  'there is no Python for a Python program': {
    ...{ args: [ending('exits.py')], env: { ORRERY_PYTHON: '/none' } },
  },
  'in a launch, a program in machine code ends with an error': {
    ...{ args: [ending('machine_code.launch.xml')], launch: true },
  },
  'in a launch, a program in machine code is not a node within 30 s': {
    ...{ args: [ending('not_a_node.launch.xml'), ...startLimit], launch: true },
  },
  'likewise, and a node of one does not finish a callback within 30 s': {
    args: [ending('callback_hangs.launch.xml'), `program:=${peers.ros}`, ...callbackLimit],
    launch: true,
    isPossible: peers.ros !== undefined,
  },
  'callbacks cause each other without end': {
    args: [program('cycle.cjs'), '--instant-limit', '1000'],
  },
  'a saved schedule does not apply to the system': {
    args: [ending('talks.cjs'), '--until', '1s', '--schedule', ending('stale_schedule.json')],
  },
  'a bag turns out to be damaged while it is played': {
    args: [ending('idle.cjs'), '--bag', DAMAGED, '--until-played'],
  },
  'a message is larger than `--message-limit`': {
    args: [ending('too_large.cjs'), '--message-limit', '500'],
  },
  'something escapes from the virtual world': { args: [ending('leaks.cjs')] },
  'likewise, with `--strict`': { args: [ending('leaks.cjs'), '--strict'] },
  'a program replaces a part of the language that Orrery works with': {
    args: [ending('tampers.cjs')],
  },
  'models lose or delay messages beside an order of ros2_def': {
    args: [ending('talks.cjs'), '--until', '1s', '--models', ending('order_and_links.yaml')],
  },
  'a node announces another configuration of ros2_def, and none tells it': {
    args: [ending('announces.cjs'), '--models', ending('order.yaml')],
  },
  'an agent of a network cannot have its TUN device': {
    args: [ending('idle.cjs'), '--models', ending('tun.yaml')],
    within: WITHOUT_TUN,
    isPossible: succeeds(['cc', '--version']) && succeeds([...WITHOUT_TUN, 'true']),
  },
  '`--wall-limit` is used up': { args: [ending('goes_on.cjs'), '--wall-limit', '10s'] },
  'likewise, and a callback does not return': {
    args: [ending('never_returns.cjs'), '--wall-limit', '10s'],
  },
  'likewise, and a callback of a Python program does not return': {
    args: [ending('never_returns.py'), '--wall-limit', '10s'],
    python: true,
  },
  'likewise, and a launch file in Python does not end': {
    args: [ending('endless.launch.py'), '--wall-limit', '2s'],
    launch: true,
    python: true,
  },
  'likewise, and a command in a launch file does not end': {
    args: [ending('endless.launch.yaml'), '--wall-limit', '2s', '--allow-command'],
    launch: true,
  },
  'Ctrl-C, `SIGTERM`, `SIGHUP` or `SIGQUIT`': {
    args: [ending('goes_on.cjs')],
    signals: ['SIGHUP'],
  },
  'likewise, and a program listens to it': {
    args: [ending('listens.cjs')],
    signals: ['SIGTERM'],
    own: 6,
  },
  'Ctrl-C with `--live`': { args: [ending('goes_on.cjs'), '--live'], signals: ['SIGINT'] },
  'Ctrl-C with `--serve`': {
    args: [ending('goes_on.cjs'), '--serve', 'foxglove:47865'],
    signals: ['SIGINT'],
  },
  'Ctrl-C, and a callback does not return for 2 s of processor time': {
    args: [ending('never_returns.cjs')],
    signals: ['SIGINT'],
  },
  'a second Ctrl-C, and a callback does not return': {
    args: [ending('never_returns.cjs')],
    signals: ['SIGINT', 'SIGINT'],
  },
  'the reader of its output leaves, as `head -1` does': {
    args: [ending('goes_on.cjs')],
    output: 'left',
  },
  'its output cannot be written, as to a full disk': {
    args: [ending('goes_on.cjs')],
    output: 'full',
  },
  'its recording cannot be written, as to a full disk': {
    args: [ending('goes_on.cjs')],
    node: ['--require', join(FULL_DISK, 'failing_files.cjs')],
  },
  'the memory that Node is given is used up': {
    args: [ending('allocates.cjs')],
    node: ['--max-old-space-size=48'],
  },
  '`SIGKILL`, or the machine fails': { args: [ending('goes_on.cjs')], signals: ['SIGKILL'] },
  'the programs cannot be found or read': { args: [ending('none.cjs')] },
  'the run directory exists': { args: [ending('idle.cjs'), '--record', PLAYED] },
  'an option is unknown': { args: [ending('idle.cjs'), '--untill', '1s'] },
  'the port of `--serve` is taken': {
    args: [ending('idle.cjs'), '--serve', `rosbridge:${taken}`],
  },
  'the port of `orrery studio` is taken': {
    args: [PLAYED, '--no-open', '--port', taken],
    command: 'studio',
  },
  '`orrery sweep` gets Ctrl-C': {
    args: [ending('campaign.yaml'), '-j', '1', '--store', STORE],
    command: 'sweep',
    signals: ['SIGINT'],
    isUp: () => namesBelow(STORE).some(isResult),
  },
  '`orrery sweep work` has lost its Redis server': {
    args: [
      ...['work', ending('campaign.yaml'), '--store', join(folder, 'shared')],
      ...['--redis', 'redis://127.0.0.1:1', '--redis-patience', '1s'],
    ],
    command: 'sweep',
  },
  '`orrery studio` gets Ctrl-C': {
    args: [PLAYED, '--no-open'],
    command: 'studio',
    signals: ['SIGINT'],
  },
};
