import { join } from 'node:path';
import { Command } from 'commander';
import {
  type AnalysisOptions,
  analysisCsv,
  analysisPictures,
  analysisReport,
  analysisText,
  analyzeRun,
  parseArrivals,
  parseChain,
  parseDeadline,
  parsePriority,
  type RunAnalysis,
  readAnalysisOptions,
  renderPng,
} from '../analysis/index.js';
import { DEFAULT_STORE, keptRuns } from '../campaigns/index.js';
import { writeOutputFile } from '../record/index.js';
import { writeStudioPage } from '../studio/index.js';
import { print } from './print.js';

interface AnalyzeCommandOptions {
  readonly chain: readonly string[];
  readonly deadline: readonly string[];
  readonly arrivals: readonly string[];
  readonly priority: readonly string[];
  readonly options?: string;
  readonly sensitivity?: boolean;
  readonly campaign?: string;
  readonly store: string;
  readonly json?: boolean;
  readonly csv?: string;
  readonly html?: string;
  readonly svg?: string;
  readonly png?: string;
}

export function analyzeCommand(): Command {
  const collect = (value: string, list: readonly string[]) => [...list, value];
  return new Command('analyze')
    .argument('<run>', 'directory that a run left behind, or its trace.mcap')
    .option(
      '--chain <topics>',
      'follow /a,/b,/c instead of the chains found (repeatable)',
      collect,
      [],
    )
    .option(
      '--deadline <callback=time>',
      'longest allowed response, e.g. /planner:/scan=20ms; of a chain: /a,/b=50ms (repeatable)',
      collect,
      [],
    )
    .option(
      '--arrivals <callback=period>',
      'how often inputs arrive at most, for bounds, e.g. /scan=100ms,jitter=5ms (repeatable)',
      collect,
      [],
    )
    .option(
      '--priority <callback=n>',
      'priority of a callback; higher is more urgent (repeatable)',
      collect,
      [],
    )
    .option('--options <file>', 'read chains, deadlines, arrivals and priorities from YAML')
    .option('--sensitivity', 'show by how much each execution time may grow')
    .option('--campaign <name>', 'show the longest times of its kept runs beside the bounds')
    .option('--store <folder>', 'folder with the results of the campaign', DEFAULT_STORE)
    .option('--json', 'print the analysis as JSON')
    .option('--csv <dir>', 'write its tables as CSV files')
    .option('--html <file>', 'write a page of the studio with tables, pictures and the run')
    .option('--svg <dir>', 'write its pictures as SVG')
    .option('--png <dir>', 'write its pictures as PNG')
    .action(async (run: string, options: AnalyzeCommandOptions) => {
      const analysis = await analyzeRun(run, optionsOf(options));
      await writeFiles(run, analysis, options);
      print(options.json === true ? jsonOf(analysis) : analysisText(analysis));
      if (analysis.alarms.length > 0) process.exitCode = 1;
    });
}

function optionsOf(options: AnalyzeCommandOptions): AnalysisOptions {
  const file = options.options === undefined ? {} : readAnalysisOptions(options.options);
  return {
    chains: [...options.chain.map(parseChain), ...(file.chains ?? [])],
    deadlines: [...options.deadline.map(parseDeadline), ...(file.deadlines ?? [])],
    arrivals: [...options.arrivals.map(parseArrivals), ...(file.arrivals ?? [])],
    priorities: [...options.priority.map(parsePriority), ...(file.priorities ?? [])],
    sensitivity: options.sensitivity === true,
    others: options.campaign === undefined ? [] : keptRuns(options.store, options.campaign),
  };
}

async function writeFiles(
  run: string,
  analysis: RunAnalysis,
  { csv, html, svg, png }: AnalyzeCommandOptions,
): Promise<void> {
  if (html !== undefined) writeStudioPage([run], html, { report: analysisReport(analysis) });
  if (csv !== undefined) writeAll(csv, analysisCsv(analysis));
  if (svg !== undefined) writeAll(svg, analysisPictures(analysis));
  if (png === undefined) return;
  for (const [name, picture] of Object.entries(analysisPictures(analysis))) {
    writeOutputFile(join(png, name.replace(/\.svg$/, '.png')), await renderPng(picture));
  }
}

function writeAll(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeOutputFile(join(directory, name), text);
}

/** The analysis without the data that only the pictures need. */
function jsonOf(analysis: RunAnalysis): string {
  const { responseCurves: _r, latencyCurves: _l, timelines: _t, ...figures } = analysis;
  return `${JSON.stringify(figures, null, 2)}\n`;
}
