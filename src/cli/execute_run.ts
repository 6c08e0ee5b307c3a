import { OrreryError } from '../errors/index.js';
import { packageIndexOf } from '../launch/index.js';
import type { RunOutcome } from '../record/index.js';
import { endOfLost, lostOutcome, type RunningSystem, spawnRun } from '../run/index.js';
import { givenParameters, type RunConfig } from '../system/index.js';
import { printNote } from './print.js';
import { ProgressLine } from './progress_line.js';
import { reportRun } from './report_run.js';
import type { RunOptions } from './run_options.js';
import { ServedRun } from './served_run.js';
import { interruptWithoutOutput } from './watch_output.js';

const ONE_INTERRUPT_MS = 500;
/** These signals end a run as Ctrl-C does. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** Runs a system in its own thread, follows it on the terminal and reports; returns the exit code. */
export async function executeRun(
  configured: RunConfig,
  options: Pick<
    RunOptions,
    'json' | 'junit' | 'schedule' | 'allowStale' | 'check' | 'studio' | 'packages'
  >,
): Promise<number> {
  const scheduled = await scheduleOf(options);
  const checks = await checksOf(options);
  try {
    const checked = checks?.prepare(configured) ?? configured;
    const made = await followAsAsked(scheduled?.apply(checked) ?? checked, options);
    const { config, outcome } = (await checks?.judge(made.config, made.outcome)) ?? made;
    reportRun(config, outcome, options);
    scheduled?.printDifferences(outcome);
    return (await examine(config, outcome)) ? outcome.exitCode || 1 : outcome.exitCode;
  } finally {
    checks?.close();
  }
}

// What few runs ask for is loaded for them alone: reading it would be half of what the start of the others costs.

/** The schedule that a run is to follow, if any. */
async function scheduleOf({
  schedule: file,
  allowStale,
}: Pick<RunOptions, 'schedule' | 'allowStale'>) {
  if (file === undefined) return undefined;
  const { printDifferences, readSchedule, withSchedule } = await import('./read_schedule.js');
  const schedule = readSchedule(file);
  return {
    apply: (config: RunConfig) => withSchedule(config, schedule, allowStale ? undefined : file),
    printDifferences: (outcome: RunOutcome) => printDifferences(schedule, outcome),
  };
}

/** The checks of the run, if any. */
async function checksOf({ check }: Pick<RunOptions, 'check'>) {
  if (check.length === 0) return undefined;
  const { RunChecks } = await import('./run_checks.js');
  return new RunChecks(check);
}

/** The run that was asked for, or the last one into which its clients have turned it. */
async function followAsAsked(
  config: RunConfig,
  { json, studio, packages }: Pick<RunOptions, 'json' | 'studio' | 'packages'>,
): Promise<{ readonly config: RunConfig; readonly outcome: RunOutcome }> {
  const { serve } = config.system.live ?? {};
  if (studio && config.output.directory === undefined) {
    throw new OrreryError(
      'ORR_LIVE_OPTION',
      'The studio shows what is recorded: leave out --no-record.',
    );
  }
  if (serve === undefined || config.output.directory === undefined) {
    return { config, outcome: await followRun(config, json) };
  }
  const run = new ServedRun(config, (each, onStart) => followRun(each, json, onStart));
  if (!studio) return { outcome: await run.follow(), config: run.config };
  const { showInStudio } = await import('./show_in_studio.js');
  const index = packageIndexOf({ packages }, process.cwd());
  const outcome = await showInStudio(run, serve.port, (name) => index.packageShare(name));
  return { outcome, config: run.config };
}

/** Runs a system in its own thread and follows it on the terminal. */
export async function followRun(
  config: RunConfig,
  json?: boolean,
  onStart?: (running: RunningSystem) => void,
): Promise<RunOutcome> {
  // Standard output is reserved for the data.
  const running = spawnRun(config, json ? process.stderr : undefined, () => process.stdin);
  onStart?.(running);
  const progress = new ProgressLine(running, config.stop.duration);
  let first: number | undefined;
  let killed = false;
  const onInterrupt = (signal: NodeJS.Signals) => {
    // One Ctrl-C may come twice: from the terminal, and passed on by npm.
    const now = performance.now();
    if (first === undefined) running.interrupt(signal);
    first ??= now;
    if (now - first < ONE_INTERRUPT_MS) return;
    killed = true;
    running.kill();
  };
  for (const signal of SIGNALS) process.on(signal, onInterrupt);
  const isOver = interruptWithoutOutput(() => running.interrupt('SIGPIPE'));
  try {
    return await running.outcome;
  } catch (error) {
    const end = killed ? 'interrupted' : endOfLost(error);
    if (end === undefined) throw error;
    return lostOutcome(config, end, error, running.wallSeconds());
  } finally {
    isOver();
    progress.stop();
    for (const signal of SIGNALS) process.off(signal, onInterrupt);
  }
}

/** Prints what the doctor finds, if `--doctor` asked for it; true if there are errors. */
async function examine(config: RunConfig, { graph }: RunOutcome): Promise<boolean> {
  if (!config.output.graph || graph === undefined) return false;
  const { diagnose } = await import('../doctor/index.js');
  const findings = diagnose(graph, givenParameters(config));
  for (const { severity, kind, message } of findings) {
    printNote(`doctor: ${severity} ${kind}: ${message}\n`);
  }
  if (findings.length === 0) printNote('doctor: nothing found\n');
  return findings.some(({ severity }) => severity === 'error');
}
