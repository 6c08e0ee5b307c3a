import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  parseArrivals,
  parseChain,
  parseDeadline,
  parsePriority,
  readAnalysisOptions,
} from './analysis_options.js';
import { checkNames } from './check_names.js';

const work = mkdtempSync(join(tmpdir(), 'orrery-analysis-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

function read(text: string) {
  const file = join(work, 'options.yaml');
  writeFileSync(file, text);
  return readAnalysisOptions(file);
}

const REFUSED = expect.objectContaining({ code: 'ORR_ANALYSIS_OPTION' });

describe('options of an analysis', () => {
  it('are understood in the forms of the command', () => {
    expect(parseChain('drive=/scan, /cmd_vel')).toEqual({
      name: 'drive',
      topics: ['/scan', '/cmd_vel'],
    });
    expect(parseDeadline('/planner:timer#2=5ms')).toEqual({
      callback: '/planner:timer#2',
      deadline: 5e6,
    });
    expect(parseArrivals('/scan=100ms, jitter=5ms')).toEqual({
      ...{ callback: '/scan', period: 100e6, jitter: 5e6 },
    });
    expect(parsePriority('/planner:/scan=-10')).toEqual({
      callback: '/planner:/scan',
      priority: -10,
    });
  });

  it.each([
    ['a chain of one topic', () => parseChain('/scan')],
    ['a chain of what is not a topic', () => parseChain('scan,cmd_vel')],
    ['a deadline without a duration', () => parseDeadline('/scan')],
    ['a deadline that is over at once', () => parseDeadline('/scan=0ms')],
    ['arrivals without a period', () => parseArrivals('/scan')],
    ['a jitter of a thousand periods', () => parseArrivals('/scan=1ms,jitter=2s')],
    ['a priority that is not a whole number', () => parsePriority('/scan=high')],
    ['a file that is not there', () => readAnalysisOptions(join(work, 'absent.yaml'))],
    ['a file with a list', () => read('- /scan')],
    ['a key that is nearly known', () => read('deadlnes: {}')],
    ['a key that is unknown', () => read('zzz: {}')],
    ['deadlines in a list', () => read('deadlines: [/scan]')],
  ])('are refused: %s', (_, parse) => {
    expect(parse).toThrow(REFUSED);
  });

  it('are read from a file, with chains in a list or by their names', () => {
    const { chains, deadlines, arrivals, priorities } = read(
      'chains: {drive: [/scan, /cmd_vel]}\ndeadlines: {/scan: 20ms}\narrivals: {/scan: 100ms}\npriorities:\n',
    );
    expect(chains).toEqual([parseChain('drive=/scan,/cmd_vel')]);
    expect(deadlines).toEqual([parseDeadline('/scan=20ms')]);
    expect(arrivals).toEqual([parseArrivals('/scan=100ms')]);
    expect(priorities).toEqual([]);
    expect(read('chains: [[/scan, /cmd_vel]]').chains).toEqual([parseChain('/scan,/cmd_vel')]);
  });
});

describe('the names in options', () => {
  const system = {
    entities: [{ node: '/planner', kind: 'subscription', name: '/scan' }],
    publishers: [{ node: '/planner', topic: '/cmd_vel' }],
  } as never;
  const path = { name: 'drive', topics: ['/scan', '/cmd_vel'], nodes: ['/planner', null] };
  const check = (options: Parameters<typeof checkNames>[0]) => () =>
    checkNames(options, system, [path]);

  it('may be those of topics, callbacks and chains of the run', () => {
    const deadlines = ['/scan', '/planner:/scan', '/scan,/cmd_vel', 'drive', '/cmd_vel,/scan'];
    check({
      chains: [{ topics: ['/scan', '/cmd_vel'] }],
      deadlines: deadlines.map((callback) => ({ callback, deadline: 1 })),
      arrivals: [{ callback: '/scan', period: 1 }],
      priorities: [{ callback: '/planner:/scan', priority: 1 }],
    })();
  });

  it.each([
    ['a chain', { chains: [{ topics: ['/scan', '/cmd_val'] }] }],
    ['a deadline', { deadlines: [{ callback: '/scna', deadline: 1 }] }],
    ['a deadline of a chain', { deadlines: [{ callback: '/scan,/zzz', deadline: 1 }] }],
    ['an arrival', { arrivals: [{ callback: '/zzz', period: 1 }] }],
    ['a priority', { priorities: [{ callback: '/other:/scan', priority: 1 }] }],
  ])('are refused if the run had none such: %s', (_, options) => {
    expect(check(options)).toThrow(REFUSED);
  });
});
