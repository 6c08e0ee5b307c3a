import { readFileSync } from 'node:fs';
import { OrreryError } from '../errors/index.js';
import { writeOutputFile } from '../record/index.js';
import type { Report } from '../report/index.js';
import type { LiveRun } from './live_run.js';
import { type RunOnDisk, runFiles, servedFiles } from './run_files.js';

/** Browsers do not take pages that are much larger. */
const MOST_BYTES = 100_000_000;
const PLACE = '<!--RUNS-->';

/** A run as the page is told of it. */
interface GivenRun {
  readonly name: string;
  /** Where it says how far it is, if it is under way. */
  readonly live?: string;
  readonly files: readonly object[];
}

/** The page, which reads its runs from the server that it comes from. */
export function servedPage(runs: readonly RunOnDisk[], canDebug: boolean): string {
  const given = runs.map(({ name, files }, i) => ({
    name,
    ...(canDebug && files.some((file) => file.name === 'run.json') && { debug: `debug/${i}` }),
    files: servedFiles(files, i),
  }));
  return pageWith(given, '');
}

/** The page of a run that is under way, which it asks for what there is of it. */
export function livePage({ directory, socket }: LiveRun): string {
  const page = pageWith([{ name: directory, live: 'live', files: [] }], '');
  // A page asks nobody but the server that it comes from; this one the run, too.
  return page.replace("connect-src 'self'", `connect-src 'self' ${socket}`);
}

/**
 * Writes the page with these runs in it as one file, which needs neither network nor server.
 *
 * @param runs - directories that runs left behind, or MCAP files; the page shows two at most
 * @param report - what a command found in them; it is shown alone if the runs are too large for a page
 * @throws OrreryError `ORR_STUDIO_RUN`, `ORR_STUDIO_TOO_LARGE`, `ORR_OUTPUT_UNWRITABLE`
 */
export function writeStudioPage(runs: readonly string[], file: string, report?: Report): void {
  let found = runs.map(runFiles);
  const size = found.flatMap(({ files }) => files).reduce((sum, each) => sum + each.size, 0);
  if (size > MOST_BYTES && report !== undefined) found = [];
  else if (size > MOST_BYTES) {
    throw new OrreryError(
      'ORR_STUDIO_TOO_LARGE',
      `The runs have ${size} bytes, and browsers do not open pages of more than ${MOST_BYTES}; leave out --html, or cut the recording with orrery bag cut.`,
      { place: { file } },
    );
  }
  const blocks: string[] = [];
  const given = found.map(({ name, files }, i) => ({
    name,
    files: files.map(({ name, path }, j) => {
      const element = `file-${i}-${j}`;
      const bytes = readFileSync(path).toString('base64');
      blocks.push(`<script type="text/plain" id="${element}">${bytes}</script>`);
      return { name, element };
    }),
  }));
  if (report !== undefined) blocks.push(jsonBlock('report', report));
  writeOutputFile(file, pageWith(given, blocks.join('\n')));
}

/** Names of files and topics are text of others: nothing in them may end the block. */
function jsonBlock(id: string, content: object): string {
  const json = JSON.stringify(content).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

function pageWith(runs: readonly GivenRun[], blocks: string): string {
  const html = readFileSync(new URL('page/studio.html', import.meta.url), 'utf8');
  const at = html.indexOf(PLACE);
  const given = `${blocks}${jsonBlock('runs', runs)}`;
  return html.slice(0, at) + given + html.slice(at + PLACE.length);
}
