/** A scenario of examples/orchestrator. */
export interface Scenario {
  readonly name: string;
  readonly file: string;
  readonly node: string;
  readonly count: number;
  readonly period: number;
  /** Number of callbacks of the node; undefined if messages may be lost. */
  readonly heard?: number;
}
export const SCENARIOS: readonly Scenario[];
/** What the observed node received, in order. `program`: the program in C, or undefined for Python. */
export function orchestrated(
  scenario: Scenario,
  program: string | undefined,
  seed: number,
): string[];
/** The same for processes in C without Orrery, in real time. */
export function free(scenario: Scenario, program: string, seed: number): Promise<string[]>;
/** Makes free runs until two outcomes differ, at most `most`; the sentence says what they have shown. */
export function freeOutcomes(
  scenario: Scenario,
  program: string,
  most: number,
): Promise<{ readonly outcomes: readonly (readonly string[])[]; readonly sentence: string }>;
