/**
 * Tries every order of a run that nodes can distinguish once: dynamic partial-order reduction with source sets
 * (Abdulla, Aronis, Jonsson, Sagonas, POPL 2014) and sleep sets (Godefroid 1996). Two independent steps need not be
 * exchanged; for dependent steps, both orders are tried. Steps of different instants are never exchanged.
 */
import { type Footprint, meet, type PathStrategy, type StepReport } from '../schedule/index.js';

/** A moment at which several steps could run. */
interface Place {
  /** The choices that lead to it. */
  readonly path: readonly number[];
  readonly candidates: readonly string[];
  /** Steps that need not run first here: another branch covers the runs that begin with them. */
  readonly sleepers: ReadonlyMap<string, Footprint>;
  /** Steps that were or will be run here, in order of their start, with their footprints once known. */
  readonly begun: Map<string, Footprint | undefined>;
  /** Steps that must be tried here unless they are sleepers. */
  readonly wanted: Set<string>;
}

/** A step and what it depended on. */
interface LoggedStep {
  readonly what: string;
  readonly footprint: Footprint;
  readonly at: number;
  /** The place at which it was chosen; undefined if nothing else could run. */
  readonly place: Place | undefined;
}

/** A branch of the tree to be run. */
export interface Branch {
  readonly strategy: PathStrategy;
  /** The places on its path, including the one at which it branches off. */
  readonly places: readonly Place[];
  readonly what: string | undefined;
  /** How many choices up to its beginning are not the first candidate. */
  readonly departures: number;
}

/** Which branch to run next: the open ones in, the index of one out. */
export type Draw = (open: readonly Branch[]) => number;

/**
 * The open branch that departs earliest. If each of them goes on at random after its path, every way to begin has been
 * seen after as many runs as there are ways, however much may follow.
 */
export const earliest: Draw = (open) =>
  open.reduce((best, { places }, index) => {
    return places.length < open[best]!.places.length ? index : best;
  }, 0);

/** The strategy before the path is known. */
const ROOT: PathStrategy = { kind: 'path', choices: [], sleepers: [] };

export class OrderTree {
  /** Branches still to be tried, those with the fewest departures from the default first. */
  readonly #open: Branch[] = [];
  #underWay = 0;
  #asleep = 0;
  #runs = 0;
  /** For each run, the number of orders if all had as many choices as this one, added up. */
  #weights = 0;
  #unfit: string | undefined;

  constructor() {
    this.#open.push({ strategy: ROOT, places: [], what: undefined, departures: 0 });
  }

  /** Why nothing can be said about all orders; undefined if something can. */
  get unfit(): string | undefined {
    return this.#unfit;
  }

  get runs(): number {
    return this.#runs;
  }

  /** The number of runs that showed an order of their own. */
  get orders(): number {
    return this.#runs - this.#asleep;
  }

  /**
   * About how many orders there are, by the runs so far: the mean of the products of the branches on their paths (Knuth,
   * Estimating the efficiency of backtrack programs, 1975). Infinite before the first run.
   */
  get estimate(): number {
    return this.#runs === 0 ? Number.POSITIVE_INFINITY : this.#weights / this.#runs;
  }

  /** Whether every order was run. */
  get complete(): boolean {
    const isDone = this.#open.length === 0 && this.#underWay === 0;
    return isDone && this.#unfit === undefined;
  }

  /**
   * The next branch to run; undefined if none is known at present.
   *
   * @param draw - chooses among the open branches. Default: the one with the fewest departures
   */
  next(draw: Draw = () => 0): Branch | undefined {
    if (this.#unfit !== undefined || this.#open.length === 0) return undefined;
    const [branch] = this.#open.splice(draw(this.#open), 1);
    if (branch === undefined) return undefined;
    this.#underWay++;
    const place = branch.places.at(-1);
    if (place === undefined) return branch;
    // Only now is it known which other steps at this place have been started.
    place.begun.delete(branch.what!);
    place.begun.set(branch.what!, undefined);
    const index = place.candidates.indexOf(branch.what!);
    const choices = [...place.path, index];
    return {
      ...branch,
      strategy: { kind: 'path', choices, sleepers: sleepersOf(place, branch.what!) },
    };
  }

  /** Notes the run of a branch. The report is undefined if the thread was lost. */
  made(branch: Branch, report: StepReport | undefined): void {
    this.#underWay--;
    this.#runs++;
    if (report === undefined) this.#unfit ??= 'a run was lost';
    else if (report.unfit !== undefined) this.#unfit ??= report.unfit;
    if (report === undefined || this.#unfit !== undefined) return;
    if (report.asleep) this.#asleep++;
    const steps = this.#logged(branch, report);
    if (steps !== undefined) this.#findRaces(steps, branch);
  }

  /** The steps of a run with their places; undefined if the run did not repeat its path. */
  #logged(branch: Branch, { names, steps }: StepReport): LoggedStep[] | undefined {
    const logged: LoggedStep[] = [];
    const path: number[] = [];
    let sleepers = new Map(branch.strategy.sleepers.map((each) => [each.what, each.footprint]));
    const forced = branch.strategy.choices.length;
    for (const step of steps) {
      const footprint = step.footprint.map((index) => names[index]!);
      const what = names[step.what]!;
      let place: Place | undefined;
      if (step.choice !== undefined) {
        const candidates = step.choice.map((index) => names[index]!);
        const known = branch.places[path.length];
        if (known !== undefined && known.candidates.join('\n') !== candidates.join('\n')) {
          this.#unfit = 'a run does not repeat what another began with';
          return undefined;
        }
        place = known ?? {
          path: [...path],
          ...{ candidates, sleepers, begun: new Map(), wanted: new Set() },
        };
        path.push(candidates.indexOf(what));
        place.begun.set(what, footprint);
        place.wanted.add(what);
      }
      // The sleepers of the last choice on the path apply from that choice on.
      if (path.length >= forced) {
        sleepers = new Map([...sleepers].filter(([, each]) => !meet(each, footprint)));
      }
      logged.push({ what, footprint, at: step.at, place });
    }
    if (path.length < forced) this.#unfit = 'a run does not repeat what another began with';
    return logged;
  }

  /** Finds pairs of steps that could have run in reverse order, and notes what must be tried for each. */
  #findRaces(steps: readonly LoggedStep[], { strategy }: Branch): void {
    let begin = 0;
    let choices = 0;
    const places: Place[] = [];
    /** For each step, the earlier steps of its instant on which it depends. */
    const needs: Set<number>[] = [];
    for (const [index, step] of steps.entries()) {
      if (step.at !== steps[begin]!.at) begin = index;
      if (step.place !== undefined) {
        places.push(step.place);
        choices++;
      }
      const own = new Set<number>();
      needs.push(own);
      const isNew = choices >= strategy.choices.length;
      for (let earlier = index - 1; earlier >= begin; earlier--) {
        if (own.has(earlier) || !meet(steps[earlier]!.footprint, step.footprint)) continue;
        if (isNew) this.#reverse(steps, needs, earlier, index, places);
        own.add(earlier);
        for (const each of needs[earlier]!) own.add(each);
      }
    }
    this.#weights += places.reduce((product, { begun }) => product * begun.size, 1);
  }

  /** Notes that the later step, with what it needs besides the earlier one, must be tried before the earlier one. */
  #reverse(
    steps: readonly LoggedStep[],
    needs: readonly ReadonlySet<number>[],
    earlier: number,
    later: number,
    places: readonly Place[],
  ): void {
    const { place } = steps[earlier]!;
    if (place === undefined || isMadePossible(steps, earlier, later)) return;
    const first: number[] = [];
    for (let index = earlier + 1; index <= later; index++) {
      if (index !== later && needs[index]!.has(earlier)) continue;
      if ([...needs[index]!].every((each) => each <= earlier)) first.push(index);
    }
    const initials = first.map((index) => steps[index]!.what);
    const known = places.slice(0, places.indexOf(place) + 1);
    if (initials.some((what) => isAmbiguous(what, place))) {
      for (const what of place.candidates) this.#try(known, what);
      return;
    }
    if (initials.some((what) => place.wanted.has(what))) return;
    const chosen = initials.find((what) => place.candidates.includes(what));
    if (chosen !== undefined) this.#try(known, chosen);
    // Otherwise the earlier step makes the later one possible.
    else if (initials.length > 1) for (const what of place.candidates) this.#try(known, what);
  }

  #try(places: readonly Place[], what: string): void {
    const place = places.at(-1)!;
    if (place.wanted.has(what)) return;
    place.wanted.add(what);
    if (place.sleepers.has(what)) return;
    place.begun.set(what, undefined);
    const departed = [...place.path, place.candidates.indexOf(what)].filter((index) => index > 0);
    const departures = departed.length;
    const before = this.#open.findLastIndex((each) => each.departures <= departures);
    this.#open.splice(before + 1, 0, { strategy: ROOT, places, what, departures });
  }
}

/**
 * Whether the later step could run only because the earlier one had. Whatever else could make it possible meets the
 * earlier one, since it puts something into the same queue, and so changes places with it on its own account.
 */
function isMadePossible(steps: readonly LoggedStep[], earlier: number, later: number): boolean {
  const { what } = steps[later]!;
  const { candidates = [] } = steps[earlier]!.place ?? {};
  const next = steps[earlier + 1]!;
  const after = next.place?.candidates ?? [next.what];
  return after.includes(what) && !candidates.some((each) => plainName(each) === plainName(what));
}

/** Whether several candidates have this name apart from their numbers, which depend on who runs. */
function isAmbiguous(what: string, { candidates }: Place): boolean {
  const plain = plainName(what);
  return candidates.some((each) => each !== what && plainName(each) === plain);
}

function plainName(what: string): string {
  return what.replace(/ #\d+$/, '');
}

/** The steps that were started before this one at this place, and those that already slept there. */
function sleepersOf(place: Place, what: string) {
  const all = new Map(place.sleepers);
  for (const [each, footprint] of place.begun) {
    if (each === what) break;
    if (footprint !== undefined) all.set(each, footprint);
  }
  const isPlain = (each: string) => !/ #\d+$/.test(each) && !isAmbiguous(each, place);
  return [...all].flatMap(([each, footprint]) =>
    isPlain(each) ? [{ what: each, footprint }] : [],
  );
}
