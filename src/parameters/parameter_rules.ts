import {
  DescriptionError,
  type Place,
  Problems,
  readRegularFile,
  whyUnreadable,
} from '../errors/index.js';
import { nodePatternMatches } from './node_pattern_matches.js';
import { type PlacedValue, readParameterSections } from './read_parameter_sections.js';
import type { ParameterValue } from './value.js';

/** All parameters under one node part (`/**`, `/ns/node`…), in the order of first mention. */
export interface ParameterEntry {
  /** The node part as written, nested parts joined with `/`. */
  readonly pattern: string;
  /** Where the pattern was first mentioned. */
  readonly place: Place;
  readonly parameters: Map<string, PlacedValue>;
}

/**
 * Parameter rules from files and `-p name:=value` arguments, with ROS 2's precedence
 * (`rcl` collects all of them in one table before `rclcpp` applies it):
 *
 * 1. Entries are in the order in which their node part was *first* mentioned, over all sources.
 * 2. A later source that mentions the same node part overwrites values inside that entry.
 * 3. A node takes the parameters of every entry that matches it, in table order; later entries win.
 *
 * So an entry for `/**` gives way to one for `/node` only if it comes first, not because it is less specific; and
 * `-p x:=1` (node part `/**`) does not override a `/node` entry mentioned after the first `/**`.
 */
export class ParameterRules {
  readonly #entries = new Map<string, ParameterEntry>();

  /** The table, in order of precedence: later entries override earlier ones. */
  get entries(): readonly ParameterEntry[] {
    return [...this.#entries.values()];
  }

  /** Adds or overwrites one parameter. */
  set(pattern: string, name: string, value: ParameterValue, place: Place): void {
    let entry = this.#entries.get(pattern);
    if (entry === undefined) {
      entry = { pattern, place, parameters: new Map() };
      this.#entries.set(pattern, entry);
    }
    entry.parameters.set(name, { value, place });
  }

  /**
   * Adds the content of a parameter file.
   *
   * @throws DescriptionError `ORR_PARAMS_INVALID` with every mistake of the file; then nothing of the file is
   *   added.
   */
  addText(text: string, file: string): void {
    const problems = new Problems();
    const sections = readParameterSections(text, file, problems);
    problems.throwIfAny('ORR_PARAMS_INVALID', `The parameter file ${file}`);
    for (const section of sections) {
      if (!this.#entries.has(section.pattern)) {
        this.#entries.set(section.pattern, { ...section, parameters: new Map() });
      }
      for (const [name, { value, place }] of section.parameters) {
        this.set(section.pattern, name, value, place);
      }
    }
  }

  /**
   * Reads and adds a parameter file.
   *
   * @throws DescriptionError `ORR_PARAMS_INVALID`; it contains `ORR_PARAMS_UNREADABLE` if the file cannot be read.
   */
  addFile(file: string): void {
    let text: string;
    try {
      text = readRegularFile(file);
    } catch (cause) {
      const problems = new Problems();
      const message = `The parameter file cannot be read: ${whyUnreadable(cause)}.`;
      problems.add('ORR_PARAMS_UNREADABLE', message, { file });
      throw new DescriptionError(
        'ORR_PARAMS_INVALID',
        `The parameter file ${file}`,
        problems.sorted(),
      );
    }
    this.addText(text, file);
  }

  /**
   * The parameter overrides of one node, in the order in which they were first set.
   *
   * @param bareName - if given, a rule for this name without a slash applies in every namespace
   */
  parametersFor(fullyQualifiedName: string, bareName?: string): Map<string, ParameterValue> {
    const result = new Map<string, ParameterValue>();
    for (const entry of this.#entries.values()) {
      const isMeant =
        entry.pattern === bareName || nodePatternMatches(entry.pattern, fullyQualifiedName);
      if (!isMeant) continue;
      for (const [name, { value }] of entry.parameters) result.set(name, value);
    }
    return result;
  }

  /** The entries that match none of the given nodes: usually a misspelt name, worth a warning. */
  unmatched(fullyQualifiedNames: readonly string[]): readonly ParameterEntry[] {
    return this.entries.filter(
      (entry) => !fullyQualifiedNames.some((name) => nodePatternMatches(entry.pattern, name)),
    );
  }
}
