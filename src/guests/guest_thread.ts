import { type GraphNode, Waitable } from '../graph/index.js';

/** All of a program's threads share one identity in digests, as its JavaScript timers do. */
const THREAD_INDEX = 0xffff;

/** The code of a guest outside of callbacks, which continues after a sleep. */
export class GuestThread extends Waitable {
  readonly name: string;
  protected readonly backlogLimit = 0;

  constructor(node: GraphNode, program: string) {
    super(node, 'user_timer', THREAD_INDEX);
    this.name = `${program} after a wait`;
  }

  run(): boolean {
    return false;
  }

  protected onDestroy(): void {}
}
