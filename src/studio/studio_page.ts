import { readFileSync } from 'node:fs';
import { OrreryError } from '../errors/index.js';
import { writeOutputFile } from '../record/index.js';
import type { Report } from '../report/index.js';
import type { LiveRun } from './live_run.js';
import type { MeshFile } from './mesh_files.js';
import { type RunOnDisk, runFiles, servedFiles } from './run_files.js';

/** Browsers do not open much larger pages. */
const MOST_BYTES = 100_000_000;
const PLACE = '<!--RUNS-->';
/** The server finds a mesh when the page requests it. */
const SERVED_MESHES = jsonBlock('meshes', { folder: 'meshes' });

/** A run as it is described to the page. */
interface GivenRun {
  readonly name: string;
  /** The path at which the server reports the run's progress, if the run is active. */
  readonly live?: string;
  readonly files: readonly object[];
}

/** The page that reads its runs from the server that it comes from. */
export function servedPage(runs: readonly RunOnDisk[], canDebug: boolean): string {
  const given = runs.map(({ name, files }, i) => ({
    name,
    ...(canDebug && files.some((file) => file.name === 'run.json') && { debug: `debug/${i}` }),
    files: servedFiles(files, i),
  }));
  return pageWith(given, SERVED_MESHES);
}

/** The page of an active run, whose files it requests as they grow. */
export function livePage({ directory, socket }: LiveRun): string {
  const page = pageWith([{ name: directory, live: 'live', files: [] }], SERVED_MESHES);
  // A page may connect only to the server that it comes from; this one also to the run.
  return page.replace("connect-src 'self'", `connect-src 'self' ${socket}`);
}

/** What a page shows besides runs. */
export interface PageContents {
  readonly report?: Report | undefined;
  readonly meshes?: readonly MeshFile[] | undefined;
}

/**
 * Writes the page with these runs as one file, which needs neither a network nor a server.
 *
 * @param runs - directories that runs left behind, or MCAP files; the page shows at most two
 * @param contents.report - the report of a command about them; it is shown alone if the runs are too large for a
 *   page
 * @param contents.meshes - meshes that the runs refer to; those that are too large for the page are left out
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

/** Names of files and topics come from others, so nothing in them may end the block. */
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
