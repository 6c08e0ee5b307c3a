import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeFile } from './main.js';

const folder = join(process.env.ORRERY_SHARED ?? '../shared', 'vectors', 'netsim');

describe.skipIf(!existsSync(folder))('recordings of ROS-NetSim and ns-3', () => {
  it.each(['frames.json', 'session_uds.jsonl', 'behaviour.json', 'per.csv'])('%s', (name) => {
    const verdicts = judgeFile(join(folder, name));
    expect(verdicts.length).toBeGreaterThan(0);
    expect(verdicts.filter(({ difference }) => difference !== undefined)).toEqual([]);
  });
});
