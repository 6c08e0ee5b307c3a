import { OrreryError } from '../errors/index.js';
import type { AttachedNode } from './system_models.js';

/** The greatest number of a DDS domain that has ports. */
export const MAX_DOMAIN = 232;

/**
 * Parses `/planner`, or `/planner@41` with its DDS domain.
 * @throws OrreryError `ORR_ORCHESTRATOR_ATTACH`
 */
export function parseAttachedNode(text: string): AttachedNode {
  const [, node, digits] = /^([^@]+)(?:@(\d{1,3}))?$/.exec(text) ?? [];
  const domain = digits === undefined ? undefined : Number(digits);
  if (node === undefined || (domain ?? 0) > MAX_DOMAIN) {
    throw new OrreryError(
      'ORR_ORCHESTRATOR_ATTACH',
      `"${text}" is not a node to attach; write its full name, or its name and its DDS domain from 0 to ${MAX_DOMAIN}: /planner@41.`,
    );
  }
  return domain === undefined ? { node } : { node, domain };
}
