/** Captures of real ROS 2 processes, when they are there. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TypeRegistry } from '../../interfaces/index.js';
import { judgeVectorFile, vectorFiles } from './main.js';

const shared = process.env.ORRERY_SHARED ?? '../shared';
const folder = join(shared, 'vectors/dds');
const types = new TypeRegistry({ amentPrefixPath: '' });

describe.skipIf(!existsSync(folder))('captures of ROS 2 Jazzy', () => {
  it.each(existsSync(folder) ? vectorFiles([folder]) : [])('%s is read as captured', (file) => {
    const verdicts = judgeVectorFile(file, types);
    expect(verdicts.length).toBeGreaterThan(0);
    expect(verdicts.filter(({ difference }) => difference !== undefined)).toEqual([]);
  });
});
