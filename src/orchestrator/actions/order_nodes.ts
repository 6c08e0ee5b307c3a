import { OrreryError } from '../../errors/index.js';
import type { NodeModel } from './node_model.js';

/**
 * Which of several nodes that receive one message comes first: `thesis`, the order of the configuration;
 * `develop`, the higher priority, then the name that sorts last, as ros2_def does today; or the names of
 * all nodes in the desired order.
 */
export type OrderRule = 'thesis' | 'develop' | readonly string[];

/** @throws OrreryError `ORR_ORCHESTRATOR_ORDER` for a list that does not name each node once */
export function orderNodes(nodes: readonly NodeModel[], rule: OrderRule): readonly NodeModel[] {
  if (rule === 'thesis') return nodes;
  if (rule === 'develop') {
    // By code units, so that no locale decides.
    return [...nodes].sort(
      (a, b) => b.priority - a.priority || (a.name < b.name ? 1 : a.name > b.name ? -1 : 0),
    );
  }
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const chosen = new Set(rule.map((name) => name.replace(/^\/+/, '')));
  const missing = nodes.find(({ name }) => !chosen.has(name))?.name;
  const unknown = [...chosen].find((name) => !byName.has(name));
  if (unknown === undefined && missing === undefined) {
    return [...chosen].map((name) => byName.get(name)!);
  }
  const reason =
    unknown === undefined
      ? `does not name ${missing}`
      : `names ${unknown}, which is not configured`;
  throw new OrreryError(
    'ORR_ORCHESTRATOR_ORDER',
    `The order of nodes ${reason}; name each node once: ${nodes.map(({ name }) => name).join(',')}.`,
  );
}
