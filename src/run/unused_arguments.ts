import { didYouMean } from '../errors/index.js';
import type { Entity, Graph, GraphNode } from '../graph/index.js';
import {
  formatRemapRule,
  nodePatternMatches,
  parseRosArguments,
  type RemapRule,
} from '../parameters/index.js';
import type { RunEnd } from '../record/index.js';
import { INITIAL_TIME } from '../system/index.js';
import { BROKEN_OFF } from './executor_names.js';

/** The most names kept, mainly for suggestions. */
const MOST_KNOWN = 1000;
/** The most names listed in one sentence. */
const MOST_LISTED = 5;

interface GivenParameter {
  readonly pattern: string;
  readonly name: string;
}

/**
 * Finds command-line arguments (`-p`, `-r`) that no node has taken: ROS 2 ignores them silently. A guest
 * may not report which ones its nodes take; with such nodes, only missing nodes are found.
 */
export class UnusedArguments {
  readonly #graph: Graph;
  readonly #processOf: (node: GraphNode) => string | undefined;
  readonly #remaps: readonly RemapRule[];
  readonly #parameters: readonly GivenParameter[];
  readonly #nodes = new Set<string>();
  readonly #names = new Set<string>();
  readonly #used = new Map<string, boolean>();
  /** Whether some nodes do not report what they take. */
  #opaque = false;

  /**
   * @param rosArgs - what follows `--ros-args` for all programs, with the parameter files read
   * @param processOf - the process of a user's node; undefined for a node of Orrery's own
   */
  constructor(
    graph: Graph,
    rosArgs: readonly string[],
    processOf: (node: GraphNode) => string | undefined,
  ) {
    const { remaps, parameters } = parseRosArguments(rosArgs);
    this.#graph = graph;
    this.#processOf = processOf;
    this.#remaps = remaps;
    this.#parameters = parameters.flatMap((each) => (each.kind === 'value' ? [each] : []));
    if (remaps.length + this.#parameters.length === 0) return;
    graph.listeners.add('note', {
      nodeEnding: (node) => this.#take(node),
      entityCreated: ({ name, node }: Entity) => {
        if (processOf(node) !== undefined && this.#names.size < MOST_KNOWN) this.#names.add(name);
      },
    });
  }

  /** The warnings about them at the end of the run. */
  warnings(end: RunEnd): string[] {
    if (BROKEN_OFF.has(end) || this.#remaps.length + this.#parameters.length === 0) return [];
    for (const node of this.#graph.nodes) this.#take(node);
    return [...this.#missingNodes(), ...this.#undeclared(), ...this.#unusedRemaps()];
  }

  #take(node: GraphNode): void {
    if (this.#processOf(node) === undefined) return;
    this.#nodes.add(node.fullName);
    if (node.given === undefined) this.#opaque = true;
    const { remaps = [], parameters = [] } = node.given?.() ?? {};
    for (const { text, used } of remaps) this.#note(`-r ${text}`, used);
    for (const { text, used } of parameters) this.#note(`-p ${text}`, used);
  }

  #note(argument: string, used: boolean): void {
    this.#used.set(argument, used || this.#used.get(argument) === true);
  }

  #missingNodes(): string[] {
    const missing = new Map<string, Set<string>>();
    for (const { pattern, name } of this.#parameters) {
      if (this.#isMet(pattern)) continue;
      missing.set(pattern, (missing.get(pattern) ?? new Set()).add(name));
    }
    return [...missing].map(([pattern, names]) => {
      const hint = didYouMean(pattern, this.#nodes) || '; correct the name.';
      return `Parameters are given to ${pattern} (${listed(names)}), but there was no such node${hint}`;
    });
  }

  #isMet(pattern: string): boolean {
    return [...this.#nodes].some((node) => nodePatternMatches(pattern, node));
  }

  #undeclared(): string[] {
    if (this.#opaque) return [];
    const names = this.#parameters
      .map(({ name }) => name)
      .filter((name) => name !== INITIAL_TIME && this.#used.get(`-p ${name}`) === false);
    if (names.length === 0) return [];
    const text = listed(new Set(names));
    return [`Parameters are given that no node declares (${text}); correct or declare them.`];
  }

  #unusedRemaps(): string[] {
    if (this.#opaque) return [];
    return this.#remaps.flatMap((rule) => {
      const text = formatRemapRule(rule);
      if (this.#used.get(`-r ${text}`) !== false) return [];
      const hint = this.#hint(rule) || '; correct it or leave it out.';
      return `The remap rule ${text} matches no name of any node${hint}`;
    });
  }

  /** What the rule may have meant, spelt like the rule: a node without a slash, a name perhaps with one. */
  #hint(rule: RemapRule): string {
    const nodes = [...this.#nodes].map((node) => node.slice(node.lastIndexOf('/') + 1));
    if (rule.node !== null && !nodes.includes(rule.node)) return didYouMean(rule.node, nodes);
    if (rule.kind !== 'name') return '';
    const isWhole = rule.from.startsWith('/');
    const names = [...this.#names].map((name) => (isWhole ? name : name.slice(1)));
    return didYouMean(rule.from, names);
  }
}

function listed(names: ReadonlySet<string>): string {
  const first = [...names].slice(0, MOST_LISTED).join(', ');
  return names.size <= MOST_LISTED ? first : `${first}, … ${names.size} in all`;
}
