import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { type Campaign, readCampaign, type Trial, Trials } from '../campaigns/index.js';
import { didYouMean, OrreryError } from '../errors/index.js';
import type { CommandLine } from './command_line.js';
import { print } from './print.js';
import { systemsOfWords } from './system.js';
import { jobsOf } from './whole_number.js';

/** The longest line that is read, in characters. */
const LONGEST_LINE = 1_000_000;

/** What a line may have. */
const FIELDS = ['id', 'values', 'seeds'];

/** `orrery sweep trials`: points that another program chooses, as lines of JSON in both directions. */
export function sweepTrialsCommand(line: CommandLine): Command {
  return new Command('trials')
    .description('Try points that an optimiser writes to standard input, one JSON object per line.')
    .argument('<campaign>', 'a campaign file: its axes, seeds, checks and metrics')
    .option('-j, --jobs <count>', 'runs at the same time (default: all cores)')
    .action(async (file: string, options: { readonly store: string; readonly jobs?: string }) => {
      const campaign = readCampaign(file);
      const trials = new Trials({
        campaign,
        configOf: systemsOfWords(line),
        store: options.store,
        folder: dirname(resolve(file)),
        parallel: jobsOf(options.jobs),
      });
      try {
        tell(greeting(campaign));
        const lines = createInterface({
          input: process.stdin,
          crlfDelay: Number.POSITIVE_INFINITY,
        });
        for await (const text of lines) if (text.trim() !== '') tell(await answer(trials, text));
      } finally {
        await trials.close();
      }
    });
}

function tell(value: unknown): void {
  print(`${JSON.stringify(value)}\n`);
}

/** The first line of output: what can be asked. */
function greeting({ name, axes, seeds, checks, metrics }: Campaign): unknown {
  const known = axes.map(({ name: axis, span, levels }) => [
    axis,
    span === undefined ? { values: levels.map(({ value }) => value) } : { range: span },
  ]);
  const format = 'orrery-trials/1';
  return { format, name, axes: Object.fromEntries(known), seeds: seeds.length, checks, metrics };
}

/** Answers a line; if it cannot be tried, the answer is an error, and the next line is read. */
async function answer(trials: Trials, text: string): Promise<unknown> {
  let id: unknown = null;
  try {
    const asked = readLine(text);
    id = asked.id ?? null;
    const { failures, metrics, runs, ...result } = await trials.try(asked);
    const figures = Object.entries(metrics).map(([name, each]) => [name, each?.mean ?? null]);
    return { id, runs, failures, metrics: Object.fromEntries(figures), ...result };
  } catch (error) {
    if (!(error instanceof OrreryError)) throw error;
    return { id, error: { code: error.code, message: error.message } };
  }
}

/** @throws OrreryError `ORR_CAMPAIGN_TRIAL` */
function readLine(text: string): Trial & { readonly id?: unknown } {
  let asked: (Trial & { readonly id?: unknown }) | undefined;
  try {
    const value: unknown = text.length > LONGEST_LINE ? undefined : JSON.parse(text);
    if (isTrial(value)) asked = value;
  } catch {
    // This is reported below, with an example.
  }
  if (asked !== undefined) {
    const unknown = Object.keys(asked).find((name) => !FIELDS.includes(name));
    if (unknown === undefined) return asked;
    throw new OrreryError(
      'ORR_CAMPAIGN_TRIAL',
      `A trial has no "${unknown}"${didYouMean(unknown, FIELDS) || `; it has ${FIELDS.join(', ')}.`}`,
    );
  }
  throw new OrreryError(
    'ORR_CAMPAIGN_TRIAL',
    'A trial is a line with one JSON object, e.g. {"id": 1, "values": {"gain": 0.5}}.',
  );
}

/** The values themselves are checked where they are used. */
function isTrial(value: unknown): value is Trial {
  return typeof value === 'object' && value !== null && 'values' in value;
}
