import type { Waitable } from '../graph/index.js';
import type { Distribution } from './distribution.js';
import type { Fault } from './faults/fault.js';
import type { NetworkModel } from './network_model.js';
import type { PhysicsModel } from './physics_model.js';

/**
 * Everything about a system that is a choice rather than its code: plain data, read from YAML or
 * written in code. Times are ns. Nodes, topics and callbacks are named by patterns
 * (`matchesName`); of several rules that fit, the first counts.
 */
export interface SystemModels {
  /** Executors with their nodes: each is a process or container. */
  readonly executors?: readonly ExecutorModel[];
  /** The executor of every other process. Default: the shared events executor. */
  readonly default_executor?: ExecutorPolicy;
  readonly callback_groups?: readonly CallbackGroupModel[];
  readonly execution_times?: readonly ExecutionTimeRule[];
  /** By name. */
  readonly machines?: Readonly<Record<string, MachineModel>>;
  readonly links?: readonly LinkRule[];
  /** Delay of whole publications by topic, before they are delivered, as in rslcpp. */
  readonly topic_delays?: Readonly<Record<string, TopicDelay>>;
  readonly faults?: readonly Fault[];
  readonly discovery?: DiscoveryModel;
  /**
   * What carries messages: `direct` hands them over (the default), `rtps` sends datagrams of the
   * protocol of DDS over the links.
   */
  readonly middleware?: 'direct' | 'rtps';
  /** Robots that talk over a network (docs/netsim.md). */
  readonly network?: NetworkModel;
  /** The physical world that robots move in (docs/physics.md). */
  readonly physics?: PhysicsModel;
  /** What is known about programs in other languages that call services (docs/orchestrator.md). */
  readonly waits_inside?: readonly WaitRule[];
  /** What tells that a callback of such a program is over, other than the program's parameter services. */
  readonly callback_ends?: readonly CallbackEndRule[];
  /** How long Orrery waits for such programs before it says that they hang. */
  readonly process_limits?: ProcessLimitsModel;
  /** Nodes that are started by hand and take part in the run (docs/orchestrator.md). */
  readonly attach?: readonly AttachedNode[];
  /** A configuration of ros2_def that fixes the order of callbacks, and what each of them sends. */
  readonly ros2_def?: DeclaredOrder;
  /** Path of a Unix socket at which a simulator gives the run its time and inputs. */
  readonly data_provider?: string;
  /** Inside a callback the clock shows the start at first, and the end at all later readings. */
  readonly clock_advances?: boolean;
}

/** A service whose responses callbacks of these nodes await before they return. */
export interface WaitRule {
  /** Default: every node. */
  readonly node?: string;
  readonly service: string;
}

/** How Orrery knows that a callback of these nodes is over. */
export interface CallbackEndRule {
  /** Default: every node. */
  readonly node?: string;
  /**
   * `status`: each of them ends with a Status message of ros2_def; `outputs`: everything that {@link DeclaredOrder}
   * declares has been sent; `quiet`: nothing proves it, for callbacks that run in reentrant groups or threads.
   */
  readonly by: 'status' | 'outputs' | 'quiet';
}

/** Durations in real time, in ns. */
export interface ProcessLimitsModel {
  /** Time to start and to announce the nodes. Default: 30 s. */
  readonly start?: number;
  /** Time to finish a callback; for Python programs, processor time without waiting. Default: 30 s. */
  readonly callback?: number;
}

/** A node in a process that Orrery does not start. */
export interface AttachedNode {
  /** Its full name. */
  readonly node: string;
  /** The DDS domain of the node. Default: `ROS_DOMAIN_ID` of Orrery's environment, else 0. */
  readonly domain?: number;
  /** Real time in ns within which the node must appear. Default: 60 s. */
  readonly within?: number;
}

export interface DeclaredOrder {
  /** Path of the launch configuration. */
  readonly launch_config: string;
  /** Which node comes first when a message reaches several; a list names all of them. Default: `develop`. */
  readonly rule?: 'thesis' | 'develop' | readonly string[];
}

export type PolicyName =
  | 'events'
  | 'single'
  | 'static'
  | 'multi'
  | 'rclc'
  | 'priority'
  | 'wait_set';

/** A scheduling policy and its settings; settings that the policy does not have are refused. */
export interface ExecutorPolicy {
  readonly policy: PolicyName;
  /** `multi` only. Default: 2. */
  readonly threads?: number;
  /** `single`, `static`, `multi`, `priority`. Default: by distribution. */
  readonly order_in_kind?: 'registration' | 'reverse' | 'seeded_shuffle' | 'libstdcxx';
  readonly intra_process?: boolean;
  /** An awaited promise keeps thread and group, like a blocking call in C++. */
  readonly blocking_calls?: boolean;
  /** `events` only: timers run in a separate thread. */
  readonly separate_timer_thread?: boolean;
  /** `rclc`: names of entities in the order in which they are processed. */
  readonly order?: readonly string[];
  /** `rclc`: names of subscriptions that are called in every round, with `null` for no message. */
  readonly always?: readonly string[];
  /** `rclc`: ns after which a wait for input times out. Default: 1 s. */
  readonly timeout?: number;
  /** `rclc`; in code, also a function of what is ready. Default: `any`. */
  readonly trigger?:
    | 'any'
    | 'all'
    | 'always'
    | { readonly one: string }
    | ((ready: readonly Waitable[], all: readonly Waitable[]) => boolean);
  readonly semantics?: 'rclcpp' | 'let';
  readonly period?: number;
  readonly outputs?: 'callback' | 'period';
  /**
   * `wait_set`, in code: the body of the user's loop. Default: takes everything that is ready.
   */
  readonly loop?: (ready: readonly Waitable[]) => readonly Take[];
  /** `priority`: by name of an entity; higher is more urgent; 0 if none matches. */
  readonly priorities?: readonly PriorityRule[];
}

/** A policy that overrides models and launch files. */
export interface ExecutorChoice {
  /** Names an executor, a process (`/container`) or a node. Default: all of the user's nodes. */
  readonly pattern?: string;
  readonly policy: ExecutorPolicy;
}

export interface PriorityRule {
  readonly node?: string;
  readonly callback: string;
  readonly priority: number;
}

/** An entity, and how many of its inputs to take one after another; Infinity: all of them. */
export interface Take {
  readonly entity: Waitable;
  readonly times: number;
}

export interface ExecutorModel extends ExecutorPolicy {
  readonly name: string;
  readonly nodes?: readonly string[];
}

export interface CallbackGroupModel {
  readonly node: string;
  readonly name: string;
  readonly type: 'mutually_exclusive' | 'reentrant';
  /** Names of its entities: topics, services, `timer#2`. */
  readonly callbacks: readonly string[];
  /** Name of the executor that runs the group instead of its node's. */
  readonly executor?: string;
}

export interface ExecutionTimeRule {
  readonly node?: string;
  readonly callback?: string;
  readonly kind?: 'timer' | 'subscription' | 'service' | 'client' | 'user_timer';
  readonly time: Distribution;
  /**
   * When outputs leave: a part of the execution time from 0 (start) to 1 (end), or the time since
   * the start in ns for the first, second… output; the rest leave at the end. Default: 1.
   */
  readonly outputs?: number | readonly number[];
}

export interface MachineModel {
  readonly nodes: readonly string[];
  /** Divides execution times. Default: 1. */
  readonly cpu_speed?: number;
}

/** A link from publishers to subscriptions, or from clients to servers and back. */
export interface LinkRule {
  /** Topic or service. */
  readonly topic?: string;
  readonly from?: string;
  readonly to?: string;
  readonly from_machine?: string;
  readonly to_machine?: string;
  readonly delay?: Distribution;
  /** Bits per second, shared by everything that this rule covers. */
  readonly bandwidth?: number;
  /** Messages that may wait for their turn; further ones are lost. Default: no bound. */
  readonly queue?: number;
  /** Whether a message may overtake an earlier one of its pair. Default: false. */
  readonly reorder?: boolean;
}

/** `measured`: recorded execution times of the publishing callback, multiplied by `skew`. */
export type TopicDelay =
  | Distribution
  | { readonly measured: { readonly values: readonly number[]; readonly skew: number } };

export interface DiscoveryModel {
  /** Time to match, drawn for each pair of publisher and subscription, or of client and server. */
  readonly rules: readonly DiscoveryRule[];
}

export interface DiscoveryRule {
  /** Topic or service. */
  readonly topic?: string;
  readonly node?: string;
  readonly time: Distribution;
}
