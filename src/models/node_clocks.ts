import type { ClockView, Graph, GraphNode } from '../graph/index.js';
import type { Fault } from './faults/fault.js';
import { type FaultOn, faultsOn } from './faults/fault_kinds.js';
import { matchesName } from './matches_name.js';

type ClockFault = FaultOn<'clock'>;

const BILLION = 1_000_000_000n;

/** The clocks of nodes: virtual time with offset and drift, and the time inside callbacks. */
export class NodeClocks implements ClockView {
  readonly #graph: Graph;
  readonly #faults: readonly ClockFault[];
  readonly #byNode = new WeakMap<GraphNode, readonly ClockFault[]>();

  constructor(graph: Graph, faults: readonly Fault[]) {
    this.#graph = graph;
    this.#faults = faultsOn('clock', faults);
  }

  /**
   * Gives a new node its clock rate, which its timers follow. Later changes of rate do not reach
   * them.
   */
  prepare(node: GraphNode): void {
    for (const { at = 0, drift_ppm = 0 } of this.#of(node)) {
      if (at > 0) continue;
      this.#graph.observer?.faulted({
        fault: 'clock',
        time: this.#graph.kernel.now,
        target: node.fullName,
      });
      node.clockRate *= 1 + drift_ppm / 1e6;
    }
  }

  read(node: GraphNode | undefined, time: bigint): bigint {
    const seen = this.#graph.outbox?.readClock(time) ?? time;
    if (node === undefined) return seen;
    let shift = 0n;
    for (const { at = 0, offset = 0, drift_ppm = 0 } of this.#of(node)) {
      const since = seen - this.#graph.epoch - BigInt(at);
      if (since < 0n) continue;
      shift += BigInt(offset) + (since * BigInt(Math.round(drift_ppm * 1000))) / BILLION;
    }
    return seen + shift;
  }

  #of(node: GraphNode): readonly ClockFault[] {
    let faults = this.#byNode.get(node);
    if (faults === undefined) {
      faults = this.#faults.filter((fault) => matchesName(fault.node, node.fullName));
      this.#byNode.set(node, faults);
    }
    return faults;
  }
}
