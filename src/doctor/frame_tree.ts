import type { FrameReport, GraphReport } from '../record/index.js';
import { error, type Finding, warning } from './finding.js';

/** What keeps tf from being one tree: frames with two parents, and several roots. */
export function frameTree({ frames = [] }: GraphReport): Finding[] {
  const byChild = new Map<string, FrameReport[]>();
  for (const frame of frames) {
    byChild.set(frame.child, [...(byChild.get(frame.child) ?? []), frame]);
  }
  const findings = [...byChild]
    .filter(([, parents]) => parents.length > 1)
    .map(([child, parents]) => {
      const said = parents.map(({ parent, nodes }) => `${parent} (of ${nodes.join(', ')})`);
      return error(
        'tf-two-parents',
        `/tf: ${child} has ${parents.length} parents, ${said.join(' and ')}, so it jumps between them; publish one transform of it.`,
      );
    });
  const roots = [...new Set(frames.map(({ parent }) => parent))].filter(
    (parent) => !byChild.has(parent),
  );
  if (roots.length > 1) {
    findings.push(
      warning(
        'tf-two-roots',
        `/tf: the frames form trees with ${roots.length} roots, ${roots.join(', ')}, between which no transform can be looked up; publish one that joins them.`,
      ),
    );
  }
  return findings;
}
