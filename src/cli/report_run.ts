import { existsSync } from 'node:fs';
import { partialName } from '../bag/index.js';
import { counted } from '../errors/index.js';
import { isReproducible, junitReport, type RunOutcome, writeOutputFile } from '../record/index.js';
import type { RunConfig } from '../system/index.js';
import { print, printNote } from './print.js';
import { printCodedError } from './print_error.js';
import { irreproducible, printLeaks } from './print_leaks.js';
import type { RunOptions } from './run_options.js';

const END_TEXT: Readonly<Record<RunOutcome['end'], string>> = {
  running: 'Not ended',
  idle: 'Nothing left to do',
  stalled: 'Stalled',
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

const FOLLOWED_BY = {
  barrier: 'its parameter services',
  outputs: 'its declared outputs',
  status: 'its Status messages',
  quiet: 'quiet times',
} as const;

const GOAL_MISSED = 124;

/** Reports how a run went, on the terminal and in the requested files. */
export function reportRun(
  config: RunConfig,
  outcome: RunOutcome,
  { json, junit }: Pick<RunOptions, 'json' | 'junit'>,
): void {
  for (const warning of outcome.warnings) printNote(`warning: ${warning}\n`);
  if (!json) printLeaks(outcome.leaks);
  for (const { code, message, place, stack } of outcome.errors) {
    printCodedError(code, message, place, stack);
  }
  if (junit !== undefined) writeOutputFile(junit, junitReport(config, outcome));
  if (json) {
    const graph = config.output.graph ? outcome.graph : undefined;
    const plain = (_key: string, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value;
    print(
      `${JSON.stringify({ ...outcome, reproducible: isReproducible(outcome), graph, directory: config.output.directory }, plain, 2)}\n`,
    );
    return;
  }
  for (const [name, value] of Object.entries(outcome.results)) {
    print(`${name}: ${value}\n`);
  }
  const virtual = Number(outcome.stop - outcome.start) / 1e9;
  const { wallSeconds } = outcome;
  const speed = wallSeconds === 0 ? '' : ` (${(virtual / wallSeconds).toFixed(1)} × real time)`;
  print(
    `${endText(outcome)} after ${virtual.toFixed(3)} s of virtual time: ` +
      `${counted(outcome.callbacks, 'callback')}, ${counted(outcome.messages, 'message')} ` +
      `in ${wallSeconds.toFixed(2)} s${speed}\n` +
      `${config.output.digest === 'off' && config.output.directory === undefined ? 'no digest' : `digest ${outcome.digest.total}`}\n`,
  );
  for (const { program, sha256, completion } of outcome.processes ?? []) {
    const how = FOLLOWED_BY[completion];
    print(`process ${program}: sha256 ${sha256.slice(0, 16)}…, followed by ${how}\n`);
  }
  const label = irreproducible(outcome);
  if (label !== undefined) print(`${label}\n`);
  const { directory, recording } = config.output;
  // A run that could not even begin has left nothing behind.
  if (directory !== undefined && existsSync(directory)) print(`left in ${directory}\n`);
  if (directory !== undefined && config.system.live !== undefined) {
    print(`repeat what came from outside with --bag ${directory}/outside.mcap\n`);
  }
  if (recording !== undefined) {
    const partial = partialName(recording.path);
    print(
      existsSync(partial)
        ? `the recording is not finished; what was complete of it is in ${partial}\n`
        : `recorded ${counted(outcome.recorded, 'message')} in ${recording.path}\n`,
    );
  }
}

function endText({ end, endDetail, exitCode }: RunOutcome): string {
  const detail = endDetail === undefined || endDetail === '' ? '' : ` (${endDetail})`;
  const missed = exitCode === GOAL_MISSED ? ' without the condition it waited for' : '';
  return `${END_TEXT[end]}${detail}${missed}`;
}
