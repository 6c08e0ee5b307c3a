/** A point or a vector: x, y, z in m. */
export type Point = readonly [x: number, y: number, z: number];

/** The position of an agent; exactly one of these. */
export interface PositionModel {
  /** It stays there. */
  readonly at?: Point;
  /** It moves in straight lines between these points. */
  readonly trajectory?: readonly TrajectoryPoint[];
  /**
   * Follows the latest message of this topic: nav_msgs/Odometry, geometry_msgs Pose, Point, Transform and their
   * stamped forms, or any message with a field of such a type.
   */
  readonly topic?: string;
  /** Follows this robot, or this model of the world, of the section `physics`. */
  readonly robot?: string;
  /** Follows this frame in /tf, seen from its parent. */
  readonly frame?: string;
}

export interface TrajectoryPoint {
  /** ns since the start. */
  readonly time: number;
  readonly at: Point;
}

/** How a signal fades between two agents: path loss, with shadowing and fading around it. */
export interface ChannelModel {
  /** Default: `{free_space: {}}`. */
  readonly path_loss?: PathLossModel;
  readonly shadowing?: ShadowingModel;
  readonly fading?: FadingModel;
  /** Hz. Default: 2.437 GHz (channel 6), 5.18 GHz for 11a and 11ax. */
  readonly frequency?: number;
  /** dBm. Default: 16. */
  readonly tx_power?: number;
  /** dBi at each end. Default: 0. */
  readonly antenna_gain?: number;
  /** dB. Default: 7. */
  readonly noise_figure?: number;
  /** dBm at which a preamble is still detected. Default: −82. */
  readonly sensitivity?: number;
  /** How often the channel changes, in ns. Default: 1 ms. */
  readonly step?: number;
  /** What stands in the way: boxes with sides along the axes. */
  readonly obstacles?: readonly BoxModel[];
  /** Whether the static parts of the world of the section `physics` stand in the way, too. */
  readonly world?: boolean;
  /** Whether the ground (z = 0) reflects, for ray tracing. Default: true. */
  readonly ground?: boolean;
}

/** A box that blocks the line of sight of signals. */
export interface BoxModel {
  readonly min: Point;
  readonly max: Point;
}

/** Exactly one of these. */
export interface PathLossModel {
  /** No loss up to a range, no signal beyond. */
  readonly disk?: { readonly range: number };
  /** Friis. */
  readonly free_space?: Record<string, never>;
  /** 3GPP TR 38.901 UMi street canyon, with and without line of sight. */
  readonly umi?: Record<string, never>;
  /** Free space up to 1 m, and `10 n log10 d` from there on; each obstacle on the way costs more. */
  readonly log_distance?: {
    readonly exponent?: number;
    /** dB for each obstacle. Default: 0. */
    readonly obstacle_loss?: number;
  };
  /** Direct path and ground reflection (Rappaport, Wireless Communications, 4.6). */
  readonly two_ray?: Record<string, never>;
  /** Images to second order, penetration, diffraction at edges. */
  readonly ray_tracing?: {
    /** Reflections. Default: 2. */
    readonly order?: 0 | 1 | 2;
    /** Relative permittivity of walls and ground. Default: 5.31, concrete (ITU-R P.2040). */
    readonly permittivity?: number;
    /** dB for each obstacle that a ray goes through. Default: TR 38.901 concrete, 5 + 4 f/GHz. */
    readonly penetration_loss?: number;
  };
}

/** Slow variation by things that are not modelled. */
export interface ShadowingModel {
  /** dB in sight. Default: 4 (TR 38.901 UMi). */
  readonly deviation?: number;
  /** dB out of sight. Default: 7.82 (TR 38.901 UMi). */
  readonly deviation_nlos?: number;
  /** m after which the correlation is 1/e. Default: 10 in sight, 13 out of it (Table 7.5-6). */
  readonly correlation_distance?: number;
}

/** Fast variation by many paths. */
export interface FadingModel {
  /** dB: power of the line of sight over that of all other paths (Rician). Default: 9 (TR 38.901 UMi). */
  readonly k_factor?: number;
  /** The same, out of sight. Default: none, which is Rayleigh fading. */
  readonly k_factor_nlos?: number;
  /** Speed in m/s at which the surroundings move, for agents that stand still. Default: 0. */
  readonly background_speed?: number;
}
