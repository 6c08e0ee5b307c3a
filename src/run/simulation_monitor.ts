import { type KnownNames, OrreryError, requireKnownOptions } from '../errors/index.js';
import { type Graph, type GraphNode, Subscription, Timer } from '../graph/index.js';
import { NANOSECONDS_PER_SECOND } from '../kernel/index.js';
import type { Simulation } from '../simulation/index.js';
import type { MonitorOptions } from '../system/index.js';
import { builtinParameters } from './builtin_parameters.js';
import type { RunEnding } from './run_endings.js';

/** Topics on which a node ends the run with an exit code (std_msgs/msg/UInt8). */
const ERROR_CODE_TOPICS = ['/rslcpp/error_code', '/orrery/error_code'] as const;

/** Ends a run, for a reason. */
export interface Ending {
  finish(ending: RunEnding): void;
}

const OPTIONS: KnownNames<MonitorOptions> = {
  timeoutSeconds: true,
  name: true,
};

/**
 * The node that ends a run, like rslcpp's: a timer of one second whose first call notes the start, and which ends
 * the run when the timeout has passed; and a subscription to each error-code topic, whose first message ends the run
 * with that exit code. It takes effect once its node is attached.
 *
 * @example
 * ```ts
 * const monitor = new SimulationMonitor(simulation, { timeoutSeconds: 60 });
 * simulation.attach(monitor.node);
 * ```
 */
export class SimulationMonitor {
  readonly node: GraphNode;
  readonly #graph: Graph;
  readonly #endings: Ending;
  #start: number | undefined;

  /**
   * @param endings - ends the run; by default ends the simulation with the exit code
   * @throws OrreryError `ORR_JOB_TIMEOUT`
   */
  constructor(
    simulation: Simulation,
    options: MonitorOptions = {},
    endings: Ending = { finish: ({ exitCode = 0 }) => simulation.finish(exitCode) },
  ) {
    this.#endings = endings;
    requireKnownOptions(options, OPTIONS, 'a SimulationMonitor');
    this.#graph = simulation.graph;
    this.node = this.#graph.createNode({ name: options.name ?? 'simulation_monitor' });
    const uint8 = simulation.types.message('std_msgs/msg/UInt8');
    for (const topic of ERROR_CODE_TOPICS) {
      new Subscription(this.node, topic, uint8, (message) => {
        const { data } = message as { data: number };
        endings.finish({ end: 'finished', detail: `${topic} said ${data}`, exitCode: data });
      });
    }
    const { timeoutSeconds } = options;
    if (timeoutSeconds === undefined) return;
    if (!(timeoutSeconds > 0)) {
      throw new OrreryError(
        'ORR_JOB_TIMEOUT',
        `The timeout of the simulation monitor is ${timeoutSeconds}; give a number of seconds above 0.`,
      );
    }
    const timeout = timeoutSeconds * NANOSECONDS_PER_SECOND;
    new Timer(this.node, NANOSECONDS_PER_SECOND, () => this.#check(timeout));
  }

  #check(timeout: number): void {
    const { now } = this.#graph.kernel;
    this.#start ??= now;
    if (now - this.#start >= timeout) {
      this.#endings.finish({ end: 'timeout', detail: `${timeout / NANOSECONDS_PER_SECOND} s` });
    }
  }
}

/**
 * The parameter of the component `rslcpp_helper_nodes::SimulationMonitor`: `timeout_s`, by default
 * 3.
 */
export function monitorComponent(rosArgs: readonly string[]): MonitorOptions {
  const { node, values } = builtinParameters(rosArgs, 'SimulationMonitorHelperNode');
  const timeout = values.get('timeout_s') ?? 3n;
  return {
    timeoutSeconds: typeof timeout === 'bigint' ? Number(timeout) : Number.NaN,
    name: node.slice(node.lastIndexOf('/') + 1),
  };
}
