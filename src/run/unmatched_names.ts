import { didYouMean } from '../errors/index.js';
import { Client, type Entity, type Graph, Service } from '../graph/index.js';
import { matchesName, type SystemModels } from '../models/index.js';
import type { RunEnd } from '../record/index.js';
import { BROKEN_OFF } from './executor_names.js';
import { type Mention, mentionsOf, type NamedKind } from './mentions_of.js';

/** The most names kept for suggestions, which bounds the memory of a long run. */
const MOST_KNOWN = 1000;
/** The most warnings per run; more would only be noise. */
const MOST_TOLD = 20;

/**
 * Waits for the names that models mention, so that a rule whose name never existed is not mistaken for one without
 * effect.
 */
export class UnmatchedNames {
  #waiting: Mention[];
  readonly #known: Record<NamedKind, Set<string>> = {
    node: new Set(),
    service: new Set(),
    'topic or service': new Set(),
    callback: new Set(),
  };

  constructor(graph: Graph, models: SystemModels) {
    // No entity has the name of the callbacks of JavaScript timers.
    this.#waiting = mentionsOf(models).filter(({ pattern }) => !matchesName(pattern, 'setTimeout'));
    if (this.#waiting.length === 0) return;
    graph.listeners.add('note', {
      nodeCreated: (node) => this.#seen(node.fullName, 'node'),
      entityCreated: (entity) => this.#entity(entity),
    });
  }

  /** The warnings about them at the end of the run. */
  warnings(end: RunEnd): string[] {
    if (BROKEN_OFF.has(end)) return [];
    const told = this.#waiting.slice(0, MOST_TOLD).map(({ kind, pattern, where }) => {
      const hint = didYouMean(pattern, this.#known[kind]) || '; correct it or leave it out.';
      return `The models name "${pattern}" (${where}), but no ${kind} had that name${hint}`;
    });
    const more = this.#waiting.length - told.length;
    return more === 0 ? told : [...told, `The models have ${more} more names that nothing had.`];
  }

  #entity(entity: Entity): void {
    if (this.#waiting.length === 0) return;
    const { kind, name } = entity;
    const isService = entity instanceof Service || entity instanceof Client;
    if (isService) this.#seen(name, 'service');
    if (isService || kind === 'publisher' || kind === 'subscription') {
      this.#seen(name, 'topic or service');
    }
    if (kind !== 'publisher') this.#seen(name, 'callback');
  }

  #seen(name: string, kind: NamedKind): void {
    const known = this.#known[kind];
    if (this.#waiting.length === 0 || known.has(name)) return;
    if (known.size < MOST_KNOWN) known.add(name);
    this.#waiting = this.#waiting.filter(
      (each) => each.kind !== kind || !matchesName(each.pattern, name),
    );
  }
}
