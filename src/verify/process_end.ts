import type { ChildProcess } from 'node:child_process';

/** How a process ended: its exit code, and the end of what it wrote to stderr. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly errors: string;
}

/** Settles when `child`, whose stderr is piped, has ended; rejects when it could not start. */
export function processEnd(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve, reject) => {
    let errors = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-4000);
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, errors }));
  });
}
