import type { KnownNames } from '../errors/index.js';
import type { RunConfig } from '../system/index.js';
import type { Campaign } from './campaign.js';
import type { CampaignFolders } from './open_campaign.js';

/** The progress of a campaign. */
export interface CampaignProgress {
  readonly size: number;
  readonly done: number;
  /** How many of these had a result before. */
  readonly cached: number;
  readonly failed: number;
  readonly lost: number;
}

/** How much effort goes into shrinking the failures of a campaign. */
export interface ShrinkLimits {
  /** How many kinds of failures are shrunk, one example each, the most frequent kinds first. */
  readonly examples: number;
  /** Runs for each of them. */
  readonly runs: number;
}

/** The progress of shrinking. */
export interface ShrinkProgress {
  /** The example that is being shrunk, from 1, and their number. */
  readonly example: number;
  readonly of: number;
  readonly runs: number;
}

export interface CampaignOptions {
  readonly campaign: Campaign;
  /** The system that words as after `orrery run` or `orrery launch` describe. */
  readonly configOf: (words: readonly string[]) => RunConfig;
  /** Folder of results; campaigns in the same folder share their runs. */
  readonly store: string;
  /** Names in keys are relative to this folder. Default: the working directory. */
  readonly folder?: string;
  /** Runs at a time. */
  readonly parallel: number;
  /** Only a part of the rows: which part (from 1), of how many. */
  readonly shard?: { readonly part: number; readonly of: number };
  /** Makes only these rows. */
  readonly rows?: readonly number[];
  /**
   * Share of all runs with a result, including earlier ones, that are repeated in a fresh process. Default: the
   * campaign's own share, of the runs made now.
   */
  readonly recheck?: number;
  /** Whether other workers, on this machine or others, take rows from the same store. */
  readonly shared?: boolean;
  /** The address of a Redis server by which workers share the rows, e.g. `redis://localhost:6379`. */
  readonly redis?: string;
  /** How long that server may be silent, in ms. Default: one minute. */
  readonly redisPatienceMs?: number;
  /** How much is done to shrink failures. Default: none is shrunk. */
  readonly shrink?: ShrinkLimits;
  readonly onProgress?: (progress: CampaignProgress) => void;
  readonly onShrink?: (progress: ShrinkProgress) => void;
  /** Ends the campaign; finished runs are kept. */
  readonly signal?: AbortSignal;
}

/** What this process did for the campaign. */
export interface CampaignWork extends CampaignProgress {
  /** Runs that were made. */
  readonly executed: number;
  /** Runs that were repeated in a fresh process. */
  readonly rechecked: number;
  /** Whether the stopping rule ended it before all rows were done. */
  readonly enough: boolean;
  readonly interrupted: boolean;
  readonly folders: CampaignFolders;
}

/** Their names; others are refused. */
export const CAMPAIGN_OPTIONS: KnownNames<CampaignOptions> = {
  campaign: true,
  configOf: true,
  store: true,
  folder: true,
  parallel: true,
  shard: true,
  rows: true,
  recheck: true,
  shared: true,
  redis: true,
  redisPatienceMs: true,
  shrink: true,
  onProgress: true,
  onShrink: true,
  signal: true,
};
