/** Reads the concatenated `ros2msg` schema text of a recording. */

import { DERIVED_NAME } from './derived_message.js';
import type { MessageDefinition } from './message_definition.js';
import { type InterfaceName, parseInterfaceName } from './names.js';
import { parseMessage } from './parse_message.js';
import { splitSchema } from './schema_text.js';

/** The definition of one message and its text. */
export interface ParsedSection {
  readonly definition: MessageDefinition;
  readonly text: string;
}

/**
 * `MSG:` lines have the form `package/Name`, even for parts of services and actions. In the schema
 * of such a part, they refer to parts of the same service or action.
 */
function sectionName(root: InterfaceName, name: string): InterfaceName {
  const parsed = parseInterfaceName(name);
  const base = DERIVED_NAME.exec(root.name)?.[1];
  const sameBase = base !== undefined && DERIVED_NAME.exec(parsed.name)?.[1] === base;
  if (root.kind === 'msg' || parsed.package !== root.package || !sameBase) return parsed;
  return parseInterfaceName(`${parsed.package}/${root.kind}/${parsed.name}`);
}

/**
 * The sections by full name; each is parsed on demand.
 *
 * @throws `ORR_TYPE_NAME`; the sections throw `ORR_DEFINITION_SYNTAX`
 */
export function readSchema(root: InterfaceName, schema: string): Map<string, () => ParsedSection> {
  const sections = new Map<string, () => ParsedSection>();
  /** Full names by their spelling in the parser, which knows only messages. */
  const spelled = new Map<string, string>();
  for (const { name, text, firstLine } of splitSchema(schema)) {
    const full = name === undefined ? root : sectionName(root, name);
    spelled.set(`${full.package}/msg/${full.name}`, full.full);
    const context = { package: full.package, type: full.full, firstLine, lenient: true };
    if (sections.has(full.full)) continue;
    sections.set(full.full, () => {
      const { fields, constants } = parseMessage(text, context);
      const resolved = fields.map((field) => {
        const nested = field.type.nested;
        if (nested === undefined) return field;
        return { ...field, type: { ...field.type, nested: spelled.get(nested) ?? nested } };
      });
      return { definition: { fields: resolved, constants }, text };
    });
  }
  return sections;
}
