import { compose, conjugate, rotate } from '../geometry/pose.js';
import { add, scale, subtract, type Vector } from '../geometry/vector.js';
import type { ImuSpec } from './device_specs.js';
import { Gaussian } from './gaussian.js';
import { type Outlet, xyz, xyzw } from './outlet.js';

/**
 * An inertial measurement unit: rates of turn, and the mean acceleration since the last measurement, as a mass on a
 * spring feels it. At rest, it shows the force that keeps it from falling.
 */
export function imu(spec: ImuSpec, outlet: Outlet): void {
  const publish = outlet.publisher(spec.topic, 'sensor_msgs/msg/Imu');
  const noise = new Gaussian(outlet.random(spec.name));
  const frame_id = outlet.names.frame(spec.frame);
  const { robot, world } = outlet;
  let before: Vector = robot.motion(spec.link).linear;
  let time = 0;
  const noisy = (value: Vector, [x, y, z]: ImuSpec['angular']): Vector =>
    add(value, [noise.draw(x), noise.draw(y), noise.draw(z)]);
  const covariance = ([x, y, z]: ImuSpec['angular']) => [
    ...[x.deviation * x.deviation, 0, 0],
    ...[0, y.deviation * y.deviation, 0],
    ...[0, 0, z.deviation * z.deviation],
  ];
  outlet.every(spec.period, () => {
    const { turned } = compose(robot.linkPose(spec.link), spec.pose);
    const back = conjugate(turned);
    const { linear, angular } = robot.motion(spec.link);
    const passed = (world.time - time) / 1e9;
    const change = subtract(linear, before);
    const felt = subtract(passed === 0 ? change : scale(change, 1 / passed), world.gravity);
    [before, time] = [linear, world.time];
    publish({
      header: { stamp: outlet.stamp, frame_id },
      orientation: xyzw(turned),
      orientation_covariance: new Array<number>(9).fill(0),
      angular_velocity: xyz(noisy(rotate(back, angular), spec.angular)),
      angular_velocity_covariance: covariance(spec.angular),
      linear_acceleration: xyz(noisy(rotate(back, felt), spec.linear)),
      linear_acceleration_covariance: covariance(spec.linear),
    });
  });
}
