import type { Distribution } from '../distribution.js';

/** When a fault is in force; ns since the start of the run. Default: always. */
export interface Interval {
  readonly at?: number;
  readonly until?: number;
}

/** The affected messages; topics include services. */
export interface Affected {
  readonly topic?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Gilbert–Elliott: a channel with a good and a bad state, updated once per message. */
export interface BurstLoss {
  /** Probability of going from good to bad, and back. */
  readonly enter: number;
  readonly leave: number;
  /** Probability of loss in either state. Default: 1 in the bad, 0 in the good state. */
  readonly bad?: number;
  readonly good?: number;
}

export type Fault =
  | ({
      readonly fault: 'loss';
      readonly probability?: number;
      readonly burst?: BurstLoss;
    } & Affected &
      Interval)
  | ({
      readonly fault: 'duplicate';
      readonly probability: number;
      readonly delay?: Distribution;
    } & Affected &
      Interval)
  | ({
      readonly fault: 'reorder';
      readonly probability: number;
      readonly delay: Distribution;
    } & Affected &
      Interval)
  | CorruptFault
  | ({ readonly fault: 'partition'; readonly nodes: readonly string[] } & Interval)
  | {
      readonly fault: 'crash';
      readonly node: string;
      readonly at: number;
      readonly restart_after?: number;
    }
  | { readonly fault: 'freeze'; readonly node: string; readonly at: number; readonly until: number }
  | {
      readonly fault: 'clock';
      readonly node: string;
      readonly offset?: number;
      readonly drift_ppm?: number;
      readonly at?: number;
    }
  | ({
      readonly fault: 'slow';
      readonly node: string;
      readonly callback?: string;
      readonly factor?: number;
      readonly extra?: Distribution;
    } & Interval)
  | ({
      readonly fault: 'service_timeout';
      readonly service: string;
      readonly probability?: number;
    } & Interval);

/** Either a field gets another value, or random bits of the message's CDR body are inverted. */
export type CorruptFault = {
  readonly fault: 'corrupt';
  readonly probability: number;
  /** Path such as `pose.position.x` or `ranges.3`. */
  readonly field?: string;
  readonly value?: number | string | boolean;
  readonly bits?: number;
} & Affected &
  Interval;

/** Whether the fault is in force at this time. */
export function inForce(
  { at = 0, until = Number.POSITIVE_INFINITY }: Interval,
  now: number,
): boolean {
  return now >= at && now < until;
}
