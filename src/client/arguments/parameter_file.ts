import type { Parameter } from '../parameter/parameter.js';
import { parameterOfYamlValue, parseParameterYaml } from './parameter_yaml.js';

/** The parameters one section of a parameters file gives to the nodes it names. */
export interface ParameterFileSection {
  /** Full node name, possibly with wildcards: `/ns/node`, `/**`, a star for a token. */
  readonly node: string;
  readonly parameters: Parameter[];
}

const PARAMETERS_KEY = 'ros__parameters';

/**
 * Reads the text of a parameters file: node names (or namespaces above them), under each
 * `ros__parameters`, under it the parameters, nested names joined by dots.
 *
 * @throws {Error} if the text is not YAML or not of this form.
 */
export function parseParameterFile(text: string): ParameterFileSection[] {
  const sections: ParameterFileSection[] = [];
  const root: unknown = parseParameterYaml(text);
  if (root === null || root === undefined) return sections;
  collectSections(requireMapping(root, 'the file'), '', sections);
  return sections;
}

function collectSections(
  mapping: Record<string, unknown>,
  parent: string,
  sections: ParameterFileSection[],
): void {
  for (const [key, value] of Object.entries(mapping)) {
    if (key === PARAMETERS_KEY) {
      const parameters: Parameter[] = [];
      if (value !== null) collectParameters(requireMapping(value, parent), '', parameters);
      sections.push({ node: parent, parameters });
    } else if (value !== null) {
      const name = key.startsWith('/') ? key : `/${key}`;
      collectSections(requireMapping(value, name), parent + name, sections);
    }
  }
}

function collectParameters(
  mapping: Record<string, unknown>,
  prefix: string,
  parameters: Parameter[],
): void {
  for (const [key, value] of Object.entries(mapping)) {
    const name = prefix + key;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      collectParameters(value as Record<string, unknown>, `${name}.`, parameters);
    } else {
      parameters.push(parameterOfYamlValue(name, value));
    }
  }
}

function requireMapping(value: unknown, where: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new Error(`A parameters file needs names, each with a mapping below, under '${where}'.`);
}

/** Whether a section is for the node: `*` stands for one token of the name, `**` for any number. */
export function sectionMatches(section: ParameterFileSection, fullNodeName: string): boolean {
  if (section.node === fullNodeName) return true;
  if (!section.node.includes('*')) return false;
  return matchTokens(section.node.split('/').slice(1), fullNodeName.split('/').slice(1));
}

function matchTokens(pattern: readonly string[], tokens: readonly string[]): boolean {
  const [head, ...rest] = pattern;
  if (head === undefined) return tokens.length === 0;
  if (head === '**') {
    for (let taken = 0; taken <= tokens.length; taken++) {
      if (matchTokens(rest, tokens.slice(taken))) return true;
    }
    return false;
  }
  const [token, ...others] = tokens;
  return token !== undefined && (head === '*' || head === token) && matchTokens(rest, others);
}
