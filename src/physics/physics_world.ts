import { RigidWorld } from './bodies/rigid_world.js';
import type { Robot } from './bodies/robot.js';
import type { EarthOrigin, ModelDescription, WorldDescription } from './description/description.js';
import type { Pose } from './geometry/pose.js';
import { compose } from './geometry/pose.js';
import { type Solid, solidOf, solidsBetween } from './geometry/solid.js';
import { StandingThing } from './geometry/standing_thing.js';
import type { Vector } from './geometry/vector.js';

/** Something that moves by a formula, without Rapier. */
export interface Vehicle extends Robot {
  /** Moves it on by `dt` s. */
  advance(dt: number): void;
}

/**
 * The world of a run: things that never move, robots, and the solids that rays meet. It is simulated on demand, up
 * to the present moment and in steps of equal length, so how often somebody looks changes nothing.
 */
export class PhysicsWorld {
  readonly gravity: Vector;
  readonly origin: EarthOrigin | undefined;
  /** ns. */
  readonly step: number;
  readonly #robots = new Map<string, Robot>();
  readonly #vehicles: Vehicle[] = [];
  readonly #models: readonly ModelDescription[];
  readonly #standing: Solid[] = [];
  #things: readonly StandingThing[] | undefined;
  #rigid: RigidWorld | undefined;
  #steps = 0;

  /** @param step - ns */
  constructor(description: WorldDescription, step: number) {
    this.gravity = description.gravity;
    this.origin = description.origin;
    this.step = step;
    this.#models = description.models;
    for (const model of description.models) this.#place(model);
  }

  /** Adds the moving parts of the world; if there are any, Rapier has been loaded by now. */
  start(): void {
    if (this.#models.some(({ isStatic }) => !isStatic)) this.#bodies();
  }

  /** Places the solids that never move, without Rapier, which vehicles in closed form do not need. */
  #place(model: ModelDescription): void {
    if (!model.isStatic) return;
    for (const link of model.links) {
      for (const { shape, pose } of link.collisions) {
        const placed = compose(compose(model.pose, link.pose), pose);
        this.#standing.push(solidOf(shape, link, placed));
      }
    }
  }

  #bodies(): RigidWorld {
    if (this.#rigid === undefined) {
      this.#rigid = new RigidWorld(this.gravity, this.step / 1e9);
      for (const model of this.#models) {
        const robot = this.#rigid.add(model.name, model, model.pose);
        this.#robots.set(model.name, robot);
      }
    }
    return this.#rigid;
  }

  /** Adds a robot whose links are rigid bodies. */
  addRobot(name: string, description: ModelDescription, pose: Pose): Robot {
    const robot = this.#bodies().add(name, description, pose);
    this.#robots.set(name, robot);
    return robot;
  }

  addVehicle(vehicle: Vehicle): void {
    this.#vehicles.push(vehicle);
    this.#robots.set(vehicle.name, vehicle);
  }

  /** A robot or a model of the world. */
  robot(name: string): Robot | undefined {
    return this.#robots.get(name);
  }

  /** Where a robot or model is at a time; undefined if there is none with that name. */
  robotPose(name: string, time: number): Pose | undefined {
    this.advanceTo(time);
    return this.#robots.get(name)?.pose;
  }

  /** Virtual time of the state, in ns since the start. */
  get time(): number {
    return this.#steps * this.step;
  }

  /** Simulates all steps that end by `time`, in ns since the start. */
  advanceTo(time: number): void {
    const steps = Math.floor(time / this.step);
    const dt = this.step / 1e9;
    while (this.#steps < steps) {
      for (const vehicle of this.#vehicles) vehicle.advance(dt);
      this.#rigid?.step();
      this.#steps++;
    }
  }

  /** What rays meet now. */
  get solids(): readonly Solid[] {
    if (this.#rigid === undefined) return this.#standing;
    this.#rigid.refresh();
    return this.#rigid.solids;
  }

  /** How many things that never move stand between two places. */
  obstaclesBetween(a: Vector, b: Vector): number {
    return solidsBetween(this.#standing, a, b);
  }

  /** The things that never move, as radio waves meet them. */
  get standing(): readonly StandingThing[] {
    this.#things ??= this.#standing.map((solid) => new StandingThing(solid));
    return this.#things;
  }

  /** The whole state, from which the future follows. */
  snapshot(): Uint8Array {
    const rigid = this.#rigid?.snapshot() ?? new Uint8Array(0);
    const numbers = this.#vehicles.flatMap(({ pose }) => [...pose.at, ...pose.turned]);
    const moving = new Uint8Array(Float64Array.from(numbers).buffer);
    const all = new Uint8Array(rigid.length + moving.length);
    all.set(rigid);
    all.set(moving, rigid.length);
    return all;
  }
}
