/**
 * What a step of a run touches: `*` everything, `in p` the memory of a process (or of a node, if nodes are declared
 * to share nothing), `>/t` it puts something into the queues of a topic, `</t` it takes something out of its own
 * queue there.
 */
export type Footprint = readonly string[];

/** Touches everything, so the step keeps its place among all steps. */
export const EVERYTHING = '*';

/** Whether two steps may not change places, because the result could differ. */
export function meet(one: Footprint, other: Footprint): boolean {
  return one.some((each) => each === EVERYTHING || touches(other, each)) || isWide(other);
}

function isWide(footprint: Footprint): boolean {
  return footprint.includes(EVERYTHING);
}

/** Two steps that take from one topic have separate queues. */
function touches(footprint: Footprint, what: string): boolean {
  const kind = what[0];
  if (kind === '<') return footprint.includes(`>${what.slice(1)}`);
  if (kind === '>' && footprint.includes(`<${what.slice(1)}`)) return true;
  return footprint.includes(what);
}
