/** The callback in which timers of a process run: its clock has advanced. */
import { type GraphNode, Waitable } from '../graph/index.js';

/** One identity in digests for the clocks of all processes, as programs' own threads have. */
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
