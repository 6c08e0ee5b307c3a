/** Attributes as ready YAML scalars, lists of parts, and nested actions; in printing order. */
export type Block = Map<string, string | readonly Block[] | readonly TaggedBlock[]>;

export interface TaggedBlock {
  readonly tag: string;
  readonly block: Block;
}

/** A block of the attributes that are not `null`. */
export function block(entries: readonly (readonly [string, string | null])[]): Block {
  return new Map(entries.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** Adds a list of parts, unless it is empty. */
export function setList(into: Block, key: string, list: readonly Block[]): void {
  if (list.length > 0) into.set(key, list);
}

function isTagged(item: Block | TaggedBlock): item is TaggedBlock {
  return !(item instanceof Map);
}

function writeBlock(entries: Block, indent: string, lines: string[]): void {
  for (const [key, value] of entries) {
    if (typeof value === 'string') {
      lines.push(`${indent}${key}: ${value}`);
      continue;
    }
    lines.push(`${indent}${key}:`);
    for (const item of value) writeItem(item, `${indent}  `, lines);
  }
}

function writeItem(item: Block | TaggedBlock, indent: string, lines: string[]): void {
  if (isTagged(item)) {
    lines.push(`${indent}- ${item.tag}:`);
    writeBlock(item.block, `${indent}    `, lines);
    return;
  }
  const inner: string[] = [];
  writeBlock(item, `${indent}  `, inner);
  const [first = `${indent}  {}`, ...rest] = inner;
  lines.push(`${indent}- ${first.slice(indent.length + 2)}`, ...rest);
}

/** The items as a YAML list under a root key. */
export function writeBlocks(root: string, items: readonly TaggedBlock[]): string {
  if (items.length === 0) return `${root}: []\n`;
  const lines = [`${root}:`];
  for (const item of items) writeItem(item, '  ', lines);
  return `${lines.join('\n')}\n`;
}
