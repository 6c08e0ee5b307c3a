import { pinnedMath } from '../../math/index.js';
import type { Joint, Motion } from '../bodies/robot.js';
import type { ModelDescription } from '../description/description.js';
import { type Pose, planarPose, yawOf } from '../geometry/pose.js';
import type { Vehicle } from '../physics_world.js';
import { BASE, closedFormDescription } from './closed_form_description.js';
import { TurningJoint } from './turning_joint.js';

/** Forward speed in m/s and rate of turn in rad/s, from the joints. */
export type Kinematics = (joints: ReadonlyMap<string, TurningJoint>) => readonly [number, number];

/**
 * A vehicle on wheels that roll without slip: it moves on arcs, exactly, whatever the step. It has no
 * mass and passes through things.
 */
class WheeledVehicle implements Vehicle {
  readonly name: string;
  readonly description: ModelDescription;
  readonly #joints: ReadonlyMap<string, TurningJoint>;
  readonly #kinematics: Kinematics;
  readonly #height: number;
  #x: number;
  #y: number;
  #yaw: number;

  constructor(name: string, joints: readonly string[], kinematics: Kinematics, start: Pose) {
    this.name = name;
    this.description = closedFormDescription(name, joints);
    this.#joints = new Map(joints.map((joint) => [joint, new TurningJoint()]));
    this.#kinematics = kinematics;
    [this.#x, this.#y, this.#height] = start.at;
    this.#yaw = yawOf(start.turned);
  }

  get pose(): Pose {
    const { at, turned } = planarPose(this.#x, this.#y, this.#yaw);
    return { at: [at[0], at[1], this.#height], turned };
  }

  hasLink(link: string): boolean {
    return link === BASE;
  }

  linkPose(): Pose {
    return this.pose;
  }

  motion(): Motion {
    const [speed, turning] = this.#kinematics(this.#joints);
    const { sin, cos } = pinnedMath;
    return {
      linear: [speed * cos(this.#yaw), speed * sin(this.#yaw), 0],
      angular: [0, 0, turning],
    };
  }

  joint(name: string): Joint | undefined {
    return this.#joints.get(name);
  }

  partOf(): object {
    return this;
  }

  push([x, y]: readonly [number, number], turning: number): void {
    const { sin, cos } = pinnedMath;
    const speed = x * cos(this.#yaw) + y * sin(this.#yaw);
    for (const joint of this.#joints.values()) joint.drive(speed);
    void turning;
  }

  advance(dt: number): void {
    const [speed, turning] = this.#kinematics(this.#joints);
    const { sin, cos } = pinnedMath;
    const half = (turning * dt) / 2;
    const way = speed * dt;
    const chord = Math.abs(half) < 1e-12 ? way : (way * sin(half)) / half;
    this.#x += chord * cos(this.#yaw + half);
    this.#y += chord * sin(this.#yaw + half);
    this.#yaw += 2 * half;
    for (const joint of this.#joints.values()) joint.advance(dt);
  }
}

/** Two driven wheels, `left_wheel` and `right_wheel`. */
export function differentialVehicle(
  name: string,
  { separation, diameter }: { readonly separation: number; readonly diameter: number },
  start: Pose,
): WheeledVehicle {
  const kinematics: Kinematics = (joints) => {
    const [left, right] = ['left_wheel', 'right_wheel'].map(
      (joint) => (joints.get(joint)!.velocity * diameter) / 2,
    );
    return [(left! + right!) / 2, (right! - left!) / separation];
  };
  return new WheeledVehicle(name, ['left_wheel', 'right_wheel'], kinematics, start);
}

/** A car: driven wheels, and steered ones a wheel base in front of them. */
export function ackermannVehicle(
  name: string,
  { base, diameter }: { readonly base: number; readonly diameter: number },
  start: Pose,
): WheeledVehicle {
  const kinematics: Kinematics = (joints) => {
    const rear = joints.get('left_wheel')!.velocity + joints.get('right_wheel')!.velocity;
    const speed = (rear * diameter) / 4;
    const { tan } = pinnedMath;
    // The two wheels are steered about one point: the mean of their cotangents is that of the middle.
    const [left, right] = ['left_steering', 'right_steering'].map((joint) =>
      tan(joints.get(joint)!.position),
    );
    const middle = left === 0 || right === 0 ? 0 : 2 / (1 / left! + 1 / right!);
    return [speed, (speed * middle) / base];
  };
  const joints = ['left_wheel', 'right_wheel', 'left_steering', 'right_steering'];
  return new WheeledVehicle(name, joints, kinematics, start);
}
