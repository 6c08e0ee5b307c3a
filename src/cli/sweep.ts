import { Command, Option } from 'commander';
import {
  aligned,
  type CampaignSummary,
  type CampaignWork,
  campaignReport,
  campaignText,
  comparePoints,
  DEFAULT_STORE,
  exportCampaign,
  figureNamed,
  intervalText,
  OutputFiles,
  openCampaign,
  quantileRows,
  queryRows,
  repeatCommand,
  runCampaign,
  summarizeCampaign,
  TABLE_FORMATS,
  type TableFormat,
} from '../campaigns/index.js';
import { counted, OrreryError } from '../errors/index.js';
import { parseDuration } from '../kernel/index.js';
import { writeStudioPage } from '../studio/index.js';
import type { CommandLine } from './command_line.js';
import { interruptible } from './interruptible.js';
import { print, printNote, printProgress } from './print.js';
import { type CampaignWords, campaignOf, withCampaignOptions } from './sweep_campaign.js';
import { SweepProgress } from './sweep_progress.js';
import { sweepRaceCommand } from './sweep_race.js';
import { sweepSinceCommand } from './sweep_since.js';
import { sweepTrialsCommand } from './sweep_trials.js';
import { systemsOfWords } from './system.js';
import { jobsOf, positiveInteger } from './whole_number.js';

interface SweepOptions extends CampaignWords {
  readonly store: string;
  readonly jobs?: string;
  readonly shard?: string;
  readonly redis?: string;
  readonly redisPatience?: string;
  readonly json?: boolean;
  readonly recheck?: string;
  readonly html?: string;
  readonly quantiles?: boolean;
  readonly shrink: string | false;
  readonly shrinkRuns: string;
}

/** `line`: the part of the command line that is for the nodes. */
export function sweepCommand(line: CommandLine): Command {
  const command = new Command('sweep');
  const run = new Command('run')
    .description('Make the runs of a campaign that have no result yet (docs/campaigns.md).')
    .action(async (words: string[], options: SweepOptions) => {
      process.exitCode = await sweep(words, line, options, false);
    });
  const work = new Command('work')
    .description(
      'Make the runs of a campaign together with other workers of a shared folder, or make one of many parts.',
    )
    .option('--shard <i/n>', 'make only this part of the rows, e.g. 3/16, independently')
    .option('--redis <url>', 'share the rows by BullMQ on this server, e.g. redis://host:6379')
    .option('--redis-patience <duration>', 'how long that server may be silent', '1min')
    .action(async (words: string[], options: SweepOptions) => {
      process.exitCode = await sweep(words, line, options, true);
    });
  for (const each of [run, work]) {
    withCampaignOptions(each).option(
      '-j, --jobs <count>',
      'runs at the same time (default: all cores)',
    );
    each.option(
      '--recheck <share>',
      'share of all runs, known ones too, to repeat in a fresh process, e.g. 5% (default: that of the file, of new runs)',
    );
    withShrinking(each);
    withStore(each)
      .option('--html <file>', 'write a page of the studio with the results')
      .option('--json', 'print the summary as JSON');
  }
  command.addCommand(run, { isDefault: true }).addCommand(work);
  return command
    .addCommand(showCommand())
    .addCommand(queryCommand())
    .addCommand(comparePointsCommand())
    .addCommand(exportCommand())
    .addCommand(withStore(sweepRaceCommand(line)))
    .addCommand(withStore(sweepTrialsCommand(line)))
    .addCommand(withStore(sweepSinceCommand(line)));
}

function withShrinking(command: Command): Command {
  return command
    .option('--shrink <kinds>', 'how many kinds of failures to shrink (smallest example)', '5')
    .option('--shrink-runs <count>', 'most runs to shrink each of them', '200')
    .option('--no-shrink', 'shrink no failure');
}

function withStore(command: Command): Command {
  return command.option('--store <folder>', 'where results are kept', DEFAULT_STORE);
}

async function sweep(
  words: readonly string[],
  line: CommandLine,
  options: SweepOptions,
  isWorker: boolean,
): Promise<number> {
  const shard = options.shard === undefined ? undefined : shardOf(options.shard);
  const recheck = options.recheck === undefined ? {} : { recheck: recheckOf(options.recheck) };
  const { seeds, vary, check, metric, revisions } = options;
  const given = campaignOf(words, { seeds, vary, check, metric, revisions });
  const runs = positiveInteger(options.shrinkRuns);
  const shrink =
    options.shrink === false ? {} : { shrink: { examples: positiveInteger(options.shrink), runs } };
  const progress = new SweepProgress(given.campaign);
  try {
    const work = await interruptible((signal) =>
      runCampaign({
        ...given,
        ...recheck,
        configOf: systemsOfWords(line),
        store: options.store,
        parallel: jobsOf(options.jobs),
        ...(shard === undefined ? { shared: isWorker && options.redis === undefined } : { shard }),
        ...shrink,
        onShrink: ({ example, of, runs }) =>
          printProgress(`shrinking ${example} of ${of} kinds of failures, ${counted(runs, 'run')}`),
        ...redisOf(options),
        onProgress: (done) => progress.show(done),
        signal,
      }),
    );
    printProgress('');
    return report(work, options, isWorker);
  } finally {
    printProgress('');
  }
}

function redisOf({ redis, redisPatience }: SweepOptions) {
  if (redis === undefined || redisPatience === undefined) return {};
  return { redis, redisPatienceMs: parseDuration(redisPatience) / 1e6 };
}

/**
 * 1: a run failed, was lost, or differs from another execution of it, a check had nothing to
 * judge or a metric no value, or a result is of other files than the present ones; 130: interrupted.
 */
function report(
  work: CampaignWork,
  { store, json, html }: SweepOptions,
  isWorker: boolean,
): number {
  const name = work.folders.campaign.split(/[\\/]/).at(-1)!;
  const summary = summarizeCampaign(openCampaign(store, name));
  writePage(summary, store, html);
  print(json ? `${JSON.stringify(summary, null, 2)}\n` : campaignText(summary));
  const { executed, cached, enough, interrupted } = work;
  printNote(
    `${counted(executed, 'run')} made, ${cached} known before${enough ? '; enough is known' : ''}; left in ${work.folders.campaign}\n`,
  );
  if (interrupted) {
    printNote('Interrupted; the same command continues where this one ended.\n');
    return 130;
  }
  const { failures, counts, nondeterministic, unevaluated, unmeasured } = summary;
  const missing = isWorker || enough ? 0 : counts.open + counts.waiting + counts.changed;
  if (missing > 0) {
    printNote(
      `${counted(missing, 'result')} ${missing === 1 ? 'does' : 'do'} not count, because files that the runs use have changed since; run the campaign again.\n`,
    );
  }
  const bad = missing + failures.length + counts.lost + nondeterministic.length;
  const silent = unevaluated.length + unmeasured.length;
  return bad + silent > 0 ? 1 : 0;
}

/** @throws OrreryError `ORR_NUMBER` */
function shardOf(text: string): { readonly part: number; readonly of: number } {
  const match = /^([1-9]\d{0,6})\/([1-9]\d{0,6})$/.exec(text);
  const [part, of] = [Number(match?.[1]), Number(match?.[2])];
  if (match !== null && part <= of) return { part, of };
  throw new OrreryError('ORR_NUMBER', `"${text}" is not a part of a campaign; write e.g. 3/16.`);
}

/** @throws OrreryError `ORR_NUMBER` */
function recheckOf(text: string): number {
  const [, number = '', percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  const share = number === '' ? Number.NaN : Number(number) / (percent === '%' ? 100 : 1);
  if (share >= 0 && share <= 1) return share;
  throw new OrreryError(
    'ORR_NUMBER',
    `"${text}" is not a part of the runs; write e.g. 5% or 0.05.`,
  );
}

function writePage(summary: CampaignSummary, store: string, file: string | undefined): void {
  if (file === undefined) return;
  writeStudioPage([], file, { report: campaignReport(summary) });
  new OutputFiles(store).note(file);
}

function showCommand(): Command {
  return withStore(new Command('show'))
    .description(
      'Show what a campaign knows so far: points, failures, metrics with their intervals.',
    )
    .argument('[name]', 'name of the campaign, if the store has several')
    .option('--html <file>', 'write a page of the studio with the results')
    .option('--json', 'print the summary as JSON')
    .option('--quantiles', 'print the median and 95 % quantile of each metric instead')
    .action((name: string | undefined, { store, json, html, quantiles }: SweepOptions) => {
      const summary = summarizeCampaign(openCampaign(store, name));
      writePage(summary, store, html);
      if (json) print(`${JSON.stringify(summary, null, 2)}\n`);
      else if (quantiles) print(`${aligned(quantileRows(summary.points)).join('\n')}\n`);
      else print(campaignText(summary));
    });
}

function queryCommand(): Command {
  return withStore(new Command('query'))
    .description('List the rows that fulfil a condition, with the command that repeats each.')
    .argument('<condition>', 'e.g. \'status == "failed" and gain > 0.5\'')
    .argument('[name]', 'name of the campaign, if the store has several')
    .option('--json', 'print every column and the command, one JSON object per line')
    .action((condition: string, name: string | undefined, { store, json }: SweepOptions) => {
      const open = openCampaign(store, name);
      for (const row of queryRows(open, condition)) {
        const command = repeatCommand(open, Number(row.row));
        if (json) print(`${JSON.stringify({ ...row, command })}\n`);
        else print(`row ${row.row}: ${row.text ?? row.status}\n  ${command}\n`);
      }
    });
}

function comparePointsCommand(): Command {
  return withStore(new Command('compare'))
    .description('Compare a figure of every point with the first point, seed by seed.')
    .argument('<figure>', 'a metric of the campaign, or failures')
    .argument('[name]', 'name of the campaign, if the store has several')
    .action((figureName: string, name: string | undefined, { store }: SweepOptions) => {
      const open = openCampaign(store, name);
      if (open.plan.points.length === 1) {
        print('There is one point, so there is nothing to compare it with.\n');
        return;
      }
      const rows = comparePoints(open, figureNamed(open.campaign, figureName)).map(
        ({ pairs, difference, isClear }, i) => [
          ...Object.values(open.plan.points[i + 1]!.values).map(String),
          String(pairs),
          intervalText(difference),
          isClear ? 'yes' : 'no',
        ],
      );
      const header = [
        ...open.campaign.axes.map((axis) => axis.name),
        'pairs',
        'difference',
        'clear',
      ];
      print(`${aligned([header, ...rows]).join('\n')}\n`);
    });
}

function exportCommand(): Command {
  return withStore(new Command('export'))
    .description('Write all rows as a table.')
    .argument('<file>', 'ending in .jsonl, .csv or .parquet')
    .argument('[name]', 'name of the campaign, if the store has several')
    .addOption(
      new Option('--format <format>', 'overrides the ending of the name').choices(TABLE_FORMATS),
    )
    .action(async (file: string, name: string | undefined, options: ExportOptions) => {
      const format = options.format ?? formatOf(file);
      await exportCampaign(openCampaign(options.store, name), file, format);
      new OutputFiles(options.store).note(file);
    });
}

interface ExportOptions {
  readonly store: string;
  readonly format?: TableFormat;
}

/** @throws OrreryError `ORR_CAMPAIGN_TABLE` */
function formatOf(file: string): TableFormat {
  const found = TABLE_FORMATS.find((format) => file.endsWith(`.${format}`));
  if (found !== undefined) return found;
  throw new OrreryError(
    'ORR_CAMPAIGN_TABLE',
    `${file} does not say what kind of table to write; let it end in .jsonl, .csv or .parquet, or give --format.`,
    { place: { file } },
  );
}
