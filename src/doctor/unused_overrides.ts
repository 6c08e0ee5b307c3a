import { nearestNames } from '../errors/index.js';
import { nodePatternMatches } from '../parameters/index.js';
import type { GraphReport } from '../record/index.js';
import { error, type Finding } from './finding.js';

/**
 * Finds parameters for nodes that do not exist.
 *
 * @param given - arguments of `-p`, `pattern:name:=value`; the sections of parameter files have the same form
 */
export function unusedOverrides({ nodes }: GraphReport, given: readonly string[]): Finding[] {
  const bareNames = new Set(nodes.map((name) => name.slice(name.lastIndexOf('/') + 1)));
  const parameters = new Map<string, string[]>();
  for (const rule of given) {
    const [, pattern, parameter] = /^([^:]+):(?!=)([^:]+):=/.exec(rule) ?? [];
    if (pattern === undefined || parameter === undefined) continue;
    const isMeant = pattern.startsWith('/')
      ? nodes.some((node) => nodePatternMatches(pattern, node))
      : bareNames.has(pattern);
    if (isMeant) continue;
    parameters.set(pattern, [...(parameters.get(pattern) ?? []), parameter]);
  }
  return [...parameters].map(([pattern, names]) => {
    const known = pattern.startsWith('/') ? nodes : bareNames;
    const near = nearestNames(pattern, known, 1)[0];
    const hint = near === undefined ? '.' : `; did you mean ${near}?`;
    return error(
      'unused-override',
      `${pattern}: parameters are given to it (${[...new Set(names)].join(', ')}), but there is no such node${hint}`,
    );
  });
}
