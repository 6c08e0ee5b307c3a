/** Programs written for rclnodejs run under `orrery run`, beyond single nodes and calls. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { program, temporaryDirectory } from './orrery_command.js';

describe('an action server that sleeps between feedbacks', () => {
  it('sleeps for ten hours without delaying the run, which ends with its client', () => {
    const files = [program('count_server.cjs'), program('count_client.mjs')];
    const run = orrery(['run', ...files, '--no-record']);
    const feedbacks = Array.from({ length: 10 }, (_, i) => `${i + 1} h: ${i + 1}`);
    const lines = run.stdout.split('\n');
    expect(lines.slice(0, 11)).toEqual([...feedbacks, 'true 0,1,2,3,4,5,6,7,8,9']);
    expect(lines[11]).toMatch(/^Nothing left to do after 36000\.000 s of virtual time/);
    expect(run.status).toBe(0);
  });
});

describe('a package whose index re-exports the client library', () => {
  it('is one module for programs that import and programs that require it', () => {
    const folder = temporaryDirectory();
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    write('package.json', '{ "type": "module" }');
    write('index.js', `import rclnodejs from 'rclnodejs'; export default rclnodejs;`);
    const files = [
      write('a.cjs', `globalThis.seen = require('./index.js').default;`),
      write(
        'b.mjs',
        `import b from './index.js'; console.log(b === globalThis.seen && b.init.name);`,
      ),
    ];
    expect(orrery(['run', ...files, '--no-record']).stdout).toContain('init\n');
  });
});
