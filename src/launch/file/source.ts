import { type Place, type Problems, readRegularFile, whyUnreadable } from '../../errors/index.js';
import type { Entity } from './entity.js';
import { readXmlLaunch } from './read_xml_launch.js';
import { readYamlLaunch } from './read_yaml_launch.js';
import { validateLaunch } from './validate_launch.js';

/** Reads a launch file from a text; XML is recognised by its first character. */
export function parseLaunchSource(
  text: string,
  file: string,
  problems: Problems,
): Entity | undefined {
  const isXml = /^\uFEFF?\s*</.test(text);
  const before = problems.count;
  const root = isXml
    ? readXmlLaunch(text, file, problems)
    : readYamlLaunch(text.replace(/^\uFEFF/, ''), file, problems);
  if (root === undefined) {
    if (problems.count === before) {
      const message = 'The launch file is empty.';
      problems.add('ORR_LAUNCH_STRUCTURE', message, { file, line: 1, column: 1 });
    }
    return undefined;
  }
  validateLaunch(root, problems);
  return root.tag === 'launch' ? root : undefined;
}

/**
 * Reads and validates a launch file. Mistakes go to `problems`.
 *
 * @param askedAt the place that names the file, for messages about the file as a whole
 */
export function readLaunchSource(
  file: string,
  problems: Problems,
  askedAt: Place,
): Entity | undefined {
  let text: string;
  try {
    text = readRegularFile(file);
  } catch (cause) {
    const message = `The launch file "${file}" cannot be read: ${whyUnreadable(cause)}.`;
    problems.add('ORR_LAUNCH_FILE', message, askedAt);
    return undefined;
  }
  return parseLaunchSource(text, file, problems);
}
