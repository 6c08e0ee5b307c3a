import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { parseDuration } from '../job/index.js';
import {
  certificateOf,
  diffText,
  disagreements,
  installedNodes,
  readCertificate,
  type Verification,
  verifySystem,
} from '../verify/index.js';
import { jobsOf, positiveInteger } from './number_option.js';
import { printCodedError } from './print_error.js';
import { printLeaks } from './print_leaks.js';
import { systemCommandOf } from './system.js';
import { version } from './version.js';

interface VerifyCommandOptions {
  readonly runs: string;
  readonly jobs?: string;
  readonly node: readonly string[];
  readonly otherNodes: boolean;
  readonly sleep?: string;
  readonly certificate?: string;
  readonly against?: string;
}

/** `rosArgs`: what followed `--ros-args` on the command line. */
export function verifyCommand(rosArgs: readonly string[]): Command {
  const collect = (value: string, list: readonly string[]) => [...list, resolve(value)];
  return new Command('verify')
    .description('Repeat a run in disturbed processes; exits with 1 unless all are the same run.')
    .argument('<system...>', 'a launch file or user files, and options as for launch or run')
    .option('-n, --runs <count>', 'disturbed repetitions', '20')
    .option('-j, --jobs <count>', 'processes at a time (default: all cores)')
    .option('--node <path>', 'take turns with this Node, too (repeatable)', collect, [])
    .option('--no-other-nodes', 'leave out the other versions of Node that are installed')
    .option('--sleep <duration>', 'longest sleep before a callback (default: by run length)')
    .option('--certificate <file>', 'write what was verified, for other machines')
    .option('--against <file>', 'compare with a certificate of another machine')
    .allowUnknownOption()
    .action(async (words: string[], options: VerifyCommandOptions) => {
      process.exitCode = await verify(words, rosArgs, options);
    });
}

async function verify(
  args: readonly string[],
  rosArgs: readonly string[],
  options: VerifyCommandOptions,
): Promise<number> {
  const expected = options.against === undefined ? undefined : readCertificate(options.against);
  const runs = positiveInteger(options.runs);
  const abort = new AbortController();
  const verification = await repeat(args, rosArgs, options, runs, abort);
  if (verification === undefined) return 130;
  printTable(verification, runs);
  if (verification.diff !== undefined) {
    process.stdout.write(
      `\n${diffText(verification.diff)}\nboth runs are in ${verification.kept}\n`,
    );
    return 1;
  }
  const [failure] = verification.reference.errors;
  if (failure !== undefined) {
    printCodedError(failure.code, failure.message, failure.place, failure.stack);
    return 1;
  }
  if (abort.signal.aborted) return 130;
  const found = certificateOf(verification, [...args, ...rosArgs], version);
  if (options.certificate !== undefined) {
    writeFileSync(options.certificate, `${JSON.stringify(found, null, 2)}\n`);
    process.stdout.write(`certificate in ${options.certificate}\n`);
  }
  if (expected === undefined) return 0;
  const sentences = disagreements(expected, found);
  const agreed = [`This machine agrees with ${options.against}.`];
  process.stdout.write(`${(sentences.length === 0 ? agreed : sentences).join('\n')}\n`);
  return sentences.length === 0 ? 0 : 1;
}

/** Makes the runs, as many as there is patience for; undefined without even the first. */
async function repeat(
  args: readonly string[],
  rosArgs: readonly string[],
  { jobs, node, otherNodes, sleep }: VerifyCommandOptions,
  runs: number,
  abort: AbortController,
): Promise<Verification | undefined> {
  const interrupt = () => abort.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const main = fileURLToPath(new URL('main.js', import.meta.url));
  try {
    return await verifySystem({
      command: { main, words: [systemCommandOf(args), ...args], rosArgs },
      runs,
      parallel: jobsOf(jobs),
      nodes: [...node, ...(otherNodes ? installedNodes() : [])],
      ...(sleep === undefined ? {} : { longestSleepMs: parseDuration(sleep) / 1e6 }),
      onProgress: (done, different, name) => progress(done, runs, different, name),
      signal: abort.signal,
    });
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    return undefined;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
}

function progress(done: number, runs: number, different: number, name: string): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\r\x1b[K${done} of ${runs} runs, ${different} differ (last: ${name})`);
}

/** One line per kind of disturbance and version of Node. */
function printTable({ reference, runs }: Verification, wanted: number): void {
  printLeaks(reference.leaks);
  const rows = new Map<string, { runs: number; different: number }>();
  for (const { disturbance, node, same } of runs) {
    const key = `${disturbance.padEnd(34)}${node.padEnd(12)}`;
    const row = rows.get(key) ?? { runs: 0, different: 0 };
    rows.set(key, { runs: row.runs + 1, different: row.different + (same ? 0 : 1) });
  }
  for (const [key, row] of rows) {
    const result = row.different === 0 ? 'same' : `${row.different} differ`;
    process.stdout.write(`${key}${String(row.runs).padStart(4)} runs  ${result}\n`);
  }
  const different = runs.filter(({ same }) => !same).length;
  const { callbacks, messages } = reference.counts;
  if (runs.length < wanted) {
    process.stdout.write(`\nInterrupted after ${runs.length} of ${wanted} repetitions.`);
  }
  process.stdout.write(
    different === 0
      ? `\nThe same run ${runs.length + 1} times: digest ${reference.digest.total}, ${callbacks} callbacks, ${messages} messages.\n`
      : `\nNOT deterministic: ${different} of ${runs.length} runs differ from the undisturbed one.\n`,
  );
}
