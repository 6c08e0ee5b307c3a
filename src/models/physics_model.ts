import type { Point } from './channel_model.js';

/** A physical world with robots in it. Files are paths that can be opened; durations are ns. */
export interface PhysicsModel {
  /** A world of SDF. Default: a plane. */
  readonly world?: string;
  /** Length of a step. Default: what the world gives, else 1 ms. */
  readonly step?: number;
  /** Folders with models and packages. */
  readonly paths?: readonly string[];
  /** What to leave out of the files: elements, types of sensors, plugins. */
  readonly ignore?: readonly string[];
  /** By name. */
  readonly robots?: Readonly<Record<string, RobotModel>>;
}

/** A robot: from a `file` of SDF or URDF, or a `vehicle` in closed form. */
export interface RobotModel {
  readonly file?: string;
  readonly vehicle?: VehicleModel;
  /** m. Default: the origin. */
  readonly at?: Point;
  /** rad. */
  readonly yaw?: number;
  /** Namespace of its node, and of the topics whose names in the file are not absolute. Default: the root. */
  readonly namespace?: string;
  /** Prefix of the names of its frames. */
  readonly frame_prefix?: string;
  /** New names for topics, by the names that the file gives them. */
  readonly remap?: Readonly<Record<string, string>>;
  /** Whether it publishes the transforms between its links. */
  readonly link_frames?: boolean;
  readonly drive?: DriveModel;
  readonly sensors?: readonly SensorModel[];
}

/** Exactly one of these. Lengths in m, speeds in m/s, angles in rad. */
export interface VehicleModel {
  readonly differential?: { readonly separation?: number; readonly diameter?: number };
  readonly ackermann?: { readonly base?: number; readonly diameter?: number };
  readonly quadrotor?: Readonly<Record<string, never>>;
}

/** What all drives have. */
export interface DriveCommon {
  /** Topic of the commands. Default: `cmd_vel`. */
  readonly command?: string;
  /** Topic of the odometry. Default: `odom`. */
  readonly odometry?: string;
  readonly odom_frame?: string;
  readonly base_frame?: string;
  /** Whether odometry goes to /tf, too. Default: true. */
  readonly tf?: boolean;
  /** Hz. Default: 50. */
  readonly rate?: number;
}

/** Exactly one of these. For a vehicle in closed form, the vehicle gives the geometry. */
export interface DriveModel {
  readonly differential?: DriveCommon & {
    /** Names of joints. */
    readonly left?: readonly string[];
    readonly right?: readonly string[];
    readonly separation?: number;
    readonly diameter?: number;
    /** m/s². Default: no limit. */
    readonly acceleration?: number;
    /** N m. Default: 5. */
    readonly torque?: number;
    /** Default: `wheels`. */
    readonly source?: 'wheels' | 'world';
  };
  readonly planar?: DriveCommon;
}

/** What all sensors have. */
export interface SensorCommon {
  /** Default: the first link of the robot. */
  readonly link?: string;
  /** Position in the link, in m. */
  readonly at?: Point;
  readonly topic?: string;
  /** Default: the name of the link. */
  readonly frame?: string;
  /** Hz. */
  readonly rate?: number;
}

/** Exactly one of these; `noise` is the standard deviation of Gaussian noise. */
export interface SensorModel {
  readonly lidar?: SensorCommon & {
    readonly samples?: number;
    /** rad. Default: all around. */
    readonly from?: number;
    readonly to?: number;
    /** Rows of a scanner in space, from `lowest` to `highest` rad. Default: 1. */
    readonly rows?: number;
    readonly lowest?: number;
    readonly highest?: number;
    /** m. Default: 0.1 to 10. */
    readonly least?: number;
    readonly most?: number;
    readonly noise?: number;
  };
  /** Noise in rad/s and m/s². */
  readonly imu?: SensorCommon & { readonly gyro_noise?: number; readonly noise?: number };
  readonly navsat?: SensorCommon & { readonly noise?: number };
}
