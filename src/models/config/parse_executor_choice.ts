import { OrreryError } from '../../errors/index.js';
import type { ExecutorChoice, ExecutorPolicy, PolicyName } from '../system_models.js';
import { POLICY_SETTINGS } from './executor_reader.js';

const POLICIES = Object.keys(POLICY_SETTINGS) as PolicyName[];

/** The words that may follow the policy after a colon, and what they set. */
const DETAILS: Readonly<Record<string, Omit<ExecutorPolicy, 'policy'>>> = {
  registration: { order_in_kind: 'registration' },
  reverse: { order_in_kind: 'reverse' },
  seeded_shuffle: { order_in_kind: 'seeded_shuffle' },
  libstdcxx: { order_in_kind: 'libstdcxx' },
  let: { semantics: 'let' },
  any: { trigger: 'any' },
  all: { trigger: 'all' },
  always: { trigger: 'always' },
  separate_timers: { separate_timer_thread: true },
  intra_process: { intra_process: true },
  blocking: { blocking_calls: true },
};

/**
 * Reads the text that chooses an executor on a command line or in a launch file:
 * `multi:4`, `single:seeded_shuffle`, `rclc:let`, `multi:2:blocking`.
 *
 * @throws OrreryError `ORR_EXECUTOR_POLICY`
 */
export function parseExecutorPolicy(text: string): ExecutorPolicy {
  const [word, ...details] = text.split(':');
  const policy = POLICIES.find((known) => known === word);
  if (policy === undefined) {
    throw refusal(text, `"${word}" is not a policy; use one of ${POLICIES.join(', ')}.`);
  }
  const known: readonly string[] = POLICY_SETTINGS[policy];
  let result: ExecutorPolicy = { policy };
  for (const detail of details) {
    const threads = /^[1-9]\d{0,3}$/.test(detail) ? { threads: Number(detail) } : undefined;
    const settings = threads ?? (Object.hasOwn(DETAILS, detail) ? DETAILS[detail] : undefined);
    const [setting] = Object.keys(settings ?? {});
    if (setting === undefined) {
      const words = Object.keys(DETAILS).join(', ');
      throw refusal(text, `"${detail}" is neither a number of threads nor one of ${words}.`);
    }
    if (setting !== 'intra_process' && setting !== 'blocking_calls' && !known.includes(setting)) {
      throw refusal(text, `an executor "${policy}" has no ${setting}.`);
    }
    result = { ...result, ...settings };
  }
  return result;
}

/**
 * Reads `POLICY` (for all executors) or `PATTERN=POLICY` (for those with the executors, processes
 * or nodes that the pattern names).
 *
 * @throws OrreryError `ORR_EXECUTOR_POLICY`
 */
export function parseExecutorChoice(text: string): ExecutorChoice {
  const equals = text.indexOf('=');
  if (equals < 0) return { policy: parseExecutorPolicy(text) };
  const pattern = text.slice(0, equals);
  if (pattern === '') throw refusal(text, 'the name before "=" is missing.');
  return { pattern, policy: parseExecutorPolicy(text.slice(equals + 1)) };
}

function refusal(text: string, why: string): OrreryError {
  return new OrreryError('ORR_EXECUTOR_POLICY', `The executor "${text}" is not understood: ${why}`);
}
