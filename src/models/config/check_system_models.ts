import { OrreryError } from '../../errors/index.js';
import type { SystemModels } from '../system_models.js';
import { type ConfigNode, ConfigProblems } from './config_node.js';
import { ConfigReader, type Read } from './config_reader.js';
import { modelsReader } from './read_models.js';

/** Reads models that are written in code, where times are numbers of ns. */
class ObjectReader extends ConfigReader {
  override readonly signedDuration: Read<number> = (node) => this.#number(node);
  override readonly duration: Read<number> = (node) => this.#number(node);

  override quantity(): Read<number> {
    return (node) => this.#number(node);
  }

  #number(node: ConfigNode): number | undefined {
    if (typeof node.value === 'number') return node.value;
    return this.refuse(node, 'A number is needed here; in code, times are in ns.');
  }
}

/**
 * Checks models that are given as an object: that every key is known and every value fits, as in
 * a model file.
 *
 * @param name - what messages call the object
 * @throws OrreryError `ORR_MODELS_INVALID` with every mistake
 */
export function checkSystemModels(models: SystemModels, name: string): void {
  const problems = new ConfigProblems('ORR_MODELS_INVALID', name);
  const root = nodeOf(models, name, 0);
  if (root === undefined) return;
  modelsReader(new ObjectReader(problems), name)(root);
  problems.throwIfAny();
}

/** Deeper than any model, and less than what a stack can take. */
const DEEPEST = 50;

/** The value as it would be in a file; functions, which only code can give, are left out. */
function nodeOf(value: unknown, path: string, depth: number): ConfigNode | undefined {
  const place = { file: path };
  if (depth > DEEPEST) {
    throw new OrreryError(
      'ORR_MODELS_INVALID',
      `${path} is nested too deeply; models are plain data.`,
    );
  }
  if (value === undefined || typeof value === 'function') return undefined;
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const items = Array.from(value as readonly unknown[], (each, index) =>
      nodeOf(each, `${path}[${index}]`, depth + 1),
    );
    return { value: undefined, items: items.filter((item) => item !== undefined), place };
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).flatMap(([key, each]) => {
      const node = nodeOf(each, `${path}.${key}`, depth + 1);
      return node === undefined ? [] : [[key, node] as const];
    });
    return { value: undefined, entries: new Map(entries), place };
  }
  return { value: value as ConfigNode['value'], place };
}
