/** Whichever file operation fails, a run reports it and leaves what it wrote before. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import zstd from '@foxglove/wasm-zstd';
import { describe, expect, it } from 'vitest';
import { analyzeRun } from '../src/analysis/index.js';
import { RunHistory } from '../src/debug/run_history.js';
import { readRecordedGraph } from '../src/record/index.js';
import { diffRuns } from '../src/verify/index.js';
import { callbacksIn, countIn } from './independent_reader.js';
import { COMMAND, program, type RunFile, temporaryDirectory } from './orrery_command.js';

/** One in this many operations is tested; `ORRERY_FAILING_FILES=1` tests each of them. */
const STEP = Number(process.env.ORRERY_FAILING_FILES ?? 11);
const FAULTS = ['ENOSPC', 'EIO', 'short'] as const;

const folder = temporaryDirectory();
const whole = join(folder, 'whole');

interface Plan {
  /** Name of the operation and the file, e.g. "write trace.mcap". */
  readonly operation?: string;
  /** How many such operations precede it. */
  readonly turn?: number;
  readonly fault?: (typeof FAULTS)[number];
  readonly log?: string;
}

/** Runs a small system with this fault. */
async function runWith(name: string, plan: Plan) {
  const place = join(folder, `${name}.faults`);
  const directory = join(folder, name);
  mkdirSync(place);
  copyFileSync(program('failing_files.cjs'), join(place, 'failing_files.cjs'));
  writeFileSync(join(place, 'failing_files.json'), JSON.stringify({ folder: directory, ...plan }));
  const words = ['run', program('endless_talker.cjs'), '--until', '3s', '--record', directory];
  const preload = ['--require', join(place, 'failing_files.cjs')];
  const child = spawn(process.execPath, [...preload, COMMAND, ...words]);
  let stderr = '';
  child.stdout.resume();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [status] = await once(child, 'close');
  return { directory, status: Number(status), stderr };
}

/** An independent reader and our own tools find what the last checkpoint counted. */
async function readable(name: string, directory: string): Promise<void> {
  const checkpoint = join(folder, `${name}.faults`, 'checkpoint.json');
  if (!existsSync(checkpoint)) return;
  const { counts } = JSON.parse(readFileSync(checkpoint, 'utf8')) as RunFile;
  // Two messages are on /parameter_events and /rosout.
  const messages = countIn(join(directory, 'recording.mcap'), () => true);
  expect(messages).toBeGreaterThanOrEqual(counts.messages);
  const calls = callbacksIn(join(directory, 'trace.mcap'));
  expect(calls).toBeGreaterThanOrEqual(counts.callbacks);
  const { count } = await analyzeRun(directory);
  expect(count).toBeGreaterThanOrEqual(counts.callbacks);
  expect(readRecordedGraph(directory).graph.nodes).toBeDefined();
  await diffRuns(directory, whole);
  // What `orrery debug` reads before it runs anything again.
  (await RunHistory.open(directory)).close();
}

/** Every file operation of a run, with each fault that is possible. */
function casesOf(log: string): Required<Omit<Plan, 'log'>>[] {
  const turns = new Map<string, number>();
  const operations = readFileSync(log, 'utf8').trim().split('\n');
  return operations
    .map((operation) => {
      const turn = turns.get(operation) ?? 0;
      turns.set(operation, turn + 1);
      return { operation, turn };
    })
    .flatMap((each) => FAULTS.map((fault) => ({ ...each, fault })))
    .filter(({ operation, fault }) => fault !== 'short' || operation.endsWith('.mcap'))
    .filter(({ operation, fault }) => fault !== 'short' || operation.startsWith('write '));
}

describe('a run whose files fail', () => {
  it('says so, and leaves what it wrote before', { timeout: 1_800_000 }, async () => {
    await zstd.isLoaded;
    const log = join(folder, 'operations');
    await runWith('whole', { log });
    const cases = casesOf(log);
    const wrong: string[] = [];
    for (let i = 0; i < cases.length; i += STEP) {
      const plan = cases[i]!;
      try {
        const { directory, status, stderr } = await runWith(`run-${i}`, plan);
        // The wall clock decides how many checkpoints there are, so this one may not have come.
        const hasFailed = existsSync(join(folder, `run-${i}.faults`, 'failed'));
        if (hasFailed && plan.fault !== 'short') expectRefusal(status, stderr, plan.operation);
        else expect(status, stderr).toBe(0);
        await readable(`run-${i}`, directory);
      } catch (error) {
        wrong.push(`${JSON.stringify(plan)}: ${error instanceof Error ? error.message : error}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** The error about the file that failed occurs once, without a stack. */
function expectRefusal(status: number, stderr: string, operation: string): void {
  const file = operation.split(' ')[1]!.replace(/^\.|\.partial$/g, '');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^error ORR_OUTPUT_UNWRITABLE: /);
  expect(stderr.split('\n')[0]).toContain(file);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stderr).not.toContain('ORR_UNEXPECTED');
  expect(stderr.split(`${file}: cannot`).length).toBeLessThanOrEqual(2);
}
