import type { Place, Problems } from '../errors/index.js';
import { nearestNames } from '../errors/index.js';
import { nodePatternMistake } from './node_pattern_matches.js';
import { readParameterNode } from './parse_parameter_value.js';
import { readYaml, type YamlEntry, type YamlMapping, type YamlNode } from './read_yaml.js';
import type { ParameterValue } from './value.js';

const PARAMETERS_KEY = 'ros__parameters';

/** A parameter's value and where it was written. */
export interface PlacedValue {
  readonly value: ParameterValue;
  readonly place: Place;
}

/** One `ros__parameters` mapping and the node part above it. */
export interface ParameterSection {
  readonly pattern: string;
  readonly place: Place;
  readonly parameters: Map<string, PlacedValue>;
}

class SectionReader {
  readonly sections: ParameterSection[] = [];
  readonly #problems: Problems;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  #refuse(message: string, place: Place): void {
    this.#problems.add('ORR_PARAMS_STRUCTURE', message, place);
  }

  /** `prefix` is the node part so far, without a trailing slash. */
  nodeLevel(mapping: YamlMapping, prefix: string, prefixPlace: Place): void {
    for (const entry of mapping.entries) {
      if (entry.key === PARAMETERS_KEY) {
        this.#section(entry, prefix, prefixPlace);
      } else if (entry.key === '') {
        this.#refuse('A node name is missing before the colon.', entry.place);
      } else if (entry.key.length < 20 && nearestNames(entry.key, [PARAMETERS_KEY]).length > 0) {
        this.#refuse(`"${entry.key}" must be written ${PARAMETERS_KEY}.`, entry.place);
      } else if (entry.value.kind === 'mapping') {
        const part = entry.key === '/' ? '' : entry.key.replace(/\/$/, '');
        const joiner = prefix === '' || part.startsWith('/') ? '' : '/';
        const joined = entry.key === '/' && prefix === '' ? '/' : `${prefix}${joiner}${part}`;
        this.nodeLevel(entry.value, joined.replace(/^\/\//, '/'), entry.place);
      } else {
        this.#misplaced(entry, prefix);
      }
    }
  }

  #misplaced(entry: YamlEntry, prefix: string): void {
    const where = prefix === '' ? 'a node name and' : `"${prefix}" and before "${entry.key}"`;
    this.#refuse(
      `The value of "${entry.key}" stands outside ${PARAMETERS_KEY}; put ${PARAMETERS_KEY}: after ${where} indent the parameters below it.`,
      entry.place,
    );
  }

  #section(entry: YamlEntry, pattern: string, patternPlace: Place): void {
    if (pattern === '') {
      this.#refuse(
        `A node name is missing above ${PARAMETERS_KEY} (/** means every node).`,
        entry.place,
      );
      return;
    }
    const mistake = nodePatternMistake(pattern);
    if (mistake !== undefined) this.#refuse(`${mistake}.`, patternPlace);
    if (entry.value.kind !== 'mapping') {
      this.#refuse(
        `${PARAMETERS_KEY} of "${pattern}" must hold parameters (name: value); write {} for none.`,
        entry.place,
      );
      return;
    }
    const parameters = new Map<string, PlacedValue>();
    this.#parameters(entry.value, '', parameters);
    if (mistake === undefined) this.sections.push({ pattern, place: patternPlace, parameters });
  }

  #parameters(mapping: YamlMapping, prefix: string, into: Map<string, PlacedValue>): void {
    for (const entry of mapping.entries) {
      if (entry.key === '') {
        this.#refuse('A parameter name is missing before the colon.', entry.place);
        continue;
      }
      const name = prefix + entry.key;
      if (entry.value.kind === 'mapping') {
        this.#parameters(entry.value, `${name}.`, into);
        continue;
      }
      this.#value(name, entry.value, into);
    }
  }

  #value(name: string, node: YamlNode, into: Map<string, PlacedValue>): void {
    const before = this.#problems.count;
    const value = readParameterNode(node, `The parameter "${name}"`, this.#problems);
    if (value !== undefined && this.#problems.count === before) {
      into.set(name, { value, place: node.place });
    }
  }
}

/**
 * Reads the text of a parameter file. Every mistake is added to `problems`; the valid values are returned
 * in file order, nested parameter names joined with dots.
 */
export function readParameterSections(
  text: string,
  file: string,
  problems: Problems,
): ParameterSection[] {
  const root = readYaml(text, file, problems, 'ORR_PARAMS_SYNTAX');
  if (root === undefined) return [];
  if (root.kind === 'scalar' && root.text === '') return [];
  if (root.kind !== 'mapping') {
    problems.add(
      'ORR_PARAMS_STRUCTURE',
      `A parameter file must be a mapping of node names to ${PARAMETERS_KEY}.`,
      root.place,
    );
    return [];
  }
  const reader = new SectionReader(problems);
  reader.nodeLevel(root, '', root.place);
  return reader.sections;
}
