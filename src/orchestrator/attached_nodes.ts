/** Nodes that are started by hand: instructions for the user, and errors for nodes that do not fit. */
import { OrreryError } from '../errors/index.js';
import type { AttachedNode } from '../models/index.js';
import type { NodeModel } from './actions/index.js';
import { interceptedName, interceptingRemaps, type Remap } from './intercepted_names.js';
import type { FoundNode, SoughtNode } from './thread_protocol.js';

/** Time within which a node must appear; ns. */
const PATIENCE = 60_000_000_000;

/** A node with the defaults for everything that its entry leaves out. */
export interface ExpectedNode extends SoughtNode {
  /** ns */
  readonly within: number;
  /** Rules that its command line needs. */
  readonly remaps: readonly Remap[];
}

/**
 * @param domain - the domain of entries that name none
 * @param models - what a configuration of ros2_def declares about nodes
 */
export function expectedNodes(
  entries: readonly AttachedNode[],
  domain: number,
  models: readonly NodeModel[],
): ExpectedNode[] {
  return entries.map((entry) => {
    const node = `/${entry.node.replace(/^\/+/, '')}`;
    const model = models.find(({ name }) => `/${name}` === node);
    const remaps = model === undefined ? [] : interceptingRemaps(model);
    return { node, domain: entry.domain ?? domain, within: entry.within ?? PATIENCE, remaps };
  });
}

/** Instructions for starting the nodes. */
export function howToStart(nodes: readonly ExpectedNode[]): string {
  const lines = nodes.map((each) => `  ${each.node}: ${commandOf(each)}\n`);
  const seconds = Math.max(...nodes.map(({ within }) => within)) / 1e9;
  const which = nodes.length === 1 ? 'this node, which is' : 'these nodes, which are';
  return `Orrery waits up to ${seconds} s for ${which} started by hand:\n${lines.join('')}`;
}

function commandOf({ node, domain, remaps }: ExpectedNode): string {
  const at = node.lastIndexOf('/');
  const names = [
    `__node:=${node.slice(at + 1)}`,
    ...(at > 0 ? [`__ns:=${node.slice(0, at)}`] : []),
  ];
  const rules = [...names, ...remaps.map(({ from, to }) => `${from}:=${to}`)];
  const words = rules.map((rule) => `-r ${rule}`).join(' ');
  return `ROS_DOMAIN_ID=${domain} ros2 run PACKAGE EXECUTABLE --ros-args -p use_sim_time:=true ${words}`;
}

/**
 * @param seen - all nodes that were seen, as `name@domain`
 * @throws `ORR_ORCHESTRATOR_ATTACH` when a node is missing, has a twin, or hears others without
 *   Orrery
 */
export function checkFound(
  nodes: readonly ExpectedNode[],
  found: readonly (FoundNode | undefined)[],
  seen: readonly string[],
): void {
  const missing = nodes.filter((_, index) => found[index] === undefined);
  const [first] = missing;
  if (first !== undefined) {
    const names = missing.map(({ node, domain }) => `${node} in DDS domain ${domain}`).join(', ');
    const others = seen.length === 0 ? 'no node is there' : `there are ${seen.join(', ')}`;
    throw refused(
      `Nodes to be started by hand have not come within ${first.within / 1e9} s: ${names}; ${others}. Start them on this machine, with this name and ROS_DOMAIN_ID.`,
    );
  }
  for (const [index, { node, domain }] of nodes.entries()) {
    const { isTwin, direct } = found[index]!;
    if (isTwin) {
      throw refused(
        `There are several nodes ${node} in DDS domain ${domain}; end those that are left from before.`,
      );
    }
    const [topic] = direct;
    if (topic === undefined) continue;
    throw refused(
      `The node ${node} gets messages on ${topic} directly from another node in DDS domain ${domain}, so Orrery cannot order them; start it with -r ${topic}:=${interceptedName(node, topic)}, or with a ROS_DOMAIN_ID of its own.`,
    );
  }
}

export function refused(message: string): OrreryError {
  return new OrreryError('ORR_ORCHESTRATOR_ATTACH', message);
}
