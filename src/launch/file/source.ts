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
 * Launch files as they were when they were parsed last, for who describes one system many times. To parse one takes
 * longer than the rest of a description.
 */
export class KnownSources {
  readonly #roots = new Map<string, { readonly text: string; readonly root: Entity }>();

  /** Does something in which a file that has not changed is not parsed again. */
  during<T>(action: () => T): T {
    const outer = known;
    known = this;
    try {
      return action();
    } finally {
      known = outer;
    }
  }

  /** What {@link parseLaunchSource} gives; a file with mistakes is parsed each time, and tells them. */
  parse(text: string, file: string, problems: Problems): Entity | undefined {
    const last = this.#roots.get(file);
    if (last?.text === text) return last.root;
    const before = problems.count;
    const root = parseLaunchSource(text, file, problems);
    if (root !== undefined && problems.count === before) this.#roots.set(file, { text, root });
    return root;
  }
}

/** Those that {@link readLaunchSource} uses at present. */
let known: KnownSources | undefined;

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
  if (known !== undefined) return known.parse(text, file, problems);
  return parseLaunchSource(text, file, problems);
}
