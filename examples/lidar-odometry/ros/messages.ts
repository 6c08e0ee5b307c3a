import { Pose } from '../kiss_icp/pose.js';

/** What a node publishes with. */
export interface Output {
  publish(message: unknown): void;
}

/** `builtin_interfaces/msg/Time`. */
export interface TimeMsg {
  readonly sec: number;
  readonly nanosec: number;
}

/** `std_msgs/msg/Header`. */
export interface HeaderMsg {
  readonly stamp: TimeMsg;
  readonly frame_id: string;
}

interface Vector3Msg {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

interface QuaternionMsg extends Vector3Msg {
  readonly w: number;
}

/** `geometry_msgs/msg/Pose`. */
export interface PoseMsg {
  readonly position: Vector3Msg;
  readonly orientation: QuaternionMsg;
}

/** `geometry_msgs/msg/TransformStamped`. */
export interface TransformStampedMsg {
  readonly header: HeaderMsg;
  readonly child_frame_id: string;
  readonly transform: { readonly translation: Vector3Msg; readonly rotation: QuaternionMsg };
}

/** `nav_msgs/msg/Odometry`. */
export interface OdometryMsg {
  readonly header: HeaderMsg;
  readonly child_frame_id: string;
  readonly pose: { readonly pose: PoseMsg; readonly covariance: Float64Array };
  readonly twist: {
    readonly twist: { readonly linear: Vector3Msg; readonly angular: Vector3Msg };
    readonly covariance: Float64Array;
  };
}

export function vector(x: number, y: number, z: number): Vector3Msg {
  return { x, y, z };
}

export function poseToMsg(pose: Pose): PoseMsg {
  return {
    position: vector(pose.tx, pose.ty, pose.tz),
    orientation: { x: pose.qx, y: pose.qy, z: pose.qz, w: pose.qw },
  };
}

export function poseFromMsg({ position: p, orientation: q }: PoseMsg): Pose {
  return new Pose(q.x, q.y, q.z, q.w, p.x, p.y, p.z);
}

export function transformToMsg(
  header: HeaderMsg,
  childFrame: string,
  pose: Pose,
): TransformStampedMsg {
  const { position: translation, orientation: rotation } = poseToMsg(pose);
  return { header, child_frame_id: childFrame, transform: { translation, rotation } };
}

export function transformFromMsg({ transform: t }: TransformStampedMsg): Pose {
  return poseFromMsg({ position: t.translation, orientation: t.rotation });
}

/** Variances of a pose: the same for the three positions and for the three angles. */
export interface Variances {
  readonly position: number;
  readonly orientation: number;
}

/** Velocity forwards (m/s) and yaw rate (rad/s). */
export interface PlanarVelocity {
  readonly forward: number;
  readonly yawRate: number;
}

export function odometryToMsg(
  header: HeaderMsg,
  childFrame: string,
  pose: Pose,
  variances: Variances,
  velocity: PlanarVelocity = { forward: 0, yawRate: 0 },
): OdometryMsg {
  const covariance = new Float64Array(36);
  for (let i = 0; i < 3; i++) {
    covariance[7 * i] = variances.position;
    covariance[21 + 7 * i] = variances.orientation;
  }
  const { forward, yawRate } = velocity;
  const twist = { linear: vector(forward, 0, 0), angular: vector(0, 0, yawRate) };
  return {
    header,
    child_frame_id: childFrame,
    pose: { pose: poseToMsg(pose), covariance },
    twist: { twist, covariance: new Float64Array(36) },
  };
}
