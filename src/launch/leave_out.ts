/**
 * What a launch leaves out: programs that only show what happens, and what `--without` names. Everything else of the
 * launch runs.
 */
import { basename } from 'node:path';
import { didYouMean, OrreryError } from '../errors/index.js';
import { isMachineCode } from '../system/index.js';
import type { PackageIndex } from './components/index.js';
import { type ComponentDescription, fullyQualifiedName, type LaunchAction } from './file/index.js';
import { holdsActions, type StartAction, wantedName } from './file/wanted_name.js';

/**
 * Programs that show what others publish, and publish nothing themselves before their user acts. Panels that publish by
 * themselves (`joint_state_publisher_gui`, `rqt_robot_steering`) are not among them.
 */
const VIEWERS: ReadonlySet<string> = new Set([
  'foxglove_bridge/foxglove_bridge',
  'image_tools/showimage',
  'plotjuggler/plotjuggler',
  'rqt_console/rqt_console',
  'rqt_graph/rqt_graph',
  'rqt_image_view/rqt_image_view',
  'rqt_plot/rqt_plot',
  'rqt_robot_monitor/rqt_robot_monitor',
  'rqt_runtime_monitor/rqt_runtime_monitor',
  'rqt_tf_tree/rqt_tf_tree',
  'rqt_topic/rqt_topic',
  'rviz2/rviz2',
]);

/** The actions that remain, and what was left out. */
export interface Remaining {
  readonly actions: readonly LaunchAction[];
  /** Each once, in the order of the file: `rviz2/rviz2`, `gz sim world.sdf`. */
  readonly leftOut: readonly string[];
  /** One sentence each. */
  readonly notes: readonly string[];
  /** For the first word of `--without` that names nothing: `ORR_LAUNCH_WITHOUT`. */
  readonly unused: OrreryError | undefined;
}

/** Goes through the actions of a launch once. */
class Sieve {
  readonly #without: readonly string[];
  readonly #packages: PackageIndex;
  readonly #used = new Set<string>();
  readonly #leftOut = new Set<string>();
  readonly #notes: string[] = [];
  /** Names and ids of processes: those that were left out, and those that run. */
  readonly #gone = new Set<string>();
  readonly #kept = new Set<string>();
  readonly #goneContainers = new Set<string>();
  /** What was started, for the hint at a word that fits nothing. */
  readonly #seen = new Set<string>();

  constructor(without: readonly string[], packages: PackageIndex) {
    this.#without = without;
    this.#packages = packages;
  }

  remaining(actions: readonly LaunchAction[], used: ReadonlySet<string>): Remaining {
    const left = this.#withoutWaiting(this.#filter(actions));
    const word = this.#without.find((each) => !this.#used.has(each) && !used.has(each));
    return {
      actions: left,
      leftOut: [...this.#leftOut],
      notes: this.#notes,
      unused: word === undefined ? undefined : unusedWord(word, this.#seen),
    };
  }

  #filter(actions: readonly LaunchAction[]): LaunchAction[] {
    return actions.flatMap((action): LaunchAction[] => {
      switch (action.kind) {
        case 'timer':
        case 'event_handler':
          return [{ ...action, actions: this.#filter(action.actions) }];
        case 'running_launch': {
          const actions = this.#filter(action.actions);
          return [{ ...action, actions, leftOut: [...this.#leftOut, ...this.#without] }];
        }
        case 'load_components': {
          const target = action.target.startsWith('/') ? action.target : `/${action.target}`;
          if (this.#goneContainers.has(target)) return [];
          return [{ ...action, components: this.#components(action.components) }];
        }
        case 'node':
        case 'container':
        case 'executable':
          return this.#process(action);
        default:
          return [action];
      }
    });
  }

  #process(action: StartAction): LaunchAction[] {
    const marks = [wantedName(action), action.id ?? ''];
    const subject = subjectOf(action)!;
    if (this.#isLeftOut(subject, action.kind === 'node')) {
      for (const mark of marks) this.#gone.add(mark);
      if (action.kind === 'container') {
        this.#goneContainers.add(
          fullyQualifiedName(action.namespace, action.name ?? action.executable),
        );
      }
      return [];
    }
    for (const mark of marks) this.#kept.add(mark);
    if (action.kind !== 'container') return [action];
    return [{ ...action, components: this.#components(action.components) }];
  }

  #components(components: readonly ComponentDescription[]): ComponentDescription[] {
    return components.filter((each) => !this.#isLeftOut(`${each.package}/${each.plugin}`, false));
  }

  #isLeftOut(subject: string, mayShow: boolean): boolean {
    this.#seen.add(subject);
    const words = this.#without.filter((word) => names(word, subject));
    for (const word of words) this.#used.add(word);
    if (words.length > 0) {
      this.#leave(subject, ', as --without says');
      return true;
    }
    if (!mayShow || !VIEWERS.has(subject) || this.#canRun(subject)) return false;
    this.#leave(subject, ': it only shows what happens');
    return true;
  }

  #leave(subject: string, why: string): void {
    if (!this.#leftOut.has(subject)) this.#notes.push(`${subject} is left out${why}`);
    this.#leftOut.add(subject);
  }

  /** Whether the user has a program of this name that a simulation runs, such as one that takes its place. */
  #canRun(subject: string): boolean {
    const [owner = '', executable = ''] = subject.split('/');
    const file = this.#packages.packages.get(owner)?.executables.get(executable);
    return file !== undefined && !isMachineCode(file);
  }

  /** What waits for the end of a process that never starts never runs, as in ROS 2. */
  #withoutWaiting(actions: readonly LaunchAction[]): LaunchAction[] {
    return actions.flatMap((action): LaunchAction[] => {
      if (!holdsActions(action)) return [action];
      if (action.kind === 'event_handler' && action.event === 'process_exit') {
        const target = action.target.replace(/^\//, '');
        const mark = action.targetId ?? target;
        if (this.#gone.has(mark) && !this.#kept.has(mark)) {
          this.#notes.push(
            `what waits for the end of "${target}" never runs, because "${target}" is left out`,
          );
          return [];
        }
      }
      return [{ ...action, actions: this.#withoutWaiting(action.actions) }];
    });
  }
}

/** What `--without` calls the program of an action: its package and executable, or its command; undefined: none. */
export function subjectOf(action: LaunchAction): string | undefined {
  if (action.kind === 'executable') {
    const [first = '', ...others] = action.command;
    return [basename(first), ...others].join(' ');
  }
  if (action.kind !== 'node' && action.kind !== 'container') return undefined;
  const { package: owner, executable } = action;
  return owner === null ? basename(executable) : `${owner}/${executable}`;
}

/** Whether a word names a program: its package, all of it, or the first words of a command. */
function names(word: string, subject: string): boolean {
  return subject === word || subject.startsWith(`${word}/`) || subject.startsWith(`${word} `);
}

function unusedWord(word: string, seen: ReadonlySet<string>): OrreryError {
  const hint = didYouMean(word, seen) || `; it starts ${[...seen].join(', ') || 'nothing'}.`;
  return new OrreryError(
    'ORR_LAUNCH_WITHOUT',
    `The launch file starts nothing that --without "${word}" names${hint}`,
  );
}

/**
 * Leaves out viewers that a simulation cannot run, and what `without` names.
 *
 * @param used - words that have left out launch files
 */
export function leaveOut(
  actions: readonly LaunchAction[],
  packages: PackageIndex,
  without: readonly string[] = [],
  used: ReadonlySet<string> = new Set(),
): Remaining {
  return new Sieve(without, packages).remaining(actions, used);
}
