import { OrreryError } from '../errors/index.js';
import { isJudgedByRun, parseCheck } from '../explore/index.js';
import { type RunConfig, withChanges } from '../system/index.js';

/**
 * The run that fails unless these checks hold. It ends at the first message that breaks one.
 *
 * @param texts - see {@link parseCheck}
 * @throws OrreryError `ORR_EXPLORE_CHECK` for a check that a run alone cannot judge
 */
export function withChecks(config: RunConfig, texts: readonly string[]): RunConfig {
  if (texts.length === 0) return config;
  const checks = texts.map((text) => {
    if (isJudgedByRun(text)) return parseCheck(text);
    throw new OrreryError(
      'ORR_EXPLORE_CHECK',
      `A run does not judge "${text}" itself, because this needs a finished recording or another run; use orrery explore, orrery sweep or orrery ask.`,
    );
  });
  const prepared = checks.reduce<RunConfig>((done, check) => check.prepare(done), config);
  return withChanges(prepared, { proof: { checksBind: true } });
}
