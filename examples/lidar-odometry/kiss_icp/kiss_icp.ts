import { AdaptiveThreshold } from './adaptive_threshold.js';
import { Points } from './points.js';
import { log, Pose } from './pose.js';
import { Deskew, filterRange } from './preprocessing.js';
import { Icp } from './registration.js';
import { VoxelGrid } from './voxel_grid.js';
import { VoxelHashMap } from './voxel_hash_map.js';

/** Parameters, with the names of KISS-ICP's ROS 2 node; lengths in metres. */
export interface KissIcpConfig {
  readonly 'data.max_range': number;
  readonly 'data.min_range': number;
  readonly 'data.deskew': boolean;
  readonly 'mapping.voxel_size': number;
  readonly 'mapping.max_points_per_voxel': number;
  readonly 'adaptive_threshold.initial_threshold': number;
  readonly 'adaptive_threshold.min_motion_th': number;
  readonly 'registration.max_num_iterations': number;
  readonly 'registration.convergence_criterion': number;
}

/** The defaults; the voxel size follows the maximal range unless it is given. */
export function kissIcpConfig(changes: Partial<KissIcpConfig> = {}): KissIcpConfig {
  const maxRange = changes['data.max_range'] ?? 100;
  return {
    'data.max_range': maxRange,
    'data.min_range': 0,
    'data.deskew': true,
    'mapping.voxel_size': maxRange / 100,
    'mapping.max_points_per_voxel': 20,
    'adaptive_threshold.initial_threshold': 2,
    'adaptive_threshold.min_motion_th': 0.1,
    'registration.max_num_iterations': 500,
    'registration.convergence_criterion': 1e-4,
    ...changes,
  };
}

/** What one scan led to. */
export interface ScanResult {
  /** Pose of the sensor in the frame of the first scan. */
  readonly pose: Pose;
  /** Points left by the range filter, and points registered. */
  readonly preprocessed: number;
  readonly registered: number;
  readonly iterations: number;
  readonly correspondences: number;
  /** Norm of the last ICP step. */
  readonly step: number;
  /** Adaptive threshold used for this scan, metres. */
  readonly sigma: number;
}

/**
 * LiDAR odometry after Vizzo et al., "KISS-ICP: In Defense of Point-to-Point ICP" (2023), giving
 * the trajectory of the C++ implementation to rounding errors. One thread, one fixed order of
 * every sum: the same scans give the same bits.
 */
export class KissIcp {
  readonly map: VoxelHashMap;
  readonly threshold: AdaptiveThreshold;
  /** The points of the last scan after deskewing and range filter, sensor frame. */
  readonly frame = new Points();
  /** The points of the last scan that were registered, sensor frame. */
  readonly keypoints = new Points();

  readonly #frameDownsampled = new Points();
  readonly #deskew = new Deskew();
  readonly #grid = new VoxelGrid();
  readonly #icp: Icp;
  #pose = Pose.identity;
  #motion = Pose.identity;

  /** @throws RangeError if a parameter has no meaningful value */
  constructor(readonly config: KissIcpConfig = kissIcpConfig()) {
    requirePositive(config, 'data.max_range');
    requirePositive(config, 'mapping.voxel_size');
    requirePositive(config, 'mapping.max_points_per_voxel');
    requirePositive(config, 'adaptive_threshold.initial_threshold');
    const maxRange = config['data.max_range'];
    this.map = new VoxelHashMap(
      config['mapping.voxel_size'],
      maxRange,
      config['mapping.max_points_per_voxel'],
    );
    this.threshold = new AdaptiveThreshold(
      config['adaptive_threshold.initial_threshold'],
      config['adaptive_threshold.min_motion_th'],
      maxRange,
    );
    this.#icp = new Icp(
      config['registration.max_num_iterations'],
      config['registration.convergence_criterion'],
    );
  }

  /** Pose of the sensor after the last scan. */
  get pose(): Pose {
    return this.#pose;
  }

  /**
   * Registers one scan.
   * @param xyz - points in the sensor frame, x, y, z interleaved, metres
   * @param times - one time per point in any unit, or nothing: then the scan is not deskewed
   */
  registerScan(xyz: Float32Array | Float64Array, times?: ArrayLike<number>): ScanResult {
    this.#preprocess(xyz, times);
    const size = this.config['mapping.voxel_size'];
    this.#grid.downsample(this.frame, size * 0.5, this.#frameDownsampled);
    this.#grid.downsample(this.#frameDownsampled, size * 1.5, this.keypoints);
    const sigma = this.threshold.value;
    const guess = this.#pose.times(this.#motion);
    const { pose, ...icp } = this.#icp.align(this.keypoints, this.map, guess, 3 * sigma, sigma);
    this.threshold.update(guess.inverse().times(pose));
    this.map.update(this.#frameDownsampled, pose);
    this.#motion = this.#pose.inverse().times(pose);
    this.#pose = pose;
    const counts = { preprocessed: this.frame.count, registered: this.keypoints.count };
    return { pose, sigma, ...counts, ...icp };
  }

  #preprocess(xyz: Float32Array | Float64Array, times: ArrayLike<number> | undefined): void {
    const { frame, config } = this;
    frame.reset(Math.floor(xyz.length / 3));
    frame.count = Math.floor(xyz.length / 3);
    frame.xyz.set(xyz);
    if (config['data.deskew'] && times !== undefined && times.length > 0) {
      this.#deskew.apply(frame, times, log(this.#motion));
    }
    filterRange(frame, config['data.min_range'], config['data.max_range']);
  }
}

function requirePositive(config: KissIcpConfig, name: keyof KissIcpConfig): void {
  const value = config[name];
  if (typeof value === 'number' && value > 0 && Number.isFinite(value)) return;
  throw new RangeError(`parameter ${name} is ${value}; it must be a positive number`);
}
