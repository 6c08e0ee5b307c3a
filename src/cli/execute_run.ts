import { type RunConfig, spawnRun } from '../job/index.js';
import { ProgressLine } from './progress_line.js';
import type { RunOptions } from './run_options.js';
import { reportDiagnosis, reportRun } from './run_report.js';

/** Runs in a thread of its own, follows it on the terminal, reports; returns the exit code. */
export async function executeRun(
  config: RunConfig,
  options: Pick<RunOptions, 'json' | 'junit'>,
): Promise<number> {
  const running = spawnRun(config);
  const progress = new ProgressLine(running, config.duration);
  let interrupts = 0;
  const onInterrupt = () => {
    if (++interrupts === 1) running.interrupt();
    else running.kill();
  };
  process.on('SIGINT', onInterrupt).on('SIGTERM', onInterrupt);
  try {
    const outcome = await running.outcome;
    progress.stop();
    reportRun(config, outcome, options);
    return reportDiagnosis(config, outcome) ? outcome.exitCode || 1 : outcome.exitCode;
  } finally {
    progress.stop();
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt);
  }
}
