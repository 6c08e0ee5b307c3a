import type { KnownNames } from '../errors/index.js';
import type { Distro, TypeRegistry } from '../interfaces/index.js';
import type { StaleHeap } from '../kernel/index.js';

/** Options of a `Simulation`; all have defaults. */
export interface SimulationOptions {
  /** What the clock reads at the start, in ns since the epoch. Default: 0. */
  readonly initialTime?: bigint;
  /** Seed of the random streams of models; `orrery run` alone seeds what user code draws itself. Default: 0. */
  readonly seed?: bigint | number | string;
  /** Selects what differs between distributions. Default: `jazzy`. */
  readonly distro?: Distro;
  /** Interface types. Default: those of the distribution and `AMENT_PREFIX_PATH`. */
  readonly types?: TypeRegistry;
  /** `kept` reproduces rclcpp's defects with cancelled and reset timers. Default: `repaired`. */
  readonly staleHeap?: StaleHeap;
  /** Whether the digest of the callbacks' order is kept. Default: true. */
  readonly orderDigest?: boolean;
  /** Virtual seconds per second of the wall clock, at most. Default: as fast as possible. */
  readonly rate?: number;
  /**
   * Called between two turns of the crank, at least every 20,000 callbacks, and while time is held,
   * to check the real world.
   */
  readonly onTurn?: () => void;
  /** Callbacks allowed in one instant before it is reported as a cycle. Default: 1,000,000. */
  readonly instantLimit?: number;
}

export const SIMULATION_OPTIONS: KnownNames<SimulationOptions> = {
  ...{ initialTime: true, seed: true, distro: true, types: true, staleHeap: true },
  ...{ orderDigest: true, rate: true, onTurn: true, instantLimit: true },
};
