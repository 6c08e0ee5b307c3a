import type { Place, Problems } from '../../errors/index.js';
import {
  readYaml,
  type YamlEntry,
  type YamlMapping,
  type YamlNode,
} from '../../parameters/index.js';
import type { Attribute, AttributeText, Entity } from './entity.js';

/** The key under which an entity with attributes lists its nested actions. */
const CHILDREN_KEY = 'children';

class YamlLaunchReader {
  readonly #problems: Problems;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  #refuse(message: string, place: Place): undefined {
    this.#problems.add('ORR_LAUNCH_STRUCTURE', message, place);
    return undefined;
  }

  entity(tag: string, place: Place, node: YamlNode): Entity {
    const attributes = new Map<string, Attribute>();
    const children: Entity[] = [];
    if (node.kind === 'sequence') {
      children.push(...this.#actions(node.items, tag));
    } else if (node.kind === 'mapping') {
      for (const entry of node.entries) this.#entry(tag, entry, attributes, children);
    } else if (node.text !== '') {
      this.#refuse(`"${tag}" needs attributes (name: value) below it, not a string.`, node.place);
    }
    return { tag, place, attributes, children };
  }

  #entry(
    tag: string,
    entry: YamlEntry,
    attributes: Map<string, Attribute>,
    children: Entity[],
  ): void {
    const { key, place, value } = entry;
    if (value.kind === 'mapping') {
      this.#refuse(
        `"${key}" of "${tag}" must be a string or a list; begin each entry of a list with "- ".`,
        place,
      );
      return;
    }
    if (value.kind === 'sequence' && key === CHILDREN_KEY) {
      children.push(...this.#actions(value.items, tag));
      return;
    }
    if (value.kind === 'sequence' && value.items.some((item) => item.kind === 'mapping')) {
      for (const item of value.items) {
        if (item.kind === 'mapping') children.push(this.entity(key, item.place, item));
        else this.#refuse(`Every entry of "${key}" must be a mapping.`, item.place);
      }
      return;
    }
    if (attributes.has(key)) {
      this.#refuse(`"${key}" is given twice for "${tag}".`, place);
      return;
    }
    const texts = value.kind === 'scalar' ? [scalarText(value)] : this.#scalars(key, value.items);
    attributes.set(key, { name: key, place, isList: value.kind === 'sequence', texts });
  }

  #scalars(key: string, items: readonly YamlNode[]): AttributeText[] {
    const texts: AttributeText[] = [];
    for (const item of items) {
      if (item.kind === 'scalar') texts.push(scalarText(item));
      else this.#refuse(`The list "${key}" must hold plain values.`, item.place);
    }
    return texts;
  }

  /** Nested actions: each list item is a mapping with one key, the tag. */
  #actions(items: readonly YamlNode[], parent: string): Entity[] {
    const entities: Entity[] = [];
    for (const item of items) {
      const entry = item.kind === 'mapping' ? item.entries[0] : undefined;
      if (entry === undefined || (item as YamlMapping).entries.length !== 1) {
        this.#refuse(
          `Each entry below "${parent}" must be one action, "- name:" with its attributes indented below.`,
          item.place,
        );
        continue;
      }
      entities.push(this.entity(entry.key, entry.place, entry.value));
    }
    return entities;
  }
}

function scalarText(node: Extract<YamlNode, { kind: 'scalar' }>): AttributeText {
  return { text: node.text, quoted: node.quoted || node.tag === 'str', place: node.place };
}

/**
 * Reads a YAML launch file into entities. Mistakes go to `problems`.
 *
 * @returns the root (`launch`), or `undefined` if the text is not a YAML mapping with one key
 */
export function readYamlLaunch(text: string, file: string, problems: Problems): Entity | undefined {
  const root = readYaml(text, file, problems, 'ORR_LAUNCH_SYNTAX', 'follow');
  if (root === undefined) return undefined;
  const entry = root.kind === 'mapping' ? root.entries[0] : undefined;
  if (entry === undefined || (root as YamlMapping).entries.length !== 1) {
    problems.add(
      'ORR_LAUNCH_STRUCTURE',
      'A YAML launch file must have the one key "launch:" with a list of actions.',
      root.place,
    );
    return undefined;
  }
  return new YamlLaunchReader(problems).entity(entry.key, entry.place, entry.value);
}
