import type { ModelDescription } from '../description/description.js';
import type { Pose } from '../geometry/pose.js';
import type { Vector } from '../geometry/vector.js';

/** How fast a point moves and its link turns: m/s and rad/s, along the axes of the world. */
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

/** A robot as its drives and sensors know it, whatever moves it. */
export interface Robot {
  readonly name: string;
  readonly description: ModelDescription;
  /** The pose of its frame of reference, the model's. */
  readonly pose: Pose;
  /** Whether it has a link of that name. */
  hasLink(link: string): boolean;
  /** In the world. */
  linkPose(link: string): Pose;
  /** Of the origin of a link. */
  motion(link: string): Motion;
  /** Undefined: there is none of that name with one axis. */
  joint(name: string): Joint | undefined;
  /** Gives it a velocity over the ground, in the world, and a rate of turn. */
  push(velocity: readonly [number, number], turning: number): void;
  /** What its own sensors do not see of a link, and others do. */
  partOf(link: string): object;
}
