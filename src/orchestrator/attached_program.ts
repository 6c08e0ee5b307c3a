/** A program that somebody has started by hand: it is watched, and it goes on when the run is over. */
import type { OrderedProgram } from './child_program.js';
import type { ProcessEnd } from './thread_protocol.js';

export class AttachedProgram implements OrderedProgram {
  readonly pid = undefined;
  end: ProcessEnd | undefined;

  /** It has left its domain, or has not been heard of for too long. */
  left(how: 'left' | 'expired'): void {
    const failure = how === 'left' ? 'it has left its domain' : 'it has not been heard of any more';
    this.end ??= { code: undefined, signal: undefined, failure };
  }

  signal(): void {}

  async stop(): Promise<void> {}
}
