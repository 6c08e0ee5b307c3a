import { fileURLToPath } from 'node:url';
import {
  type GuestDebugger,
  Guests,
  type Joining,
  type KeptForGuests,
  MACHINE_VARIABLES,
  Starters,
  type StartersHost,
  Watchdog,
} from '../guests/index.js';
import type { Simulation } from '../simulation/index.js';
import { hasProcesses, type RunConfig } from '../system/index.js';
import { ChildLauncher } from './child_launcher.js';
import type { LaunchRunner } from './launch_runner.js';
import type { Processes } from './processes.js';
import type { RunEndings } from './run_endings.js';
import { environmentOfRun } from './run_environment.js';
import { withheld } from './run_realm.js';

/** The interface definitions that the build writes for the Python packages. */
const DEFINITIONS = fileURLToPath(new URL('../../dist/interfaces/definitions', import.meta.url));

/** Called with each process that must be ended before the thread of the run can end. */
export interface GuestWatch {
  guestStarted?(pid: number): void;
  guestEnded?(pid: number): void;
  /** Whether what serves guests, such as the interpreters that are copied, remains for the next run of the thread. */
  readonly keepsForGuests?: boolean;
  /** Lets programs that are processes stop in callbacks. */
  readonly debugger?: GuestDebugger;
  /** Memory of a control block: guests that do not stop are killed once it says that the run is to end. */
  readonly control?: SharedArrayBuffer;
}

/** Of a thread that makes many runs. */
let kept: KeptForGuests | undefined;

function keptByThread(host: StartersHost): KeptForGuests {
  kept ??= { starters: new Starters(host, 'many'), watchdog: new Watchdog() };
  return kept;
}

interface GuestsOfRun {
  readonly simulation: Simulation;
  readonly config: RunConfig;
  readonly processes: Processes;
  readonly watch: GuestWatch;
  readonly endings: RunEndings;
  readonly launch: () => LaunchRunner;
}

/** Creates what runs those programs of a run that are real processes. */
export function createGuests(run: GuestsOfRun): Guests {
  const { simulation, config, watch } = run;
  const signal = (name: string, number: number) => guests.signal(name, number);
  const isOver = () => guests.isClosing;
  const join = (joining: Joining) => guests.join(joining);
  const drop = (process: string) => guests.drop(process);
  const children: ChildLauncher = new ChildLauncher({ ...run, signal, isOver, join, drop });
  const { distro, interfaces = [], pythonFolders = [], sourceTrees = [] } = config.system;
  const archive = distro === 'humble' || distro === 'iron' ? distro : 'jazzy';
  const folders = [...interfaces, `${DEFINITIONS}/${archive}.json`];
  const print = (stream: 'stdout' | 'stderr', bytes: Uint8Array, program: string) => {
    if (!children.printed(program, stream, bytes)) process[stream].write(bytes);
  };
  const pids = {
    spawned: (pid: number) => watch.guestStarted?.(pid),
    gone: (pid: number) => watch.guestEnded?.(pid),
  };
  const guests: Guests = new Guests({
    simulation,
    stop: watch.control,
    debug: watch.debugger,
    kept: watch.keepsForGuests ? keptByThread(pids) : undefined,
    settings: {
      ORRERY_INTERFACES: folders.join(':'),
      ROS_DISTRO: distro,
      PYTHONPATH: pythonFolders.join(':'),
      ORRERY_PACKAGES: sourceTrees.join(':'),
    },
    seed: String(config.seed),
    withheld: notGiven(config),
    welcome: {
      distro,
      strict: config.proof.strict ?? false,
      disturb: config.proof.disturbMs,
    },
    host: {
      print,
      children: (program) => children.of(program),
      input: (program) => children.inputOf(program),
      started: (program) => children.started(program),
      died: (program, code, unsaid) => {
        // If its parent takes the end of a program, the run does not report why it ended.
        if (unsaid !== undefined && children.has(program)) {
          print('stderr', Buffer.from(`error ${unsaid.code}: ${unsaid.message}\n`), program);
        }
        return children.ended(program, code);
      },
      ...pids,
      exited: (program, code) => {
        if (!children.ended(program, code)) exited(run, program, code);
      },
    },
  });
  return guests;
}

/** Variables that the machine has, or typically has, and that the run was not given. */
function notGiven(config: RunConfig): string[] {
  const given = environmentOfRun(config);
  const names = new Set([...withheld, ...MACHINE_VARIABLES]);
  return [...names].filter((name) => !Object.hasOwn(given, name));
}

/** If there is only one program, its exit code becomes that of the run. */
function exited({ config, processes, endings }: GuestsOfRun, name: string, code: number): void {
  processes.ended(name, code);
  if (code !== 0 && !hasProcesses(config.system))
    endings.exit({ end: 'finished', detail: `exit code ${code}`, exitCode: code });
}
