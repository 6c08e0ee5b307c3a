import { basename, join } from 'node:path';
import { type BagWarning, bagError } from './bag_error.js';
import { type ByteSource, FileSource } from './byte_source.js';
import { CompressedFileSource } from './compressed_file_source.js';
import { Db3File } from './db3_file.js';
import { existsSync, readdirSync, readFileSync, reasonOf, statSync } from './file_access.js';
import { McapFile } from './mcap_file.js';
import { MCAP_MAGIC } from './mcap_records.js';
import { type BagMetadataYaml, parseMetadata } from './metadata.js';
import { isSqlite } from './sqlite_pages.js';
import type { StorageFile } from './storage_file.js';
import { isZstd } from './zstd_extent.js';

/** What a run leaves in its directory. */
export const RUN_FILE = 'run.json';
export const RECORDING = 'recording.mcap';

/**
 * Chooses the reader by the first bytes of the file.
 *
 * @param recover - skip damaged parts instead of refusing the file
 */
export function openStorage(path: string, recover = false): StorageFile {
  let source: ByteSource = new FileSource(path);
  let head = source.read(0, Math.min(16, source.size));
  if (isZstd(head)) {
    source.release();
    source = new CompressedFileSource(path);
    head = source.read(0, Math.min(16, source.size));
  }
  try {
    if (MCAP_MAGIC.every((byte, index) => head[index] === byte))
      return new McapFile(source, { recover });
    if (isSqlite(head)) return new Db3File(source, recover);
  } catch (error) {
    source.release();
    throw error;
  }
  source.release();
  const text = new TextDecoder('latin1').decode(head);
  const message = text.startsWith('#ROSBAG V')
    ? 'is a ROS 1 bag; convert it to ROS 2 first.'
    : 'is neither an MCAP file nor a SQLite database.';
  throw bagError('ORR_BAG_NOT_A_BAG', message, { file: path, offset: 0 });
}

/** The storage files that a directory names, in order. */
function filesOf(directory: string, metadata: BagMetadataYaml, file: string): string[] {
  return metadata.relativeFilePaths.map((relative) => {
    // Old recorders wrote paths that start with the directory or with '/'.
    const names = [relative, basename(relative), `${basename(relative)}.zstd`];
    const found = names.map((name) => join(directory, name)).find((path) => existsSync(path));
    if (found !== undefined) return found;
    throw bagError('ORR_BAG_NOT_FOUND', `lists '${relative}', which does not exist.`, { file });
  });
}

function listStorageFiles(directory: string): string[] {
  const collator = new Intl.Collator('en', { numeric: true });
  return readdirSync(directory)
    .filter((name) => /\.(mcap|db3)(\.zstd)?$/.test(name))
    .sort((a, b) => collator.compare(a, b))
    .map((name) => join(directory, name));
}

/** Finds the storage files of a bag, or of a run's directory, and reads its `metadata.yaml`, if there is one. */
export function locateBag(
  path: string,
  warnings: BagWarning[],
): { files: string[]; yaml: BagMetadataYaml | undefined } {
  let directory: boolean;
  try {
    directory = statSync(path).isDirectory();
  } catch (error) {
    throw bagError(
      'ORR_BAG_NOT_FOUND',
      `cannot be opened: ${reasonOf(error)}.`,
      { file: path },
      error,
    );
  }
  if (!directory) return { files: [path], yaml: undefined };
  const file = join(path, 'metadata.yaml');
  if (existsSync(file)) {
    const yaml = parseMetadata(readFileSync(file, 'utf8'), file);
    const files = filesOf(path, yaml, file);
    if (files.length === 0) {
      throw bagError('ORR_BAG_METADATA', 'relative_file_paths is empty.', { file });
    }
    return { files, yaml };
  }
  // The trace in a run's directory is not part of its recording.
  const recording = join(path, RECORDING);
  if (existsSync(join(path, RUN_FILE)) && existsSync(recording)) {
    return { files: [recording], yaml: undefined };
  }
  const files = listStorageFiles(path);
  if (files.length === 0) {
    const message = 'the directory has neither metadata.yaml nor .mcap or .db3 files.';
    throw bagError('ORR_BAG_NOT_A_BAG', message, { file: path });
  }
  const message = 'metadata.yaml is missing; files are taken in the order of their names.';
  warnings.push({ code: 'ORR_BAG_NO_METADATA', message, file });
  return { files, yaml: undefined };
}
