import { join } from 'node:path';
import { OrreryError } from '../errors/index.js';
import { type Check, needsRecording, parseCheck } from '../explore/index.js';
import {
  describeErrors,
  noteFailure,
  type RunError,
  type RunOutcome,
  TemporaryFolder,
} from '../record/index.js';
import { type RunConfig, withChanges } from '../system/index.js';

/** The checks of a single run: most end it at what breaks them, some are judged from its recording afterwards. */
export class RunChecks {
  readonly #checks: readonly Check[];
  readonly #afterwards: readonly Check[];
  /** Where a run is recorded that should leave nothing behind. */
  #folder: TemporaryFolder | undefined;

  /**
   * @param texts - see {@link parseCheck}
   * @throws OrreryError `ORR_EXPLORE_CHECK` for a check that compares runs
   */
  constructor(texts: readonly string[]) {
    this.#checks = texts.map(parseCheck);
    this.#afterwards = this.#checks.filter(needsRecording);
    const comparing = this.#checks.find(({ comparesRuns }) => comparesRuns);
    if (comparing === undefined) return;
    throw new OrreryError(
      'ORR_EXPLORE_CHECK',
      `A run does not judge "${comparing.text}" itself, because this compares it with another run; use orrery explore.`,
    );
  }

  /** The run that fails unless the checks hold. It ends at the first message that breaks one. */
  prepare(config: RunConfig): RunConfig {
    if (this.#checks.length === 0) return config;
    const prepared = this.#checks.reduce((done, check) => check.prepare(done), config);
    const bound = withChanges(prepared, { proof: { checksBind: true } });
    if (this.#afterwards.length === 0 || config.output.directory !== undefined) return bound;
    this.#folder = new TemporaryFolder('run');
    return withChanges(bound, { output: { directory: join(this.#folder.path, 'run') } });
  }

  /** The run with its configuration, and with the error of the first check that its recording breaks. */
  async judge(
    config: RunConfig,
    outcome: RunOutcome,
  ): Promise<{ readonly config: RunConfig; readonly outcome: RunOutcome }> {
    const error = await this.#firstError(config, outcome);
    const asked =
      this.#folder === undefined
        ? config
        : withChanges(config, { output: { directory: undefined } });
    if (error === undefined) return { config: asked, outcome };
    const failure = { end: 'failed', exitCode: 1, errors: [error] } as const;
    const { directory } = asked.output;
    if (directory !== undefined) noteFailure(directory, failure);
    return { config: asked, outcome: { ...outcome, ...failure } };
  }

  /** Like those of a search, checks of a run that has failed by itself are not judged. */
  async #firstError(config: RunConfig, outcome: RunOutcome): Promise<RunError | undefined> {
    if (outcome.errors.length > 0 || outcome.exitCode !== 0) return undefined;
    for (const check of this.#afterwards) {
      const error = await errorOf(check, config, outcome);
      if (error !== undefined) return error;
    }
    return undefined;
  }

  /** Removes the recording of a run that should leave nothing behind. */
  close(): void {
    this.#folder?.remove();
  }
}

async function errorOf(
  check: Check,
  config: RunConfig,
  outcome: RunOutcome,
): Promise<RunError | undefined> {
  const broken = { code: 'ORR_EXPECTATION', place: {}, stack: undefined };
  try {
    const text = await check.judge(outcome, config, outcome);
    if (text !== undefined) return { ...broken, message: text };
    if (check.evaluated?.(outcome) !== false) return undefined;
    return {
      ...broken,
      message: `"${check.text}" had nothing to judge; correct its names, or let the run last longer.`,
    };
  } catch (error) {
    return describeErrors(error)[0];
  }
}
