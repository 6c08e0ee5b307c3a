import { type OpenWait, openWaits } from '../client/index.js';
import { type ErrorPlace, formatPlace, OrreryError } from '../errors/index.js';
import type { Client, Graph, GraphNode } from '../graph/index.js';
import { type StackPlace, userPlaceIn } from '../guard/index.js';
import type { Guests } from '../guests/index.js';
import type { Program } from '../system/index.js';

/** A program whose module has not finished evaluating. */
export interface LoadingProgram {
  readonly name: string;
  readonly program: Program;
  /** The top-level `await` that it reached last, if known. */
  readonly place: StackPlace | undefined;
  /** Whether nothing can settle what it awaits, after a collection of everything that is not needed. */
  readonly isLost: () => boolean;
}

interface Stall {
  readonly program: string;
  /** What is waiting, and for what. */
  readonly text: string;
  readonly node: string | undefined;
  readonly place: ErrorPlace | undefined;
}

/** Beyond this number they are only counted. */
const LONGEST_LIST = 10;

/**
 * Finds what programs wait for when nothing is left that could provide it: one error for each.
 *
 * @param guests - what programs in other languages wait for
 */
export function findStalls(
  graph: Graph,
  loading: readonly LoadingProgram[],
  guests: Guests['waits'],
): OrreryError[] {
  const waits = [...awaited(waitsIn(graph)), ...guests.map(stallOfGuest)];
  // What a callback waits for is more informative than the fact that it does not end.
  const known = waits.length > 0 ? waits : unfinished(graph);
  const named = programsOf(known);
  const all = [...known, ...modulesBeside(named, loading)];
  const more = all.length - LONGEST_LIST;
  return all.slice(0, LONGEST_LIST).map(({ text, node, place }, i) => {
    const others = more > 0 && i === LONGEST_LIST - 1 ? ` ${othersWait(more)}` : '';
    const sentence = `Nothing is left to happen, but ${text}. Make sure that it is answered, or give the wait a time limit.${others}`;
    return new OrreryError('ORR_STALLED', sentence, { place: { ...place, node } });
  });
}

const othersWait = (count: number) =>
  count === 1 ? 'One other waits, too.' : `${count} others wait, too.`;

/** What programs are waiting for when the user ends the run: one sentence for each, with its place. */
export function describeWaits(graph: Graph, loading: readonly LoadingProgram[]): string[] {
  const known = awaited(waitsIn(graph));
  const all = [...known, ...modulesBeside(programsOf(known), loading)];
  const shown = all.slice(0, LONGEST_LIST).map(({ text, place }) => {
    const at = place === undefined ? '' : ` (${formatPlace(place)})`;
    return `At the end ${text}${at}.`;
  });
  const more = all.length - shown.length;
  return more > 0 ? [...shown, othersWait(more)] : shown;
}

function waitsIn(graph: Graph): OpenWait[] {
  return [...openWaits(graph)].filter(
    ({ node, service }) => !node.destroyed && !service?.destroyed,
  );
}

const programsOf = (stalls: readonly Stall[]) => new Set(stalls.map(({ program }) => program));

/** The call that a module awaits tells what it waits for, if the call is known. */
function modulesBeside(named: ReadonlySet<string>, loading: readonly LoadingProgram[]): Stall[] {
  return loading.filter(({ name }) => !named.has(name)).map(stallOfModule);
}

function awaited(waits: readonly OpenWait[]): Stall[] {
  return waits.map(({ node, what, from, service }) => {
    const why = service === undefined ? '' : `, ${whyUnanswered(service)}`;
    return stallOf(node, `${node.fullName} waits for ${what}${why}`, from?.stack);
  });
}

function whyUnanswered({ node, name }: Client): string {
  const servers = node.graph.domain(node.domain).findService(name)?.servers ?? [];
  if (servers.length === 0) return 'which no node offers';
  return `which ${servers.map((server) => server.node.fullName).join(' and ')} has not given`;
}

/** Callbacks that are awaiting something. */
function unfinished(graph: Graph): Stall[] {
  return [...new Set([...graph.awaiting.values()].map(({ entity }) => entity))]
    .filter(({ node, destroyed }) => !destroyed && !node.destroyed)
    .map((entity) =>
      stallOf(entity.node, `the callback of ${entity.label()} has not come to its end`, undefined),
    );
}

function stallOf(node: GraphNode, text: string, stack: string | undefined): Stall {
  return { program: node.program, text, node: node.fullName, place: userPlaceIn(stack) };
}

function stallOfGuest({ program, what, file, line }: Guests['waits'][number]): Stall {
  const place = file === '' ? undefined : { file, line };
  return { program, text: `${program} waits for ${what}`, node: undefined, place };
}

function stallOfModule({ name, program, place }: LoadingProgram): Stall {
  const text = `${program.file} still waits in an "await" at top level`;
  return { program: name, text, node: undefined, place };
}
