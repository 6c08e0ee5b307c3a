import { type Graph, type GraphNode, Waitable } from '../graph/index.js';

/** All of a program's threads share one identity in digests, as its JavaScript timers do. */
const THREAD_INDEX = 0xffff;

/** The code of a guest outside of callbacks, which continues after a sleep. */
export class GuestThread extends Waitable {
  readonly name: string;
  protected readonly backlogLimit = 0;
  readonly #program: string;

  /** @param node - a node of the program, if it has one */
  constructor(graph: Graph, node: GraphNode | undefined, program: string) {
    super(node ?? graph.hostOf(program), 'user_timer', THREAD_INDEX);
    this.name = `${program} after a wait`;
    this.#program = program;
  }

  override get title(): string {
    return `end of a wait of ${this.#program}`;
  }

  run(): boolean {
    return false;
  }

  protected onDestroy(): void {}
}
