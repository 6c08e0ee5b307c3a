import type { ExploredOutcome, NodeInputs } from '../record/index.js';
import { type Alternative, type Decision, isOrderDecision } from '../schedule/index.js';
import { inOrder } from './in_order.js';
import type { Laboratory } from './laboratory.js';

/** For each number of decisions, how many runs are continued: those most like the failing run. */
const WIDTH = 3;
/** How many decisions are tried where a run departs from the failing one. */
const CHOICES = 24;
/** The most runs to make. */
const RUNS = 400;

export interface WantedOrder {
  /** Decisions that are taken in any case, such as the seed. */
  readonly base: readonly Decision[];
  /** What nodes see in the failing run. */
  readonly goal: NodeInputs;
  /** The most decisions. */
  readonly most: number;
  /** The most runs. Default: 400. */
  readonly runs?: number;
}

export interface ShorterWay {
  /** Fewer decisions that fail in the same way; undefined: none were found. */
  readonly found: readonly Decision[] | undefined;
  readonly runs: number;
}

/** A run on the way, and how similar it is to the failing run. */
interface Station {
  readonly decisions: readonly Decision[];
  readonly explored: ExploredOutcome;
  readonly like: Likeness;
}

/** How long the nodes see the same as in the failing run, in callbacks, and when the first one sees something else. */
interface Likeness {
  readonly callbacks: number;
  /** The time in the failing run; with another seed, it may differ. */
  readonly until: number;
  /** The time in this run. */
  readonly here: number;
}

/**
 * Looks for fewer decisions that show the nodes what they see in a failing run. One decision may have the effect of
 * several, since whichever of two timers is first stays first; so no subset of the found decisions need be enough.
 * From the default run on, this adds a decision where a node first sees something else than in the failing run, and
 * continues the runs that then stay similar longest.
 */
export async function sameOrder(
  laboratory: Laboratory,
  kind: string,
  { base, goal, most, runs: allowed = RUNS }: WantedOrder,
  onStep: () => void,
): Promise<ShorterWay> {
  const wanted = sequencesOf(goal);
  const replay = (decisions: readonly Decision[]) =>
    laboratory.try({ kind: 'replay', decisions }, { alternatives: 10 * CHOICES, inputs: true });
  const start = (await replay(base)).outcome?.explored;
  let stations = start === undefined ? [] : [stationOf(base, start, wanted)];
  let found: readonly Decision[] | undefined;
  let runs = 0;
  for (let size = base.length + 1; size <= most && stations.length > 0; size++) {
    const tried = stations.flatMap((station) => choicesAt(station));
    const next: Station[] = [];
    const before = runs;
    let started = 0;
    await inOrder(
      laboratory.parallel,
      () => (before + started < allowed ? tried[started++] : undefined),
      (decisions) => replay(decisions),
      (decisions, { outcome, failure }) => {
        runs++;
        onStep();
        if (failure?.kind === kind) found = outcome?.explored.decisions ?? decisions;
        if (outcome !== undefined) next.push(stationOf(decisions, outcome.explored, wanted));
        return found === undefined;
      },
    );
    if (found !== undefined) break;
    stations = next.sort((a, b) => b.like.callbacks - a.like.callbacks).slice(0, WIDTH);
  }
  return { found, runs };
}

/** One more decision, at the place where the run departs from the failing one. */
function choicesAt({ decisions, explored, like }: Station): (readonly Decision[])[] {
  const isThere = ({ decision }: Alternative) =>
    !isOrderDecision(decision) || decision.at === like.until || decision.at === like.here;
  return explored.alternatives
    .filter(isThere)
    .slice(0, CHOICES)
    .map(({ decision }) => [...decisions, decision]);
}

interface Sequence {
  readonly what: readonly string[];
  readonly at: readonly number[];
}

type Sequences = ReadonlyMap<string, Sequence>;

const NOTHING: Sequence = { what: [], at: [] };

function sequencesOf({ names, nodes }: NodeInputs): Sequences {
  return new Map(
    Object.entries(nodes).map(([node, { what, at }]) => [
      node,
      { what: what.map((index) => names[index]!), at },
    ]),
  );
}

function stationOf(
  decisions: readonly Decision[],
  explored: ExploredOutcome,
  wanted: Sequences,
): Station {
  const seen: Sequences = explored.inputs === undefined ? new Map() : sequencesOf(explored.inputs);
  let callbacks = 0;
  let until = Number.POSITIVE_INFINITY;
  let here = Number.POSITIVE_INFINITY;
  for (const [node, { what, at }] of wanted) {
    const own = seen.get(node) ?? NOTHING;
    let same = 0;
    while (same < what.length && own.what[same] === what[same]) same++;
    callbacks += same;
    if (same === what.length) continue;
    until = Math.min(until, at[same]!);
    here = Math.min(here, own.at[same] ?? Number.POSITIVE_INFINITY);
  }
  return { decisions, explored, like: { callbacks, until, here } };
}
