/** Asks another Node what it offers. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { ROOT } from './project.js';

/** The paths of everything that this Node executable offers to programs. */
export function surfaceOf(node: string): string[] {
  const { code } = transformSync(readFileSync(join(ROOT, 'test/node_surface.ts'), 'utf8'), {
    loader: 'ts',
    supported: {},
  });
  const script = `${code}\nconsole.log([...walkSurface().keys()].join('\\n'));`;
  const options = { input: script, encoding: 'utf8' } as const;
  const { stdout } = spawnSync(node, ['--no-warnings', '--input-type=module', '-'], options);
  return stdout.trim().split('\n');
}
