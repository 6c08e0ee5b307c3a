import type { ModelDescription } from '../description/description.js';
import type { Pose } from '../geometry/pose.js';
import type { Vector } from '../geometry/vector.js';

/** The velocity of a point and the rate of turn of its link: m/s and rad/s, along the axes of the world. */
export interface Motion {
  readonly linear: Vector;
  readonly angular: Vector;
}

/** A joint with one axis. */
export interface Joint {
  /** rad or m since the start. */
  readonly position: number;
  /** rad/s or m/s. */
  readonly velocity: number;
  /** From now on a motor holds this velocity with at most this torque or force. */
  drive(velocity: number, most: number): void;
  /** From now on a motor holds this position. */
  hold(position: number, stiffness: number, damping: number): void;
}

/** A robot as its drives and sensors see it, whether bodies or formulas move it. */
export interface Robot {
  readonly name: string;
  readonly description: ModelDescription;
  /** The pose of its frame of reference, the model's. */
  readonly pose: Pose;
  /** Whether it has a link with that name. */
  hasLink(link: string): boolean;
  /** The pose of a link in the world. */
  linkPose(link: string): Pose;
  /** The motion of the origin of a link. */
  motion(link: string): Motion;
  /** Undefined if there is no joint with that name and one axis. */
  joint(name: string): Joint | undefined;
  /** Sets its velocity over the ground, in the world's frame, and its rate of turn. */
  push(velocity: readonly [number, number], turning: number): void;
  /** The owner of the solids of a link, which only its own sensors do not see. */
  partOf(link: string): object;
}
