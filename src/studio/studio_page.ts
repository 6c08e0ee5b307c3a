import { readFileSync } from 'node:fs';
import { OrreryError } from '../errors/index.js';
import { writeOutputFile } from '../record/index.js';
import type { Report } from '../report/index.js';
import type { LiveRun } from './live_run.js';
import type { MeshFile } from './mesh_files.js';
import { type RunOnDisk, runFiles, servedFiles } from './run_files.js';

/** Browsers do not take pages that are much larger. */
const MOST_BYTES = 100_000_000;
const PLACE = '<!--RUNS-->';
/** The server finds a mesh when it is asked for it. */
const SERVED_MESHES = jsonBlock('meshes', { folder: 'meshes' });

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
  return pageWith(given, SERVED_MESHES);
}

/** The page of a run that is under way, which it asks for what there is of it. */
export function livePage({ directory, socket }: LiveRun): string {
  const page = pageWith([{ name: directory, live: 'live', files: [] }], SERVED_MESHES);
  // A page asks nobody but the server that it comes from; this one the run, too.
  return page.replace("connect-src 'self'", `connect-src 'self' ${socket}`);
}

/** What a page shows besides runs. */
export interface PageContents {
  readonly report?: Report | undefined;
  readonly meshes?: readonly MeshFile[] | undefined;
}

/**
 * Writes the page with these runs in it as one file, which needs neither network nor server.
 *
 * @param runs - directories that runs left behind, or MCAP files; the page shows two at most
 * @param contents.report - what a command found in them; it is shown alone if the runs are too large for a page
 * @param contents.meshes - what the runs name; those that are too large for the page are left out
 * @throws OrreryError `ORR_STUDIO_RUN`, `ORR_STUDIO_TOO_LARGE`, `ORR_OUTPUT_UNWRITABLE`
 */
export function writeStudioPage(
  runs: readonly string[],
  file: string,
  { report, meshes = [] }: PageContents = {},
): void {
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
      blocks.push(bytesBlock(element, path));
      return { name, element };
    }),
  }));
  blocks.push(...meshBlocks(meshes, MOST_BYTES - size));
  if (report !== undefined) blocks.push(jsonBlock('report', report));
  writeOutputFile(file, pageWith(given, blocks.join('\n')));
}

function meshBlocks(meshes: readonly MeshFile[], room: number): string[] {
  const blocks: string[] = [];
  const elements: [uri: string, element: string][] = [];
  let left = room;
  for (const [i, { uri, path, size }] of meshes.entries()) {
    if (size > left) continue;
    left -= size;
    blocks.push(bytesBlock(`mesh-${i}`, path));
    elements.push([uri, `mesh-${i}`]);
  }
  return [...blocks, jsonBlock('meshes', { elements: Object.fromEntries(elements) })];
}

function bytesBlock(id: string, path: string): string {
  return `<script type="text/plain" id="${id}">${readFileSync(path).toString('base64')}</script>`;
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
