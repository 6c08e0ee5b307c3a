import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { installedNodes } from './installed_nodes.js';

it('finds every other version once, wherever it is installed', () => {
  const home = mkdtempSync(join(tmpdir(), 'orrery-nodes-'));
  const install = (folder: string, says: string) => {
    mkdirSync(join(home, folder), { recursive: true });
    const file = join(home, folder, 'node');
    writeFileSync(file, `#!/bin/sh\necho ${says}\n`);
    chmodSync(file, 0o755);
    return file;
  };
  const late = install('.nvm/versions/node/v24.1.0/bin', 'v24.1.0');
  const early = install('.nvm/versions/node/v22.10.0/bin', 'v22.10.0');
  const between = install('.local/share/fnm/node-versions/v22.9.1/installation/bin', 'v22.9.1');
  install('.nvm/versions/node/v18.20.0/bin', 'v18.20.0');
  install('.nvm/versions/node/broken/bin', 'hello');
  install('bin', 'v24.1.0');
  install('own', process.version);
  const environment = { HOME: home, N_PREFIX: home, PATH: `${home}/bin:${home}/own:/nowhere` };
  expect(installedNodes(environment)).toEqual([between, early, late]);
});
