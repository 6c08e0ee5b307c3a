/**
 * The process of one run, see `runInProcess`: reads a configuration from standard input, makes the run in a thread,
 * and reports the outcome on its fourth stream.
 */
import { readFileSync, writeSync } from 'node:fs';
import { describeErrors, fromExactJson, toExactJson } from '../record/index.js';
import type { RunConfig } from '../system/index.js';
import { spawnRun } from './spawn_run.js';

const TOLD_ON = 3;

async function run(): Promise<unknown> {
  try {
    const config = fromExactJson(JSON.parse(readFileSync(0, 'utf8'))) as RunConfig;
    return { outcome: await spawnRun(config).outcome };
  } catch (error) {
    return { errors: describeErrors(error) };
  }
}

const bytes = Buffer.from(JSON.stringify(toExactJson(await run())));
let written = 0;
while (written < bytes.length) written += writeSync(TOLD_ON, bytes, written);
