/**
 * The `ros2msg` schema text of MCAP: a definition, then every definition that it refers to, each
 * after a line of 80 `=` and a line `MSG: package/Name` (MCAP registry, "ros2msg").
 */
import type { MessageType } from './message_type.js';

const SEPARATOR = '='.repeat(80);

/** `package/Name` of a full name: the form of `MSG:` lines. */
function shortName(full: string): string {
  const parts = full.split('/');
  return `${parts[0]}/${parts[parts.length - 1]}`;
}

/** The schema text of a type; each dependency once, in the order of first use. */
export function schemaText(type: object): string {
  const seen = new Set<string>();
  const parts: string[] = [];
  const visit = (t: MessageType): void => {
    for (const { nested } of t.members) {
      if (nested === undefined || seen.has(nested.name)) continue;
      seen.add(nested.name);
      parts.push(`${SEPARATOR}\nMSG: ${shortName(nested.name)}\n${nested.definition}`);
      visit(nested);
    }
  };
  const root = type as MessageType;
  visit(root);
  return [root.definition, ...parts].map((part) => `${withoutLastLineEnds(part)}\n`).join('');
}

function withoutLastLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  return text.slice(0, end);
}

/** One section of a schema text. */
export interface SchemaSection {
  /** `package/Name`; `undefined` for the first section, whose name is in the schema record. */
  readonly name: string | undefined;
  readonly text: string;
  readonly firstLine: number;
}

/** Splits a schema text into its sections. */
export function splitSchema(text: string): SchemaSection[] {
  const lines = text.split(/\r\n|\n|\r/);
  const sections: SchemaSection[] = [];
  let name: string | undefined;
  let start = 0;
  for (let i = 0; i <= lines.length; i++) {
    if (i < lines.length && !/^={5,}\s*$/.test(lines[i]!)) continue;
    sections.push({ name, text: lines.slice(start, i).join('\n'), firstLine: start + 1 });
    const match = /^MSG:\s*(\S+)\s*$/.exec(lines[i + 1] ?? '');
    name = match?.[1];
    start = match === null ? i + 1 : i + 2;
  }
  return sections.filter((section, i) => i === 0 || section.name !== undefined);
}
