import { OrreryError } from '../errors/index.js';
import { RandomStream } from '../kernel/index.js';
import { type Axis, type Level, levelAt } from './axis.js';
import { type Campaign, MOST_RUNS } from './campaign.js';

/** One combination of the axes. */
export interface Point {
  readonly index: number;
  /** By name of the axis, in the order of the axes. */
  readonly values: Readonly<Record<string, string | number>>;
  readonly words: readonly string[];
  /** The commit at which the system is run; undefined: its files as they are now. */
  readonly revision?: string;
}

/** One run of a campaign. */
export interface PlannedRun {
  /** Number of the run, from 0; it is the same wherever the campaign is continued. */
  readonly row: number;
  readonly point: Point;
  readonly seed: string;
  /** All words of the run, its seed included. */
  readonly words: readonly string[];
}

/**
 * All runs of a campaign: a pure function of it. Rows go through all points with the first seed,
 * then with the next: further seeds add rows at the end and renumber none.
 */
export class CampaignPlan {
  readonly points: readonly Point[];
  readonly #campaign: Campaign;
  /** Of each point, in the order of the axes. */
  readonly #levels: readonly (readonly Level[])[];

  /** @throws OrreryError `ORR_CAMPAIGN_SIZE` */
  constructor(campaign: Campaign) {
    this.#campaign = campaign;
    const { axes, design, seeds } = campaign;
    const each = axes.reduce((product, { levels }) => product * levels.length, 1);
    const points = design.kind === 'grid' ? each : design.points;
    if (points * seeds.length > MOST_RUNS) {
      throw new OrreryError(
        'ORR_CAMPAIGN_SIZE',
        `The campaign "${campaign.name}" has ${points} points with ${seeds.length} seeds each, more than ${MOST_RUNS} runs; give fewer values or seeds, or a latin_hypercube.`,
      );
    }
    this.#levels = design.kind === 'grid' ? grid(axes) : latinHypercube(axes, design);
    this.points = this.#levels.map((levels, index) => this.#pointOf(levels, index));
  }

  #pointOf(levels: readonly Level[], index: number): Point {
    const { axes } = this.#campaign;
    return {
      index,
      values: Object.fromEntries(axes.map(({ name }, i) => [name, levels[i]!.value])),
      words: levels.flatMap(({ words }) => words),
      ...revisionOf(levels),
    };
  }

  get size(): number {
    return this.points.length * this.#campaign.seeds.length;
  }

  /** What a row consists of. */
  cell(row: number): Pick<PlannedRun, 'point' | 'seed'> {
    const { points } = this;
    return {
      point: points[row % points.length]!,
      seed: this.#campaign.seeds[Math.floor(row / points.length)]!,
    };
  }

  /** Runs with the same seed follow each other in the order of the points. */
  run(row: number): PlannedRun {
    const { point, seed } = this.cell(row);
    return this.#planned(row, point, seed);
  }

  /** The run of a row with the settings of another row on all axes except these. */
  mixed(row: number, axes: ReadonlySet<string>, other: number): PlannedRun {
    const [own, others] = [row, other].map((each) => this.cell(each).point.index);
    const levels = this.#campaign.axes.map(({ name }, i) =>
      axes.has(name) ? this.#levels[own!]![i]! : this.#levels[others!]![i]!,
    );
    return this.#planned(row, this.#pointOf(levels, own!), this.cell(row).seed);
  }

  #planned(row: number, point: Point, seed: string): PlannedRun {
    const words = [...this.#campaign.system, ...point.words, '--seed', seed];
    return { row, point, seed, words };
  }
}

/** At most one axis sets it. */
function revisionOf(levels: readonly Level[]): Pick<Point, 'revision'> {
  const revision = levels.find((level) => level.revision !== undefined)?.revision;
  return revision === undefined ? {} : { revision };
}

/** Every combination; the last axis changes first. */
function grid(axes: readonly Axis[]): Level[][] {
  return axes.reduce<Level[][]>(
    (combinations, { levels }) =>
      combinations.flatMap((levelsSoFar) => levels.map((level) => [...levelsSoFar, level])),
    [[]],
  );
}

/** On every axis, each of `points` equal parts of it is used exactly once. */
function latinHypercube(
  axes: readonly Axis[],
  { points, seed }: { readonly points: number; readonly seed: number },
): Level[][] {
  const random = new RandomStream(seed);
  const columns = axes.map((axis) =>
    shuffled(points, random).map((part) => levelAt(axis, (part + random.float()) / points)),
  );
  return Array.from({ length: points }, (_, i) => columns.map((column) => column[i]!));
}

/** 0 … count − 1 in a random order (Fisher, Yates). */
function shuffled(count: number, random: RandomStream): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
