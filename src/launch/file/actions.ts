import type { Place } from '../../errors/index.js';
import type { LaunchEvent, LifecycleTransition, LogLevel } from '../../system/index.js';

/**
 * One source of a node's parameters; a node has an ordered list of them. `value` is YAML as after
 * `-p name:=`, so that integers beyond 2^53 and the difference of `1` and `1.0` survive JSON.
 */
export type LaunchParameter =
  | {
      readonly kind: 'value';
      readonly name: string;
      readonly value: string;
      /**
       * The node part under which ROS 2 files the value: the node's full name if it was given in
       * the launch file, else `/**`. Precedence depends on it (see `ParameterRules`).
       */
      readonly pattern: string;
    }
  | {
      readonly kind: 'file';
      readonly path: string;
      /** The content, if the file may contain substitutions; `null`: read the file. */
      readonly content: string | null;
      readonly place: Place;
    };

/** A remapping; the first that fits a name is applied. */
export interface LaunchRemap {
  readonly from: string;
  readonly to: string;
}

/** What all processes have in common. Times are in nanoseconds. */
export interface ProcessSettings {
  /** Where it was written, for messages about it. */
  readonly place: Place;
  /** Environment variables that differ from the environment of the launch, sorted by name. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables removed from that environment, sorted. */
  readonly unsetEnv: readonly string[];
  readonly cwd: string | null;
  readonly prefix: string | null;
  readonly output: string;
  readonly respawn: boolean;
  readonly respawnDelayNs: number;
  /** -1: without limit. */
  readonly respawnMaxRetries: number;
  readonly sigtermTimeoutNs: number;
  readonly sigkillTimeoutNs: number;
  readonly shell: boolean;
  readonly emulateTty: boolean;
  /** Tells processes of one name apart; only those of launch files in Python have one. */
  readonly id?: string;
  /** What happens when the process ends. */
  readonly onExit: 'shutdown' | null;
}

/** A callback group of a node, with the names of its callbacks' topics and services. */
export interface CallbackGroupDescription {
  readonly name: string;
  readonly type: 'mutually_exclusive' | 'reentrant';
  readonly callbacks: readonly string[];
  /** `null`: that of the node. */
  readonly executor: string | null;
}

/** What a node has in common with a component. */
export interface NodeDescription {
  /** `null`: the name is the one in the node's code. */
  readonly name: string | null;
  /** Absolute; `null`: neither the node nor an enclosing scope sets one. */
  readonly namespace: string | null;
  readonly parameters: readonly LaunchParameter[];
  readonly remappings: readonly LaunchRemap[];
  /** The executor that runs it, e.g. `multi:4`; `null`: the one that runs all others. */
  readonly executor: string | null;
  readonly callbackGroups: readonly CallbackGroupDescription[];
}

export interface NodeAction extends NodeDescription, ProcessSettings {
  readonly kind: 'node';
  /** `null`: `executable` is a path. */
  readonly package: string | null;
  readonly executable: string;
  readonly execName: string | null;
  readonly arguments: readonly string[];
  readonly rosArguments: readonly string[];
  readonly lifecycle: boolean;
  /** A lifecycle node that is configured and activated when it starts. */
  readonly autostart: boolean;
}

export interface ComponentDescription extends NodeDescription {
  readonly place: Place;
  readonly package: string;
  readonly plugin: string;
  /** Arguments for the container, e.g. `use_intra_process_comms`; values are YAML. */
  readonly extraArguments: readonly { readonly name: string; readonly value: string }[];
}

export interface ContainerAction extends Omit<NodeAction, 'kind' | 'lifecycle' | 'autostart'> {
  readonly kind: 'container';
  readonly components: readonly ComponentDescription[];
}

export interface LoadComponentsAction {
  readonly kind: 'load_components';
  readonly place: Place;
  /** The container's name as written, usually absolute. */
  readonly target: string;
  readonly components: readonly ComponentDescription[];
}

export interface ExecutableAction extends ProcessSettings {
  readonly kind: 'executable';
  readonly name: string | null;
  readonly command: readonly string[];
}

/**
 * A Python launch file with handlers that only a running launch can call: a program of the run, which starts the
 * processes itself.
 */
export interface RunningLaunchAction extends ProcessSettings {
  readonly kind: 'running_launch';
  readonly file: string;
  /** What evaluates the file again in the run: the request that was answered before. */
  readonly request: string;
  /** What of it acts while the run goes on: `OnProcessIO`, `a function of OnProcessExit`. */
  readonly reactions: readonly string[];
  /** What of it does not run, see `leaveOut`. */
  readonly leftOut: readonly string[];
  /** What it starts whatever happens. */
  readonly actions: readonly LaunchAction[];
}

export interface TimerAction {
  readonly kind: 'timer';
  readonly place: Place;
  readonly delayNs: number;
  readonly actions: readonly LaunchAction[];
}

export interface ShutdownAction {
  readonly kind: 'shutdown';
  readonly place: Place;
  readonly reason: string;
}

export interface LogAction {
  readonly kind: 'log';
  readonly place: Place;
  readonly level: LogLevel;
  readonly message: string;
}

/** Requests a transition of a lifecycle node. */
export interface LifecycleTransitionAction {
  readonly kind: 'lifecycle_transition';
  readonly place: Place;
  /** Full name of the node. */
  readonly target: string;
  readonly transition: LifecycleTransition;
}

/** Actions that run when a process ends or a lifecycle node reaches a state. */
export interface EventHandlerAction {
  readonly kind: 'event_handler';
  readonly place: Place;
  readonly event: LaunchEvent;
  /** Name of the process, or full name of the node. */
  readonly target: string;
  /** The `id` of the process; without it, the name decides. */
  readonly targetId?: string;
  /** Whether they run the first time only, not each time. */
  readonly once?: boolean;
  readonly startState: string | null;
  /** `null` for `process_exit`. */
  readonly goalState: string | null;
  readonly actions: readonly LaunchAction[];
}

/** One step of an expanded launch file: plain data that survives JSON. */
export type LaunchAction =
  | NodeAction
  | ContainerAction
  | LoadComponentsAction
  | ExecutableAction
  | RunningLaunchAction
  | TimerAction
  | ShutdownAction
  | LogAction
  | LifecycleTransitionAction
  | EventHandlerAction;

/** An argument that the launch file or one it includes declares. */
export interface DeclaredArgument {
  readonly name: string;
  readonly description: string;
  /** As written, substitutions not applied; `null`: the argument is required. */
  readonly defaultText: string | null;
  readonly choices: readonly string[];
  /** The value in this expansion; `null` if the declaration was not reached. */
  readonly value: string | null;
  readonly place: Place;
}

/** An expanded, validated launch file: the whole system as plain data. */
export interface LaunchDescription {
  readonly file: string;
  readonly arguments: readonly DeclaredArgument[];
  readonly actions: readonly LaunchAction[];
  /** Sentences about what is allowed but probably not meant. */
  readonly warnings: readonly string[];
}
