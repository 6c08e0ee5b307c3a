import type { Axis } from './axis.js';

/** Which combinations of the axes are run. */
export type Design =
  /** every one */
  | { readonly kind: 'grid' }
  /** that number, spread evenly over every axis (McKay, Beckman, Conover, 1979) */
  | { readonly kind: 'latin_hypercube'; readonly points: number; readonly seed: number };

/** A stopping rule: the campaign ends once the share of failures of every point is known this precisely. */
export interface StoppingRule {
  /** Half the width of the interval, e.g. 0.01. */
  readonly within: number;
  /** Confidence level of the interval, e.g. 0.95. */
  readonly level: number;
  /** Runs of each point before the rule may apply. */
  readonly least: number;
}

/** Many runs of one system: what varies between them, what must hold and what is measured. */
export interface Campaign {
  readonly name: string;
  /** Files and options as after `orrery run` or `orrery launch`. */
  readonly system: readonly string[];
  /** The same seeds for every point, so that points can be compared seed by seed. */
  readonly seeds: readonly string[];
  readonly axes: readonly Axis[];
  readonly design: Design;
  /** As after `--check` of `orrery explore`. */
  readonly checks: readonly string[];
  /** As after `--metric` of `orrery compare`. */
  readonly metrics: readonly string[];
  /** Files that the programs read; their contents are part of the identity of a run. */
  readonly inputs: readonly string[];
  /** Which runs are kept in separate directories. */
  readonly keep: 'none' | 'failures' | 'all';
  /** Share of the runs that are repeated in a fresh process. */
  readonly recheck: number;
  readonly stop?: StoppingRule;
}

/** The most runs of one campaign. */
export const MOST_RUNS = 10_000_000;
