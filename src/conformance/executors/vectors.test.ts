import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TypeRegistry } from '../../interfaces/index.js';
import { judgeFile } from './main.js';

const folder = join(process.env.ORRERY_SHARED ?? '../shared', 'vectors', 'executors');
const present = existsSync(folder);

describe.skipIf(!present)('recordings of the real executors (needs the shared vectors)', () => {
  const types = new TypeRegistry({ amentPrefixPath: '' });
  const files = present ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  it.each(files)('%s', (name) => {
    const failed = judgeFile(join(folder, name), types).filter((v) => v.difference !== undefined);
    expect(failed).toEqual([]);
  });
});
