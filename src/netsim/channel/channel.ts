import { OrreryError } from '../../errors/index.js';
import type { RandomStreams } from '../../kernel/index.js';
import { pinnedMath } from '../../math/index.js';
import type { ChannelModel, Point } from '../../models/index.js';
import { Fading } from './fading.js';
import { obstaclesBetween } from './obstacles_between.js';
import { freeSpaceLoss, logDistanceLoss, SPEED_OF_LIGHT, umiLoss } from './path_loss.js';
import type { Pose, Surroundings } from './positions.js';
import { boxObstacle, standingObstacle } from './ray_obstacle.js';
import { RayTracer } from './ray_tracer.js';
import { Shadowing } from './shadowing.js';
import { distance } from './vector.js';

export interface ChannelOptions {
  readonly model: ChannelModel;
  /** Names of the agents. */
  readonly agents: readonly string[];
  readonly random: RandomStreams;
  /** Carrier frequency in Hz if the model gives none. */
  readonly frequency: number;
  readonly pose: (agent: number, time: number) => Pose;
  /** The physical world, whose things obstruct signals in addition to the obstacles. */
  readonly world?: Surroundings | undefined;
}

/** The state of the channel between two agents, the same in both directions. */
interface Pair {
  readonly shadowing: Shadowing | undefined;
  readonly fading: Fading | undefined;
  /** When the channel was last evaluated, where the agents were, and how far they had moved by then, in m. */
  time: number;
  first: Point;
  second: Point;
  moved: number;
  /** Received power in dBm and mW. */
  decibels: number;
  milliwatts: number;
}

const MS = 1_000_000;
/** TR 38.901, Table 7.5-6 (UMi street canyon) and Table 7.4.1-1. */
const UMI = { deviation: 4, deviationNlos: 7.82, correlation: 10, correlationNlos: 13, k: 9 };
/** Thermal noise of 20 MHz in dBm. */
const THERMAL_NOISE = -174 + 10 * pinnedMath.log10(20e6);

function ratio(decibels: number): number {
  return pinnedMath.pow(10, decibels / 10);
}

/**
 * How strongly agents receive each other: path loss, shadowing and fading between any two of them, the
 * same in both directions. The channel is a function of time that is constant within a step.
 */
export class Channel {
  /** Least power at which a preamble is detected, and noise, in mW. */
  readonly sensitivity: number;
  readonly noise: number;
  /** Hz. */
  readonly frequency: number;
  readonly #options: ChannelOptions;
  readonly #step: number;
  readonly #pairs: (Pair | undefined)[] = [];
  /** Where each agent is in this step. */
  readonly #places: Point[] = [];
  /** When the channel was last asked for, and when that step began. */
  #asked = -1;
  #time = -1;
  readonly #tracer: RayTracer | undefined;

  constructor(options: ChannelOptions) {
    const { model } = options;
    this.#options = options;
    this.sensitivity = ratio(model.sensitivity ?? -82);
    this.noise = ratio(THERMAL_NOISE + (model.noise_figure ?? 7));
    this.frequency = model.frequency ?? options.frequency;
    this.#step = model.step ?? MS;
    this.#tracer = tracerOf(model, this.frequency, options.world);
  }

  /** Power that one agent now receives from another, in mW. */
  power(from: number, to: number, now: number): number {
    return this.#pair(from, to, now).milliwatts;
  }

  /** Power that one agent now receives from another, in dBm. */
  strength(from: number, to: number, now: number): number {
    return this.#pair(from, to, now).decibels;
  }

  #pair(from: number, to: number, now: number): Pair {
    const { agents } = this.#options;
    if (now !== this.#asked) this.#advance(now);
    const [a, b] = from < to ? [from, to] : [to, from];
    const key = a * agents.length + b;
    const pair = this.#pairs[key] ?? this.#create(a, b, key);
    if (pair.time < this.#time) this.#evaluate(pair, this.#places[a]!, this.#places[b]!);
    return pair;
  }

  /** Updates the positions of all agents once per step. */
  #advance(now: number): void {
    this.#asked = now;
    const time = this.#step === 0 ? now : Math.floor(now / this.#step) * this.#step;
    if (time === this.#time) return;
    this.#time = time;
    const { agents, pose } = this.#options;
    for (let agent = 0; agent < agents.length; agent++) this.#places[agent] = pose(agent, time).at;
  }

  /** Evaluates a pair for this step, unless nothing has changed: most agents of a large fleet stand still. */
  #evaluate(pair: Pair, first: Point, second: Point): void {
    const { fading, tx_power: power = 16 } = this.#options.model;
    const moved =
      relativeMotion(pair, first, second) +
      ((fading?.background_speed ?? 0) * (this.#time - Math.max(0, pair.time))) / 1e9;
    const evaluated = pair.time >= 0;
    pair.time = this.#time;
    if (evaluated && moved === 0 && equal(first, pair.first)) return;
    pair.moved += moved;
    pair.first = first;
    pair.second = second;
    pair.decibels = power + this.#gain(first, second, pair);
    pair.milliwatts = ratio(pair.decibels);
  }

  #create(a: number, b: number, key: number): Pair {
    const { model, random, agents } = this.#options;
    const stream = (kind: string) => random.stream(`network ${kind} ${agents[a]} ${agents[b]}`);
    const pair: Pair = {
      shadowing: model.shadowing && new Shadowing(stream('shadowing')),
      fading: model.fading && new Fading(stream('fading')),
      time: -1,
      first: this.#places[a]!,
      second: this.#places[b]!,
      moved: 0,
      decibels: 0,
      milliwatts: 0,
    };
    this.#pairs[key] = pair;
    return pair;
  }

  /** dB. */
  #gain(a: Point, b: Point, { shadowing, fading, moved }: Pair): number {
    const { model } = this.#options;
    const { antenna_gain: antenna = 0, shadowing: slow = {}, fading: fast = {} } = model;
    const sight = this.#blocking(a, b) === 0;
    let gain = 2 * antenna - this.#pathLoss(a, b);
    if (shadowing !== undefined) {
      const deviation = sight
        ? (slow.deviation ?? UMI.deviation)
        : (slow.deviation_nlos ?? UMI.deviationNlos);
      const correlation =
        slow.correlation_distance ?? (sight ? UMI.correlation : UMI.correlationNlos);
      gain += deviation * shadowing.at(a, b, correlation);
    }
    if (fading !== undefined) {
      const k = sight ? (fast.k_factor ?? UMI.k) : fast.k_factor_nlos;
      const wavelengths = (moved * this.frequency) / SPEED_OF_LIGHT;
      const power = fading.at(wavelengths, k === undefined ? 0 : ratio(k));
      gain += 10 * pinnedMath.log10(Math.max(power, 1e-12));
    }
    return gain;
  }

  /** How much stands between two places. */
  #blocking(a: Point, b: Point): number {
    const { model, world } = this.#options;
    const boxes = obstaclesBetween(a, b, model.obstacles ?? []).length;
    return boxes + (world?.obstaclesBetween(a, b) ?? 0);
  }

  #pathLoss(a: Point, b: Point): number {
    const { path_loss: kind = {} } = this.#options.model;
    if (this.#tracer !== undefined) {
      return -10 * pinnedMath.log10(Math.max(this.#tracer.gain(a, b), 1e-30));
    }
    const d = distance(a, b);
    if (kind.disk !== undefined) return d <= kind.disk.range ? 0 : Number.POSITIVE_INFINITY;
    if (kind.umi !== undefined) return umiLoss(a, b, this.frequency, this.#blocking(a, b) === 0);
    if (kind.log_distance !== undefined) {
      const { exponent = 2, obstacle_loss: loss = 0 } = kind.log_distance;
      return logDistanceLoss(d, this.frequency, exponent) + loss * this.#blocking(a, b);
    }
    return freeSpaceLoss(d, this.frequency);
  }
}

function equal(a: Point, b: Point): boolean {
  return a === b || (a[0] === b[0] && a[1] === b[1] && a[2] === b[2]);
}

/** How far the way from the first agent to the second has changed, in m. */
function relativeMotion({ first: a, second: b }: Pair, first: Point, second: Point): number {
  if (a === first && b === second) return 0;
  const x = second[0] - first[0] - (b[0] - a[0]);
  const y = second[1] - first[1] - (b[1] - a[1]);
  const z = second[2] - first[2] - (b[2] - a[2]);
  return Math.sqrt(x * x + y * y + z * z);
}

/** Planes beyond which rays take too long to find: their number grows with the square. */
const MAX_MIRRORS = 500;

function tracerOf(
  model: ChannelModel,
  frequency: number,
  world: Surroundings | undefined,
): RayTracer | undefined {
  const { path_loss: kind = {}, obstacles = [], ground = true } = model;
  const { ray_tracing: rays, two_ray: two } = kind;
  if (rays === undefined && two === undefined) return undefined;
  const standing = world?.standing ?? [];
  // A plane of the world is the ground.
  const plane = standing.some(({ faces }) =>
    faces.some(({ triangles }) => triangles === undefined),
  );
  const all = [...obstacles.map(boxObstacle), ...standing.map(standingObstacle)];
  const mirrors = all.reduce((sum, { mirrors: { length } }) => sum + length, 0);
  if (rays !== undefined && mirrors > MAX_MIRRORS) {
    throw new OrreryError(
      'ORR_NETWORK',
      `The channel has ${mirrors} plane surfaces, and ray tracing takes at most ${MAX_MIRRORS}; use simpler meshes, or give the channel obstacles instead of the world.`,
    );
  }
  return new RayTracer({
    obstacles: rays === undefined ? [] : all,
    ground: rays === undefined || (ground && !plane),
    order: rays === undefined ? 1 : (rays.order ?? 2),
    permittivity: rays?.permittivity ?? 5.31,
    penetrationLoss: rays?.penetration_loss ?? 5 + (4 * frequency) / 1e9,
    frequency,
  });
}
