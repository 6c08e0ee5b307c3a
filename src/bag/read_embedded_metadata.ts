import type { BagWarning } from './bag_error.js';
import { type BagMetadataYaml, parseMetadata } from './metadata.js';
import type { StorageFile } from './storage_file.js';

/**
 * The copy of rosbag2's metadata in the first file that has one. A damaged copy does not count as an error: the file itself
 * says what it holds, except for the distribution.
 */
export function readEmbeddedMetadata(
  files: readonly StorageFile[],
  warnings: BagWarning[],
): BagMetadataYaml | undefined {
  const file = files.find(({ embeddedMetadata = '' }) => embeddedMetadata !== '');
  if (file === undefined) return undefined;
  try {
    return parseMetadata(file.embeddedMetadata!, file.path);
  } catch (error) {
    const message = `its embedded metadata cannot be read: ${(error as Error).message}`;
    warnings.push({ code: 'ORR_BAG_METADATA', message, file: file.path });
    return undefined;
  }
}
