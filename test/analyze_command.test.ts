/** `orrery analyze`, as a user runs it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { ROOT, temporaryDirectory } from './orrery_command.js';

const directory = temporaryDirectory();
const run = join(directory, 'run');
const at = (name: string) => join(directory, name);

describe('orrery analyze', () => {
  beforeAll(() => {
    const models = at('models.yaml');
    writeFileSync(models, 'execution_times: [{node: "/**", time: 1ms}]\n');
    const system = join(ROOT, 'examples/synthetic-benchmark');
    const args = ['--models', models, '-p', 'timeout_s:=2', '--record', run];
    expect(orrery(['run', system, ...args]).status).toBe(0);
  });

  it('writes the same files each time, and no table wider than 100 columns', () => {
    const files = ['first', 'second'].map((name) => {
      const pictures = ['--svg', at(name), '--png', at(name)];
      const outputs = ['--html', at(`${name}/a.html`), '--csv', at(name), ...pictures];
      const { stdout, status } = orrery(['analyze', run, ...outputs]);
      expect(status).toBe(0);
      expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
      const written = readdirSync(at(name)).sort();
      return [
        stdout,
        ...written.map((file) => [file, readFileSync(at(`${name}/${file}`), 'latin1')]),
      ];
    });
    expect(files[1]).toEqual(files[0]);
    const names = files[0]!.slice(1).map(([file]) => file);
    const some = ['a.html', 'callbacks.csv', 'timeline_1.png', 'timeline_1.svg'];
    expect(names).toEqual(expect.arrayContaining(some));
  });

  it('prints JSON, and takes chains, deadlines and priorities from a file', () => {
    writeFileSync(
      at('options.yaml'),
      'chains: {first: [/t1, /t2]}\ndeadlines: {"/node_b:/t2": 1us}\n',
    );
    const { stdout } = orrery(['analyze', run, '--json', '--options', at('options.yaml')]);
    const analysis = JSON.parse(stdout);
    expect(analysis.format).toBe('orrery-analysis/1');
    const b = analysis.callbacks.find(
      (each: { node: string; name: string }) => each.node === '/node_b' && each.name === '/t2',
    );
    expect(b.deadlineMisses).toBe(b.response.count);
  });

  it.each([
    [['analyze', directory], 'ORR_ANALYSIS_TRACE_MISSING'],
    [['analyze', join(run, 'recording.mcap')], 'ORR_ANALYSIS_TRACE_OLD'],
    [['analyze', join(run, 'run.json')], 'ORR_BAG_NOT_A_BAG'],
    [['analyze', run, '--deadline', '/scan=soon'], 'ORR_ANALYSIS_OPTION'],
    [['analyze', run, '--chain', '/scan'], 'ORR_ANALYSIS_OPTION'],
    [['analyze', run, '--priority', 'high'], 'ORR_ANALYSIS_OPTION'],
    [['analyze', run, '--options', run], 'ORR_ANALYSIS_OPTION'],
  ])('refuses %j with %s', (args, code) => {
    const { stderr, stdout, status } = orrery(args);
    expect(`${stdout}${stderr}`).toContain(code);
    expect(status).toBe(1);
  });
});
