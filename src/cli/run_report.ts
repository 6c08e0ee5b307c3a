import { junitReport, type RunConfig, type RunOutcome, writeOutputFile } from '../job/index.js';
import { printCodedError } from './print_error.js';
import { printLeaks } from './print_leaks.js';
import type { RunOptions } from './run_options.js';

const END_TEXT: Readonly<Record<RunOutcome['end'], string>> = {
  idle: 'Nothing left to do',
  until: 'Done',
  finished: 'Finished',
  timeout: 'Ended by the monitor',
  condition: 'Condition fulfilled',
  played: 'All bags played',
  exit: 'Process ended',
  shutdown: 'Shut down',
  wall: 'Wall-clock budget used up',
  interrupted: 'Interrupted',
  failed: 'Failed',
};

const GOAL_MISSED = 124;

/** Says on the terminal, and in the files that were asked for, how a run went. */
export function reportRun(
  config: RunConfig,
  outcome: RunOutcome,
  { json, junit }: Pick<RunOptions, 'json' | 'junit'>,
): void {
  for (const warning of outcome.warnings) process.stderr.write(`warning: ${warning}\n`);
  if (!json) printLeaks(outcome.leaks);
  for (const { code, message, place, stack } of outcome.errors) {
    printCodedError(code, message, place, stack);
  }
  if (junit !== undefined) writeOutputFile(junit, junitReport(config, outcome));
  if (json) {
    const graph = config.reportGraph ? outcome.graph : undefined;
    const plain = (_key: string, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value;
    process.stdout.write(
      `${JSON.stringify({ ...outcome, graph, directory: config.directory }, plain, 2)}\n`,
    );
    return;
  }
  for (const [name, value] of Object.entries(outcome.results)) {
    process.stdout.write(`${name}: ${value}\n`);
  }
  const virtual = Number(outcome.stop - outcome.start) / 1e9;
  const speed = virtual / outcome.wallSeconds;
  process.stdout.write(
    `${endText(outcome)} after ${virtual.toFixed(3)} s of virtual time: ` +
      `${outcome.callbacks.toLocaleString('en')} callbacks, ${outcome.messages.toLocaleString('en')} messages ` +
      `in ${outcome.wallSeconds.toFixed(2)} s (${speed.toFixed(1)} × real time)\n` +
      `${config.digest === 'off' && config.directory === undefined ? 'no digest' : `digest ${outcome.digest.total}`}\n`,
  );
  if (config.directory !== undefined) process.stdout.write(`left in ${config.directory}\n`);
  if (config.recording !== undefined) {
    const count = outcome.recorded.toLocaleString('en');
    process.stdout.write(`recorded ${count} messages in ${config.recording.path}\n`);
  }
}

function endText({ end, endDetail, exitCode }: RunOutcome): string {
  const detail = endDetail === undefined || endDetail === '' ? '' : ` (${endDetail})`;
  const missed = exitCode === GOAL_MISSED ? ' without the condition it waited for' : '';
  return `${END_TEXT[end]}${detail}${missed}`;
}
