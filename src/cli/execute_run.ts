import { diagnose } from '../doctor/index.js';
import { givenParameters, type RunConfig, type RunOutcome, spawnRun } from '../job/index.js';
import { ProgressLine } from './progress_line.js';
import type { RunOptions } from './run_options.js';
import { reportRun } from './run_report.js';
import { readSchedule, warnOfSchedule, withSchedule } from './schedule_option.js';

const ONE_INTERRUPT_MS = 500;

/** Runs in a thread of its own, follows it on the terminal, reports; returns the exit code. */
export async function executeRun(
  configured: RunConfig,
  options: Pick<RunOptions, 'json' | 'junit' | 'schedule'>,
): Promise<number> {
  const schedule = options.schedule === undefined ? undefined : readSchedule(options.schedule);
  const config = schedule === undefined ? configured : withSchedule(configured, schedule);
  const outcome = await followRun(config, options.json);
  reportRun(config, outcome, options);
  if (schedule !== undefined) warnOfSchedule(schedule, outcome);
  return examine(config, outcome) ? outcome.exitCode || 1 : outcome.exitCode;
}

/** Runs in a thread of its own and follows it on the terminal. */
export async function followRun(config: RunConfig, json?: boolean): Promise<RunOutcome> {
  // Data has stdout for itself.
  const running = spawnRun(config, json ? process.stderr : undefined);
  const progress = new ProgressLine(running, config.duration);
  let first: number | undefined;
  const onInterrupt = () => {
    // One Ctrl-C may come twice: from the terminal, and passed on by npm.
    const now = performance.now();
    first ??= now;
    if (now - first < ONE_INTERRUPT_MS) running.interrupt();
    else running.kill();
  };
  process.on('SIGINT', onInterrupt).on('SIGTERM', onInterrupt);
  try {
    return await running.outcome;
  } finally {
    progress.stop();
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt);
  }
}

/** Prints what the doctor finds, if it was called; true when there are errors. */
function examine(config: RunConfig, { graph }: RunOutcome): boolean {
  if (!config.reportGraph || graph === undefined) return false;
  const findings = diagnose(graph, givenParameters(config));
  for (const { severity, kind, message } of findings) {
    process.stderr.write(`doctor: ${severity} ${kind}: ${message}\n`);
  }
  if (findings.length === 0) process.stderr.write('doctor: nothing found\n');
  return findings.some(({ severity }) => severity === 'error');
}
