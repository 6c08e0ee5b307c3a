/** The callback in which timers of a process run: its clock has advanced. */
import { type GraphNode, Waitable } from '../graph/index.js';

/** The clocks of all processes share one identity in digests, as programs' own threads do. */
const CLOCK_INDEX = 0xfffe;

export class ProcessClock extends Waitable {
  readonly name: string;
  protected readonly backlogLimit = 0;

  constructor(node: GraphNode, program: string) {
    super(node, 'user_timer', CLOCK_INDEX);
    this.name = `clock of ${program}`;
  }

  run(): boolean {
    return false;
  }

  protected onDestroy(): void {}
}
