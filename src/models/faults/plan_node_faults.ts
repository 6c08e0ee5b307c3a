import { OrreryError } from '../../errors/index.js';
import type { Executor, Graph, GraphNode } from '../../graph/index.js';
import { DelayedAction } from '../../kernel/index.js';
import { matchesName } from '../matches_name.js';
import type { Fault } from './fault.js';
import { type FaultOn, faultsOn } from './fault_kinds.js';

/** What node faults need from the code that creates the nodes. */
export interface NodeFaultHooks {
  /** Ends the process of the node, with everything in it. Default: only the node is destroyed. */
  readonly crash?: (node: GraphNode) => void;
  /** Creates the node again as at its first start: its state is lost. */
  readonly restart?: (fullName: string, node: GraphNode) => void;
}

/**
 * Plans the crashes and freezes of a fault plan, and notes when clocks change.
 *
 * A node that crashes is destroyed with all its endpoints and everything else in its process; whatever its running
 * callback has not sent yet is never sent. A frozen node runs nothing: a running callback ends later by the time of
 * the freeze, messages queue according to QoS, and a timer is called once at the end and continues on its grid.
 *
 * @throws OrreryError `ORR_RESTART_UNAVAILABLE` if the plan restarts nodes and nothing can do that
 */
export function planNodeFaults(
  graph: Graph,
  faults: readonly Fault[],
  hooks: NodeFaultHooks,
): void {
  for (const fault of faultsOn('node', faults)) {
    if (fault.fault === 'crash') refuseRestart(fault, hooks);
    at(graph, fault.at, true, () => hit(graph, fault, hooks));
  }
  for (const { fault, node, at: start = 0 } of faultsOn('clock', faults)) {
    if (start === 0) continue;
    at(graph, start, true, () => {
      for (const { fullName } of nodesOf(graph, node)) report(graph, fault, fullName);
    });
  }
}

function hit(graph: Graph, fault: FaultOn<'node'>, hooks: NodeFaultHooks): void {
  switch (fault.fault) {
    case 'crash':
      crashNode(graph, fault, hooks);
      break;
    case 'freeze':
      freezeNode(graph, fault);
      break;
    default:
      fault satisfies never;
  }
}

function refuseRestart(fault: Fault & { readonly fault: 'crash' }, hooks: NodeFaultHooks): void {
  if (fault.restart_after === undefined || hooks.restart !== undefined) return;
  throw new OrreryError(
    'ORR_RESTART_UNAVAILABLE',
    `The fault plan restarts ${fault.node}, but this run cannot make nodes again; leave out restart_after or start the node from a launch file.`,
    { place: { node: fault.node } },
  );
}

/** Ends the process of the node now; `at` is now. */
export function crashNode(
  graph: Graph,
  fault: Fault & { readonly fault: 'crash' },
  { crash: end = (node) => node.destroy(), restart }: NodeFaultHooks,
): void {
  const { nodes } = graph;
  const executors = new Map(nodes.map((node) => [node, node.executors]));
  for (const node of nodes) {
    if (node.destroyed || !matchesName(fault.node, node.fullName)) continue;
    end(node);
    const lost = nodes.filter((each) => each.destroyed && executors.has(each));
    for (const each of lost) {
      report(graph, 'crash', each.fullName);
      for (const executor of executors.get(each)!) executor.abandon?.(each);
      executors.delete(each);
    }
    if (fault.restart_after === undefined) continue;
    at(graph, fault.at + fault.restart_after, false, () => {
      report(graph, 'restart', node.fullName);
      restart?.(node.fullName, node);
    });
  }
}

/** Freezes the node from now on. */
export function freezeNode(graph: Graph, fault: Fault & { readonly fault: 'freeze' }): void {
  for (const node of nodesOf(graph, fault.node)) {
    const executor: Executor | undefined = node.executor;
    if (executor === undefined) continue;
    report(graph, 'freeze', node.fullName);
    node.detach();
    node.frozenUntil = fault.until;
    const others = graph.nodes.filter(({ program }) => program === node.program);
    if (others.every(({ frozenUntil }) => frozenUntil >= fault.until)) {
      graph.freezeProgram(node.program, fault.until);
    }
    at(graph, fault.until, false, () => {
      if (node.destroyed) return;
      report(graph, 'thaw', node.fullName);
      node.attach(executor);
    });
  }
}

function nodesOf(graph: Graph, pattern: string): GraphNode[] {
  return graph.nodes.filter((node) => matchesName(pattern, node.fullName));
}

function report(graph: Graph, fault: string, target: string): void {
  graph.observer?.faulted({ fault, time: graph.kernel.now, target });
}

/** @param background - whether the run may end before it */
function at(graph: Graph, time: number, background: boolean, action: () => void): void {
  graph.kernel.delays.push(
    time,
    new DelayedAction(action, () => 'node fault', undefined, background),
  );
}
