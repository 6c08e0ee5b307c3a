// Measures robots in a world, `src/physics`: `npm run bench -- physics`. Everything is processor time, since the
// machine is shared.
import { fileURLToPath } from 'node:url';
import { parseSystemModels } from '../dist/models/index.js';
import { attachPhysics } from '../dist/physics/index.js';
import { Simulation } from '../dist/simulation/index.js';

const EXAMPLE = fileURLToPath(new URL('../examples/turtlebot/', import.meta.url));

/** Robots 1 m apart on a plane, each with its sensors, standing still with their motors on. */
function robots(count, kind, step) {
  const entries = Array.from({ length: count }, (_, i) => {
    const at = `[${i % 10}, ${Math.floor(i / 10)}, 0]`;
    const sensors = 'sensors: [{ lidar: { samples: 360, rate: 5 } }, { imu: { rate: 100 } }]';
    const body = {
      rover: `file: ${EXAMPLE}models/rover/model.sdf`,
      differential: `vehicle: { differential: {} }, ${sensors}`,
      quadrotor: `vehicle: { quadrotor: {} }, ${sensors}`,
    }[kind];
    return `r${i}: { ${body}, at: ${at}, namespace: r${i} }`;
  });
  return `physics: { step: ${step}, robots: { ${entries.join(', ')} } }`;
}

/** Virtual seconds per second of processor time. */
async function speed(text, seconds) {
  const simulation = new Simulation({});
  await attachPhysics(simulation, parseSystemModels(text, 'bench.yaml'));
  // V8 compiles the code during the first half, which does not count.
  const half = BigInt(Math.round(seconds * 1e9));
  await simulation.runUntil(half);
  const start = process.cpuUsage();
  await simulation.runUntil(2n * half);
  const { user, system } = process.cpuUsage(start);
  return seconds / ((user + system) / 1e6);
}

export async function physicsBench(table, quick) {
  const rows = [];
  for (const [kind, step, counts] of [
    ['rover', '2ms', [1, 10, 100]],
    ['rover', '5ms', [1, 10]],
    ['differential', '5ms', [1, 10, 100]],
    ['quadrotor', '2ms', [1, 10, 100]],
  ]) {
    for (const count of counts) {
      const factor = await speed(robots(count, kind, step), (quick ? 2 : 10) / Math.sqrt(count));
      rows.push([kind, step, count, factor.toPrecision(3)]);
    }
  }
  table('Robots in a world', ['robot', 'step', 'robots', '× real time'], rows);
}
