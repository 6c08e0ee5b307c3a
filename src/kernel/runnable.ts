/**
 * One thing that the crank can run: an entity of the graph, a delayed delivery, a user timer.
 *
 * The kernel keeps references to runnables in its queues and calls only these members, so
 * its loop stays monomorphic and free of allocation.
 */
export interface Runnable {
  /**
   * Does the work. Returns whether a callback of the program ran (false: nothing was left to do).
   */
  run(): boolean;
  /** Its name in a report, e.g. `/t1 → /node_b`. Called only when something went wrong. */
  label(): string;
  /**
   * What it is, without numbers that move when a program changes elsewhere, e.g. `timer 50 ms of
   * /driver`: how saved decisions name it. Default: its label.
   */
  anchor?(): string;
  /**
   * Things in one lane keep their order, whatever a decider says: publications of one publisher, timers of one
   * JavaScript program. Default: each thing is a lane of its own.
   */
  readonly lane?: object | undefined;
  /** Whether it never runs and only marks a place in an order that an executor keeps. Default: false. */
  readonly isPlace?: boolean;
}
