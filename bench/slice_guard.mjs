// Ten nodes in a row, with or without the guard, in slices (see `slices.mjs`): { guarded, call }.
// `call`: what every callback calls once besides passing on its message.
import { enterSimulation } from '../dist/client/index.js';
import rclnodejs from '../dist/client/rclnodejs.js';
import { installGuard } from '../dist/guard/index.js';
import { GuardedWorld } from '../dist/job/guarded_world.js';
import { Simulation } from '../dist/simulation/index.js';
import { SliceGate } from './slice_gate.mjs';
import chain from './systems/chain_nodes.mjs';

const SLICE_NS = 2_000_000_000_000n;

const { guarded } = JSON.parse(process.argv[2]);
const gate = new SliceGate();
const simulation = new Simulation();
enterSimulation(simulation);
if (guarded) installGuard(new GuardedWorld(simulation, { onExit: () => {} }));
await rclnodejs.init();
for (const node of chain(rclnodejs)) node.spin();
gate.begin();
for (;;) {
  const before = simulation.graph.callbacks;
  await simulation.stepFor(SLICE_NS / 10n);
  gate.next(simulation.graph.callbacks - before);
}
