import { pinnedMath } from '../../math/index.js';
import type { Joint, Motion } from '../bodies/robot.js';
import type { ModelDescription } from '../description/description.js';
import {
  multiply,
  normalize,
  type Pose,
  planarPose,
  type Quaternion,
  rotate,
  yawOf,
} from '../geometry/pose.js';
import { add, cross, dot, scale, subtract, unit, type Vector, ZERO } from '../geometry/vector.js';
import type { Vehicle } from '../physics_world.js';
import { attitudeRates } from './attitude_rates.js';
import { BASE, closedFormDescription } from './closed_form_description.js';

/** The default gains of PX4 v1.14 (MPC_*, MC_*). */
const GAINS = {
  position: [0.95, 0.95, 1],
  velocity: [1.8, 1.8, 4],
  integral: [0.4, 0.4, 2],
  attitude: [6.5, 6.5, 2.8],
  rate: [20, 20, 10],
} as const;
/** m/s across and up, m/s² across, rad of tilt, rad/s. */
const MOST = { across: 12, up: 3, acceleration: 5, tilt: Math.PI / 4, rate: 3.8, turn: 1.57 };
/** s: rotors follow their command with a lag of first order. */
const ROTOR_LAG = 0.04;
/** Force of the air per mass and speed, 1/s. */
const DRAG = 0.1;
const THRUST_RANGE = [0.1, 2] as const;

/** The command: a velocity relative to its heading and a rate of turn, or a place in the world. */
export type QuadrotorGoal =
  | { readonly velocity: Vector; readonly turning: number }
  | { readonly place: Vector; readonly yaw: number };

/**
 * A quadrotor with a cascade of controllers as PX4 has it: position (P), velocity (PI), attitude (P on
 * the quaternion; Brescianini, Hehn and D'Andrea 2013), rates, rotors with a lag. It passes through
 * things, and stands on the ground at z = 0.
 */
export class Quadrotor implements Vehicle {
  readonly name: string;
  readonly description: ModelDescription;
  readonly #gravity: number;
  #at: Vector;
  #turned: Quaternion;
  #velocity: Vector = ZERO;
  /** In the body. */
  #rates: Vector = ZERO;
  /** Thrust per mass, in m/s². */
  #thrust: number;
  #integral: Vector = ZERO;
  #goal: QuadrotorGoal;

  /** @param gravity - m/s², downwards */
  constructor(name: string, gravity: number, { at, turned }: Pose) {
    this.name = name;
    this.description = closedFormDescription(name, []);
    this.#gravity = gravity;
    this.#at = at;
    this.#turned = turned;
    this.#thrust = gravity;
    this.#goal = { place: at, yaw: yawOf(turned) };
  }

  get pose(): Pose {
    return { at: this.#at, turned: this.#turned };
  }

  hasLink(link: string): boolean {
    return link === BASE;
  }

  linkPose(): Pose {
    return this.pose;
  }

  motion(): Motion {
    return { linear: this.#velocity, angular: rotate(this.#turned, this.#rates) };
  }

  joint(): Joint | undefined {
    return undefined;
  }

  partOf(): object {
    return this;
  }

  push([x, y]: readonly [number, number], turning: number): void {
    const heading = planarPose(0, 0, -yawOf(this.#turned)).turned;
    this.command({ velocity: rotate(heading, [x, y, 0]), turning });
  }

  command(goal: QuadrotorGoal): void {
    this.#goal = goal;
  }

  advance(dt: number): void {
    const wanted = this.#wantedAcceleration(dt);
    const up = rotate(this.#turned, [0, 0, 1]);
    const thrust = Math.max(
      THRUST_RANGE[0] * this.#gravity,
      Math.min(THRUST_RANGE[1] * this.#gravity, dot(wanted, up)),
    );
    const follow = Math.min(1, dt / ROTOR_LAG);
    this.#thrust += (thrust - this.#thrust) * follow;
    this.#turn(unit(wanted), dt);
    const force = subtract(scale(rotate(this.#turned, [0, 0, 1]), this.#thrust), [
      0,
      0,
      this.#gravity,
    ]);
    this.#velocity = add(this.#velocity, scale(subtract(force, scale(this.#velocity, DRAG)), dt));
    this.#at = add(this.#at, scale(this.#velocity, dt));
    if (this.#at[2] >= 0) return;
    this.#at = [this.#at[0], this.#at[1], 0];
    this.#velocity = [this.#velocity[0], this.#velocity[1], Math.max(0, this.#velocity[2])];
  }

  /** The acceleration that the rotors should produce, including gravity. */
  #wantedAcceleration(dt: number): Vector {
    const goal = this.#goal;
    const asked: Vector =
      'place' in goal
        ? perAxis(subtract(goal.place, this.#at), GAINS.position)
        : rotate(planarPose(0, 0, yawOf(this.#turned)).turned, goal.velocity);
    const across = Math.hypot(asked[0], asked[1]);
    const share = across > MOST.across ? MOST.across / across : 1;
    const up = Math.max(-MOST.up, Math.min(MOST.up, asked[2]));
    const error = subtract([asked[0] * share, asked[1] * share, up], this.#velocity);
    const pulled = add(perAxis(error, GAINS.velocity), this.#integral);
    const level = Math.hypot(pulled[0], pulled[1]);
    const most = Math.min(MOST.acceleration, pinnedMath.tan(MOST.tilt) * this.#gravity);
    const held = level > most ? most / level : 1;
    // An error that the rotors cannot correct is not integrated, or the vehicle would overshoot later.
    if (held === 1) this.#integral = add(this.#integral, scale(perAxis(error, GAINS.integral), dt));
    return [
      pulled[0] * held,
      pulled[1] * held,
      Math.max(pulled[2], -0.9 * this.#gravity) + this.#gravity,
    ];
  }

  /** Turns the thrust towards a direction, and the nose as asked. */
  #turn(direction: Vector, dt: number): void {
    const goal = this.#goal;
    const yaw = 'place' in goal ? goal.yaw : yawOf(this.#turned);
    const nose: Vector = [pinnedMath.cos(yaw), pinnedMath.sin(yaw), 0];
    const left = unit(cross(direction, nose));
    const wanted = attitudeRates(
      this.#turned,
      [cross(left, direction), left, direction],
      GAINS.attitude,
    );
    const turning = 'place' in goal ? wanted[2] : goal.turning;
    const asked: Vector = [
      clamp(wanted[0], MOST.rate),
      clamp(wanted[1], MOST.rate),
      clamp(turning, MOST.turn),
    ];
    const change = perAxis(subtract(asked, this.#rates), GAINS.rate);
    this.#rates = add(this.#rates, scale(change, dt));
    const half = scale(this.#rates, dt / 2);
    const spin: Quaternion = [Math.sqrt(Math.max(0, 1 - dot(half, half))), ...half];
    this.#turned = normalize(multiply(this.#turned, spin));
  }
}

function clamp(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

function perAxis(value: Vector, gains: readonly [number, number, number]): Vector {
  return [value[0] * gains[0], value[1] * gains[1], value[2] * gains[2]];
}
