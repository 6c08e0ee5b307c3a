/** Ends processes that Orrery cannot end any more because it was killed itself. */
import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Reads which process groups there are, as `+ 12` and `- 12`; when its input ends, it kills those that are left.
 * After an orderly end there are none.
 */
const SCRIPT = `
all=
while read -r sign pid; do
  others=
  for each in $all; do [ "$each" = "-$pid" ] || others="$others $each"; done
  all=$others
  [ "$sign" = - ] || all="$all -$pid"
done
[ -z "$all" ] || kill -KILL $all
`;

export class OrphanWatch {
  readonly #shell: ChildProcess;

  constructor() {
    this.#shell = spawn('/bin/sh', ['-c', SCRIPT], {
      // Signals of the terminal do not reach it.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: {},
    });
    // Without a shell nothing is watched; everything else works.
    this.#shell.on('error', () => {});
    this.#shell.stdin?.on('error', () => {});
    this.#shell.unref();
  }

  spawned(pid: number): void {
    this.#shell.stdin?.write(`+ ${pid}\n`);
  }

  gone(pid: number): void {
    this.#shell.stdin?.write(`- ${pid}\n`);
  }
}
