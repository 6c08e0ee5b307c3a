import type { Pose } from '../geometry/pose.js';
import type { Shape } from '../geometry/shape.js';
import type { Vector } from '../geometry/vector.js';
import type { XmlElement } from './xml_element.js';

/** What a file says about a world. Lengths in m, masses in kg, angles in rad, times in s. */
export interface WorldDescription {
  readonly name: string;
  readonly gravity: Vector;
  /** Length of a step in s. */
  readonly step: number | undefined;
  /** Where on Earth the origin is. */
  readonly origin: EarthOrigin | undefined;
  readonly models: readonly ModelDescription[];
}

/** Degrees, and m above the ellipsoid. `heading` turns the x axis from east to north. */
export interface EarthOrigin {
  readonly latitude: number;
  readonly longitude: number;
  readonly elevation: number;
  readonly heading: number;
}

/** A robot, or a thing. */
export interface ModelDescription {
  readonly name: string;
  readonly isStatic: boolean;
  /** In the world. */
  readonly pose: Pose;
  readonly links: readonly LinkDescription[];
  readonly joints: readonly JointDescription[];
  readonly plugins: readonly XmlElement[];
}

export interface LinkDescription {
  readonly name: string;
  /** In the model. */
  readonly pose: Pose;
  readonly inertial: Inertial;
  readonly collisions: readonly Collision[];
  readonly sensors: readonly SensorDescription[];
}

/** Mass, its centre in the link, and the tensor of inertia about it: xx, yy, zz, xy, xz, yz. */
export interface Inertial {
  readonly mass: number;
  readonly pose: Pose;
  readonly tensor: readonly [number, number, number, number, number, number];
}

export interface Collision {
  readonly shape: Shape;
  /** In the link. */
  readonly pose: Pose;
  /** Coulomb's coefficient; of two, the smaller one applies. */
  readonly friction: number;
  readonly restitution: number;
}

/** A sensor as the file describes it; its pose is relative to the link. */
export interface SensorDescription {
  readonly name: string;
  readonly type: string;
  readonly pose: Pose;
  readonly element: XmlElement;
}

export interface JointDescription {
  readonly name: string;
  readonly kind: 'fixed' | 'revolute' | 'prismatic' | 'ball';
  /** Names of links; `world` may be the parent. */
  readonly parent: string;
  readonly child: string;
  /** In the model. */
  readonly pose: Pose;
  /** Of length 1, in the model. */
  readonly axis: Vector;
  /** rad or m; infinite: no limit. */
  readonly lower: number;
  readonly upper: number;
  readonly damping: number;
}
