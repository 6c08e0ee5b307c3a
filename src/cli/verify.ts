import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { parseDuration } from '../kernel/index.js';
import { writeStudioPage } from '../studio/index.js';
import { plainRosWords } from '../system/index.js';
import {
  certificateOf,
  diffText,
  disagreements,
  disturbedRuns,
  installedNodes,
  readCertificate,
  type Verification,
  verificationReport,
  verificationVerdict,
  verifySystem,
  versionLines,
} from '../verify/index.js';
import type { CommandLine } from './command_line.js';
import { print, printProgress } from './print.js';
import { printCodedError } from './print_error.js';
import { irreproducible, printLeaks } from './print_leaks.js';
import { systemOfWords } from './system.js';
import { version } from './version.js';
import { jobsOf, positiveInteger } from './whole_number.js';

interface VerifyCommandOptions {
  readonly runs: string;
  readonly jobs?: string;
  readonly node: readonly string[];
  readonly otherNodes: boolean;
  readonly sleep?: string;
  readonly certificate?: string;
  readonly against?: string;
  readonly html?: string;
}

/** `line`: the part of the command line that is for the nodes. */
export function verifyCommand(line: CommandLine): Command {
  const collect = (value: string, list: readonly string[]) => [...list, resolve(value)];
  return new Command('verify')
    .argument('<system...>', 'a launch file or user files, and options as for launch or run')
    .option('-n, --runs <count>', 'disturbed repetitions', '20')
    .option('-j, --jobs <count>', 'processes at a time (default: all cores)')
    .option('--node <path>', 'use this version of Node, too, in turn (repeatable)', collect, [])
    .option('--no-other-nodes', 'do not use the other installed versions of Node')
    .option('--sleep <duration>', 'longest sleep before a callback (default: by run length)')
    .option('--certificate <file>', 'write what was verified, for other machines')
    .option('--against <file>', 'compare with a certificate of another machine')
    .option(
      '--html <file>',
      'write a page of the studio with the result, and with two runs that differ',
    )
    .allowUnknownOption()
    .action(async (words: string[], options: VerifyCommandOptions) => {
      process.exitCode = await verify(words, line, options);
    });
}

async function verify(
  args: readonly string[],
  line: CommandLine,
  options: VerifyCommandOptions,
): Promise<number> {
  const expected = options.against === undefined ? undefined : readCertificate(options.against);
  const runs = positiveInteger(options.runs);
  const abort = new AbortController();
  const verification = await repeat(args, line, options, runs, abort);
  if (verification === undefined) return 130;
  printTable(verification, runs);
  if (options.html !== undefined) writePage(options.html, verification);
  if (verification.diff !== undefined) {
    print(`\n${diffText(verification.diff)}\nboth runs are in ${verification.kept}\n`);
    return 1;
  }
  const [failure] = verification.reference.errors;
  if (failure !== undefined) {
    printCodedError(failure.code, failure.message, failure.place, failure.stack);
    return 1;
  }
  if (abort.signal.aborted) return 130;
  const found = certificateOf(verification, [...args, ...plainRosWords(line.ros)], version);
  if (options.certificate !== undefined) {
    writeFileSync(options.certificate, `${JSON.stringify(found, null, 2)}\n`);
    print(`certificate in ${options.certificate}\n`);
  }
  if (expected === undefined) return 0;
  const sentences = disagreements(expected, found);
  const agreed = [`This machine agrees with ${options.against}.`];
  print(`${(sentences.length === 0 ? agreed : sentences).join('\n')}\n`);
  return sentences.length === 0 ? 0 : 1;
}

function writePage(file: string, verification: Verification): void {
  const { diff } = verification;
  const differing = diff === undefined ? [] : [diff.a.path, diff.b.path];
  writeStudioPage(differing, file, { report: verificationReport(verification) });
}

/** Makes the runs until all are done or Ctrl-C; undefined if not even the first one ended. */
async function repeat(
  args: readonly string[],
  line: CommandLine,
  { jobs, node, otherNodes, sleep }: VerifyCommandOptions,
  runs: number,
  abort: AbortController,
): Promise<Verification | undefined> {
  const interrupt = () => abort.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const config = systemOfWords(args, line);
  try {
    return await verifySystem({
      config,
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
    printProgress('');
  }
}

function progress(done: number, runs: number, different: number, name: string): void {
  if (!process.stderr.isTTY) return;
  printProgress(`${done} of ${runs} runs, ${different} differ (last: ${name})`);
}

/** One line per kind of disturbance and version of Node. */
function printTable(verification: Verification, wanted: number): void {
  const { reference, runs, unmoved } = verification;
  printLeaks(reference.leaks);
  for (const { disturbance, node, runs: count, different } of disturbedRuns(runs)) {
    const result = different === 0 ? 'same' : `${different} differ`;
    const about = `${disturbance.padEnd(34)}${node.padEnd(12)}`;
    print(`${about}${String(count).padStart(4)} runs  ${result}\n`);
  }
  if (unmoved !== undefined) print(`not repeated in another folder: ${unmoved}\n`);
  if (runs.length < wanted) {
    print(`\nInterrupted after ${runs.length} of ${wanted} repetitions.`);
  }
  print(`\n${verificationVerdict(verification)}\n`);
  const label = irreproducible(reference);
  if (label !== undefined) print(`${label}\n`);
  const lines = versionLines(reference);
  if (lines.length > 0) print('Another version of Node may differ in:\n');
  for (const line of lines) print(`  ${line}\n`);
}
