/** Finds the mesh files that a robot's description or a marker refers to: recordings do not contain them. */
import { statSync } from 'node:fs';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BagReader, openBag } from '../bag/index.js';
import { runFiles } from './run_files.js';

/** Returns a package's share folder, e.g. `/opt/ros/jazzy/share/turtlebot3_description`. */
export type PackageShare = (name: string) => string;

/** Larger meshes are not shown. */
const MOST_BYTES = 64 * 1024 * 1024;
/** The most meshes that are written into a page. */
const MOST_MESHES = 1000;
const FORMATS: readonly string[] = ['.stl', '.dae', '.obj'];
const NAMING_TYPES = [
  'std_msgs/msg/String',
  'visualization_msgs/msg/Marker',
  'visualization_msgs/msg/MarkerArray',
];
const URI = /(?:package|file):\/\/[^\s"'<>\0]{1,1000}?\.(?:stl|dae|obj)\b/gi;

/** A mesh that exists. */
export interface MeshFile {
  readonly uri: string;
  readonly path: string;
  readonly size: number;
}

/**
 * Finds a mesh by its address, e.g. `package://turtlebot3_description/meshes/base.stl`. Only files that a package
 * shares are served, because the address may come from anybody's recording.
 *
 * @throws Error that says why there is no such mesh
 */
export function meshFile(uri: string, packageShare: PackageShare): MeshFile {
  const [name, inside] = partsOf(uri);
  const share = normalize(packageShare(name));
  const path = normalize(join(share, inside));
  if (!path.startsWith(share + sep)) throw new Error('It lies outside its package.');
  if (!FORMATS.includes(extname(path).toLowerCase())) {
    throw new Error(`Only ${FORMATS.join(', ')} can be shown.`);
  }
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true) throw new Error(`${path} does not exist.`);
  if (found.size > MOST_BYTES) throw new Error(`It has more than ${MOST_BYTES} bytes.`);
  return { uri, path, size: found.size };
}

/**
 * The package and the path in it. The path of a file contains its package, too:
 * `file:///opt/ros/jazzy/share/PACKAGE/…`.
 */
function partsOf(uri: string): [name: string, inside: string] {
  const pattern = uri.startsWith('file:')
    ? /^.*\/share\/([^/]+)\/(.+)$/
    : /^package:\/\/([^/]+)\/(.+)$/;
  const text = uri.startsWith('file:') ? fileURLToPath(uri).replaceAll(sep, '/') : uri;
  const [, name, inside] = pattern.exec(text) ?? [];
  if (name === undefined || inside === undefined) throw new Error('It is in no package.');
  return [name, inside];
}

/**
 * The existing meshes that runs refer to, in the order in which they refer to them.
 *
 * @param runs - directories that runs left behind, or MCAP files
 * @throws OrreryError `ORR_STUDIO_RUN`
 */
export async function meshesOf(
  runs: readonly string[],
  packageShare: PackageShare,
): Promise<MeshFile[]> {
  const found = new Map<string, MeshFile | undefined>();
  for (const { path, name } of runs.flatMap((run) => runFiles(run).files)) {
    if (name === 'trace.mcap' || !name.endsWith('.mcap')) continue;
    // The page reports what is wrong with a damaged recording.
    const bag = await openBag(path).catch(() => undefined);
    for (const uri of bag === undefined ? [] : urisOf(bag)) {
      if (found.size < MOST_MESHES && !found.has(uri)) found.set(uri, attempt(uri, packageShare));
    }
    bag?.close();
  }
  return [...found.values()].filter((each) => each !== undefined);
}

function* urisOf(bag: BagReader): Generator<string> {
  const topics = bag.topics.filter(({ type }) => NAMING_TYPES.includes(type));
  if (topics.length === 0) return;
  for (const { data } of bag.messages({ topics: topics.map(({ name }) => name) })) {
    const { buffer, byteOffset, byteLength } = data;
    const text = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
    for (const [uri] of text.matchAll(URI)) yield uri;
  }
}

/** Returns undefined for a missing mesh, which the page reports. */
function attempt(uri: string, packageShare: PackageShare): MeshFile | undefined {
  try {
    return meshFile(uri, packageShare);
  } catch {
    return undefined;
  }
}
