import { conjugate, type Pose, rotate } from '../geometry/pose.js';
import type { Vector } from '../geometry/vector.js';
import type { OdometryOutput } from './device_specs.js';
import { type Outlet, xyz, xyzw } from './outlet.js';

/** Variances of position, heading and components that are not measured, as Gazebo's drives write them. */
const COVARIANCE = covarianceOf([1e-5, 1e-5, 1e12, 1e12, 1e12, 1e-3]);

/** Publishes where a robot is and how fast it moves, and the transform. */
export class Odometer {
  readonly #outlet: Outlet;
  readonly #output: OdometryOutput;
  readonly #publish: ((message: object) => void) | undefined;
  readonly #publishTransform: ((message: object) => void) | undefined;

  constructor(outlet: Outlet, output: OdometryOutput) {
    const { topic, transform } = output;
    this.#outlet = outlet;
    this.#output = output;
    this.#publish = topic === undefined ? undefined : outlet.publisher(topic, ODOMETRY);
    this.#publishTransform =
      transform === undefined ? undefined : outlet.publisher(transform, 'tf2_msgs/msg/TFMessage');
  }

  /** @param motion - along the axes of the robot */
  tell(pose: Pose, motion: { readonly linear: Vector; readonly angular: Vector }): void {
    const { names, stamp } = this.#outlet;
    const header = { stamp, frame_id: names.frame(this.#output.frame) };
    const child_frame_id = names.frame(this.#output.child);
    this.#publish?.({
      header,
      child_frame_id,
      pose: {
        pose: { position: xyz(pose.at), orientation: xyzw(pose.turned) },
        covariance: COVARIANCE,
      },
      twist: {
        twist: { linear: xyz(motion.linear), angular: xyz(motion.angular) },
        covariance: COVARIANCE,
      },
    });
    const transform = { translation: xyz(pose.at), rotation: xyzw(pose.turned) };
    this.#publishTransform?.({ transforms: [{ header, child_frame_id, transform }] });
  }

  /** Publishes where a link is in the world; undefined means the robot's frame of reference. */
  tellOf(link: string | undefined): void {
    const { robot } = this.#outlet;
    const pose = link === undefined ? robot.pose : robot.linkPose(link);
    const moving = robot.motion(link ?? robot.description.links[0]!.name);
    const back = conjugate(pose.turned);
    const along = { linear: rotate(back, moving.linear), angular: rotate(back, moving.angular) };
    this.tell(pose, along);
  }
}

const ODOMETRY = 'nav_msgs/msg/Odometry';

function covarianceOf(diagonal: readonly number[]): number[] {
  return Array.from({ length: 36 }, (_, i) => (i % 7 === 0 ? diagonal[i / 7]! : 0));
}
