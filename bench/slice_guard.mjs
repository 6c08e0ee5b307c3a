// The systems for comparing with and without the guard, in slices (see `slices.mjs`): `{ guarded, asks }` is a chain
// of ten nodes, `{ guarded, call }` one function that a node's timer calls.
import { enterSimulation } from '../dist/client/index.js';
import rclnodejs from '../dist/client/rclnodejs.js';
import { installGuard } from '../dist/guard/index.js';
import { GuardedWorld } from '../dist/run/guarded_world.js';
import { Simulation } from '../dist/simulation/index.js';
import { SliceGate } from './slice_gate.mjs';
import chain from './systems/chain_nodes.mjs';
import { CALLS } from './systems/guarded_calls.mjs';

/** Virtual duration of a slice: 200,000 callbacks of the chain, 1000 of the caller. */
const SLICE_NS = 800_000_000_000n;
const CALLER_PERIOD_NS = 400_000_000n;
const CALLS_AT_ONCE = 100;

const { guarded, asks = false, call } = JSON.parse(process.argv[2]);
const gate = new SliceGate();
const simulation = new Simulation();
enterSimulation(simulation);
if (guarded) installGuard(new GuardedWorld(simulation, { onExit: () => {} }));
await rclnodejs.init();

let counted = () => simulation.graph.callbacks;
if (call === undefined) {
  for (const node of chain(rclnodejs, asks)) node.spin();
} else {
  const run = CALLS[call];
  const node = new rclnodejs.Node('caller');
  let calls = 0;
  node.result = undefined;
  node.createTimer(CALLER_PERIOD_NS, () => {
    node.result = run(CALLS_AT_ONCE);
    calls += CALLS_AT_ONCE;
  });
  node.spin();
  counted = () => calls;
}

gate.begin();
for (;;) {
  const before = counted();
  await simulation.stepFor(SLICE_NS);
  gate.next(counted() - before);
}
