/** A program that steps a simulation of its own works the same under `orrery run` as under Node. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { ROOT } from './orrery_command.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox(orrery);
afterAll(() => sandbox.remove());
beforeAll(() => {
  mkdirSync(join(sandbox.folder, 'node_modules'));
  symlinkSync(ROOT, join(sandbox.folder, 'node_modules/orrery-sim'), 'dir');
});

const STEPS = `
  import { enterSimulation, Simulation } from 'orrery-sim';
  import rclnodejs from 'orrery-sim/rclnodejs';
  const simulation = new Simulation({ seed: 7 });
  const leave = enterSimulation(simulation);
  await rclnodejs.init();
  const node = new rclnodejs.Node('counter');
  let ticks = 0;
  node.createTimer(100_000_000n, async () => { await null; ticks++; });
  node.spin();
  for (let i = 0; i < 12; i++) {
    await simulation.stepFor(500_000_000n);
    await null;
    console.log(simulation.time, ticks);
  }
  leave();`;

describe('stepping by hand', () => {
  it('works for any number of steps', () => {
    sandbox.write('steps.mjs', STEPS);
    const real = sandbox.node(['steps.mjs']);
    const { status, lines, stderr } = sandbox.orrery(['run', 'steps.mjs', '--no-record']);
    expect(real.lines.at(-1)).toBe('6000000000n 60');
    expect(lines.slice(0, -2)).toEqual(real.lines);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('makes the surrounding run pause', () => {
    sandbox.write(
      'meanwhile.mjs',
      `setTimeout(() => console.log('outer'), 1);
       ${STEPS}
       await new Promise((resolve) => setTimeout(resolve, 2));
       console.log('done', performance.now());`,
    );
    const { lines } = sandbox.orrery(['run', 'meanwhile.mjs', '--no-record']);
    expect(lines.slice(11, -2)).toEqual(['6000000000n 60', 'outer', 'done 2']);
  });
});
