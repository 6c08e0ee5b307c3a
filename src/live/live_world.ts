import type { Graph } from '../graph/index.js';
import type { Distro, TypeRegistry } from '../interfaces/index.js';

/** What can take part in a network: a simulation, or the world of a program on its own. */
export interface LiveWorld {
  readonly graph: Graph;
  readonly types: TypeRegistry;
  readonly distro: Distro;
}
