import { OrreryError } from '../../errors/index.js';
import { pinnedMath } from '../../math/index.js';
import type { Joint } from '../bodies/robot.js';
import { planarPose, rotate, yawOf } from '../geometry/pose.js';
import type {
  AckermannDriveSpec,
  DifferentialDriveSpec,
  OdometryOutput,
  PlanarDriveSpec,
} from './device_specs.js';
import { Odometer } from './odometer.js';
import type { Outlet } from './outlet.js';

/** The part of geometry_msgs/msg/Twist that robots on wheels use. */
export interface Twist {
  readonly linear: { readonly x: number; readonly y: number; readonly z: number };
  readonly angular: { readonly z: number };
}

export const TWIST = 'geometry_msgs/msg/Twist';
const STANDING: Twist = { linear: { x: 0, y: 0, z: 0 }, angular: { z: 0 } };

/** Replaces values that are not finite with 0, because a motor must not get them. */
function finite({ linear, angular }: Twist): Twist {
  const or0 = (value: number) => (Number.isFinite(value) ? value : 0);
  const { x, y, z } = linear;
  return { linear: { x: or0(x), y: or0(y), z: or0(z) }, angular: { z: or0(angular.z) } };
}

export function jointsOf({ robot }: Outlet, names: readonly string[]): Joint[] {
  return names.map((name) => {
    const joint = robot.joint(name);
    if (joint !== undefined) return joint;
    throw new OrreryError(
      'ORR_PHYSICS',
      `The robot ${robot.name} has no joint named "${name}" that turns or slides about one axis; correct the name.`,
    );
  });
}

/** The path of a robot over the ground, computed from the turns of its wheels. */
class DeadReckoning {
  x = 0;
  y = 0;
  yaw = 0;

  /** @param way - m forward @param turn - rad to the left */
  move(way: number, turn: number): void {
    const { sin, cos } = pinnedMath;
    // Along the chord of the arc.
    const half = turn / 2;
    const chord = Math.abs(half) < 1e-9 ? way : (way * sin(half)) / half;
    this.x += chord * cos(this.yaw + half);
    this.y += chord * sin(this.yaw + half);
    this.yaw += turn;
  }
}

/** Wheels on both sides: Gazebo's diff drive. Commands act at the next update, as there. */
export function differentialDrive(spec: DifferentialDriveSpec, outlet: Outlet): void {
  const { separation, acceleration, odometry } = spec;
  const radius = spec.diameter / 2;
  const sides = [jointsOf(outlet, spec.left), jointsOf(outlet, spec.right)] as const;
  const odometer = new Odometer(outlet, odometry);
  let command = STANDING;
  outlet.hear<Twist>(spec.command, TWIST, (twist) => {
    command = finite(twist);
  });
  const speeds: [number, number] = [0, 0];
  const turned: [number, number] = [0, 0];
  const way = new DeadReckoning();
  const seconds = odometry.period / 1e9;
  for (const side of sides) for (const joint of side) joint.drive(0, spec.torque);
  outlet.every(odometry.period, () => {
    const { linear, angular } = command;
    const now = sides.map(
      (side) => side.reduce((sum, { position }) => sum + position, 0) / side.length,
    );
    const [left, right] = [now[0]! - turned[0], now[1]! - turned[1]].map((angle) => angle * radius);
    [turned[0], turned[1]] = [now[0]!, now[1]!];
    way.move((left! + right!) / 2, (right! - left!) / separation);
    if (spec.source === 'world') odometer.tellOf(undefined);
    else {
      const forward = (left! + right!) / 2 / seconds;
      const turning = (right! - left!) / separation / seconds;
      odometer.tell(planarPose(way.x, way.y, way.yaw), {
        linear: [forward, 0, 0],
        angular: [0, 0, turning],
      });
    }
    for (const [index, sign] of [
      [0, -1],
      [1, 1],
    ] as const) {
      const wanted = linear.x + (sign * angular.z * separation) / 2;
      const most = acceleration * seconds;
      const change = Math.max(-most, Math.min(most, wanted - speeds[index]));
      speeds[index] += change;
      for (const joint of sides[index]) joint.drive(speeds[index] / radius, spec.torque);
    }
  });
}

/** A body that slides as commanded. */
export function planarDrive(spec: PlanarDriveSpec, outlet: Outlet): void {
  const odometer = new Odometer(outlet, spec.odometry);
  let command = STANDING;
  outlet.hear<Twist>(spec.command, TWIST, (twist) => {
    command = finite(twist);
  });
  outlet.every(spec.odometry.period, () => {
    const { linear, angular } = command;
    const { robot } = outlet;
    odometer.tellOf(undefined);
    const turned = planarPose(0, 0, yawOf(robot.pose.turned)).turned;
    const [x, y] = rotate(turned, [linear.x, linear.y, 0]);
    robot.push([x, y], angular.z);
  });
}

/** Steered wheels: the inner one turns more. */
export function ackermannDrive(spec: AckermannDriveSpec, outlet: Outlet): void {
  const radius = spec.diameter / 2;
  const [left, right] = [jointsOf(outlet, spec.left), jointsOf(outlet, spec.right)];
  const [steerLeft, steerRight] = jointsOf(outlet, [spec.steerLeft, spec.steerRight]);
  const odometer = new Odometer(outlet, spec.odometry);
  const { tan, atan } = pinnedMath;
  let command = STANDING;
  outlet.hear<Twist>(spec.command, TWIST, (twist) => {
    command = finite(twist);
  });
  outlet.every(spec.odometry.period, () => {
    const { linear, angular } = command;
    odometer.tellOf(undefined);
    const wanted = linear.x === 0 ? 0 : atan((angular.z * spec.base) / linear.x);
    const steer = Math.max(-spec.limit, Math.min(spec.limit, wanted));
    // Curvature of the path of the rear axle's middle.
    const curve = tan(steer) / spec.base;
    const angle = (side: number) =>
      atan((spec.base * curve) / (1 - (side * curve * spec.kingpins) / 2));
    steerLeft!.hold(angle(1), STEERING, STEERING / 10);
    steerRight!.hold(angle(-1), STEERING, STEERING / 10);
    const rim = (side: number) => linear.x * (1 - (side * curve * spec.separation) / 2);
    for (const joint of left) joint.drive(rim(1) / radius, STRONG);
    for (const joint of right) joint.drive(rim(-1) / radius, STRONG);
  });
}

/** N m/rad. */
const STEERING = 50;
/** N m. */
const STRONG = 100;

/** Publishes where a link is. */
export function odometry(link: string, output: OdometryOutput, outlet: Outlet): void {
  const odometer = new Odometer(outlet, output);
  outlet.every(output.period, () => odometer.tellOf(link));
}
