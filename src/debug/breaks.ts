import { unknownName } from './debug_errors.js';
import type { EntityNames } from './entity_names.js';

/** Where to stop: at callbacks that publish on or take from a topic, or at those of a node. */
export interface Break {
  readonly topic?: string;
  readonly node?: string;
}

/**
 * Resolves a name; the name of both a topic and a node refers to both.
 *
 * @throws OrreryError `ORR_DEBUG_NAME` if the run has no such name
 */
export function breakOf(
  name: string,
  { topics, nodes }: { readonly topics: readonly string[]; readonly nodes: readonly string[] },
): Break {
  const absolute = name.startsWith('/') ? name : `/${name}`;
  const found = {
    ...(topics.includes(absolute) ? { topic: absolute } : {}),
    ...(nodes.includes(absolute) ? { node: absolute } : {}),
  };
  if (Object.keys(found).length > 0) return found;
  throw unknownName('topic and no node', absolute, [...topics, ...nodes]);
}

/** The name as the user wrote it. */
export function breakText({ topic, node }: Break): string {
  return topic ?? node!;
}

/** Whether a trace record belongs to a callback with a break. */
export function breaksAt(
  breaks: readonly Break[],
  { node, kind, name, record }: EntityNames & { readonly record: 'callback' | 'publication' },
): boolean {
  return breaks.some((each) => {
    if (each.node !== undefined && each.node === node && record === 'callback') return true;
    return each.topic === name && (kind === 'publisher' || kind === 'subscription');
  });
}
