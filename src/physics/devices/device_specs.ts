import type { Pose } from '../geometry/pose.js';

/** What drives or measures a robot, whether its file or the model file says so. Periods are ns. */
export type DeviceSpec =
  | DifferentialDriveSpec
  | PlanarDriveSpec
  | AckermannDriveSpec
  | JointStatesSpec
  | OdometrySpec
  | LidarSpec
  | ImuSpec
  | NavsatSpec
  | RangeSpec
  | LinkFramesSpec;

/** Where odometry goes; topics that are undefined are not published. */
export interface OdometryOutput {
  readonly topic: string | undefined;
  /** Topic of the transform. */
  readonly transform: string | undefined;
  readonly frame: string;
  readonly child: string;
  readonly period: number;
}

export interface DifferentialDriveSpec {
  readonly kind: 'differential';
  readonly left: readonly string[];
  readonly right: readonly string[];
  /** m. */
  readonly separation: number;
  readonly diameter: number;
  /** The acceleration of a wheel's rim in m/s²; Infinity: at once. */
  readonly acceleration: number;
  /** N m. */
  readonly torque: number;
  readonly command: string;
  /** The source of odometry: the turns of the `wheels`, or the true position in the `world`. */
  readonly source: 'wheels' | 'world';
  readonly odometry: OdometryOutput;
}

/** A body that moves over a plane as commanded, whatever its wheels do. */
export interface PlanarDriveSpec {
  readonly kind: 'planar';
  readonly command: string;
  readonly odometry: OdometryOutput;
}

/** Two or more steered and driven wheels, steered as if about one point (Ackermann). */
export interface AckermannDriveSpec {
  readonly kind: 'ackermann';
  /** Driven wheels, then steering joints; left and right. */
  readonly left: readonly string[];
  readonly right: readonly string[];
  readonly steerLeft: string;
  readonly steerRight: string;
  readonly base: number;
  readonly separation: number;
  /** Distance between the kingpins. */
  readonly kingpins: number;
  readonly diameter: number;
  /** rad. */
  readonly limit: number;
  readonly command: string;
  readonly odometry: OdometryOutput;
}

export interface JointStatesSpec {
  readonly kind: 'joint_states';
  /** Empty: all. */
  readonly joints: readonly string[];
  readonly topic: string;
  readonly frame: string;
  readonly period: number;
}

/** Where a link is in the world. */
export interface OdometrySpec {
  readonly kind: 'odometry';
  readonly link: string;
  readonly odometry: OdometryOutput;
}

/** What all sensors have. */
export interface SensorSpec {
  readonly name: string;
  readonly link: string;
  /** In the link. */
  readonly pose: Pose;
  readonly topic: string;
  readonly frame: string;
  readonly period: number;
}

/** Gaussian noise: what is added to every value. */
export interface Noise {
  readonly mean: number;
  readonly deviation: number;
}

/** Rays at equal angles, first and last included. rad and m. */
export interface RaySpec {
  readonly samples: number;
  readonly from: number;
  readonly to: number;
}

export interface LidarSpec extends SensorSpec {
  readonly kind: 'lidar';
  readonly horizontal: RaySpec;
  readonly vertical: RaySpec;
  readonly least: number;
  readonly most: number;
  readonly noise: Noise;
  /** Scans have one row. */
  readonly output: 'scan' | 'points';
}

export interface RangeSpec extends SensorSpec {
  readonly kind: 'range';
  readonly horizontal: RaySpec;
  readonly vertical: RaySpec;
  readonly least: number;
  readonly most: number;
  readonly noise: Noise;
}

export interface ImuSpec extends SensorSpec {
  readonly kind: 'imu';
  /** Of x, y, z. */
  readonly angular: readonly [Noise, Noise, Noise];
  readonly linear: readonly [Noise, Noise, Noise];
}

export interface NavsatSpec extends SensorSpec {
  readonly kind: 'navsat';
  /** m, across and up. */
  readonly horizontal: Noise;
  readonly vertical: Noise;
}

/** The transforms between the links of a robot. */
export interface LinkFramesSpec {
  readonly kind: 'link_frames';
  readonly period: number;
}
