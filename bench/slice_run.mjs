// A run as by `orrery run`, but in this process instead of a thread, that pauses between slices (see `slices.mjs`). A
// slice is a number of callbacks, or a virtual duration if callbacks are very unequal:
// `{ files, rosArgs, digest, directory, callbacks or nanoseconds }`.
import { SystemRun } from '../dist/run/index.js';
import { SliceGate } from './slice_gate.mjs';

const {
  files,
  rosArgs = [],
  digest,
  directory,
  callbacks = 1,
  nanoseconds = 0,
} = JSON.parse(process.argv[2]);
const gate = new SliceGate();
let prepared = false;

/** Checks after every instant whether the slice has ended. */
function stopBetweenSlices({ kernel, graph }) {
  prepared = true;
  const { onInstantEnd } = kernel;
  let from = graph.callbacks;
  let began = kernel.now;
  kernel.onInstantEnd = () => {
    onInstantEnd?.();
    const count = graph.callbacks - from;
    if (count < callbacks || kernel.now - began < nanoseconds) return;
    gate.next(count);
    from = graph.callbacks;
    began = kernel.now;
  };
  gate.begin();
}

const config = {
  name: 'bench',
  seed: '0',
  system: {
    programs: files.map((file) => ({ file, args: [] })),
    bags: [],
    rosArgs,
    distro: 'jazzy',
  },
  clock: {},
  stop: {},
  models: {},
  output: { digest, directory },
  proof: {},
};
const run = await SystemRun.create(config, {
  look(simulation) {
    if (!prepared) stopBetweenSlices(simulation);
    return undefined;
  },
});
const outcome = await run.run();
for (const error of outcome.errors) process.stderr.write(`${error.message}\n`);
