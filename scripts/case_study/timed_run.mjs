// Makes one simulation of the nodes in which KISS-ICP takes time for each scan, and prints the digest.
//
//     node timed_run.mjs '{"system": …, "seconds": …, "time": …, "seed": …}' --ros-args …
import { enterSimulation } from '../../dist/client/index.js';
import { applyModels, Simulation } from '../../dist/simulation/index.js';
import { RunObserver } from '../../dist/trace/index.js';

const { system, seconds, time, seed } = JSON.parse(process.argv[2]);
const simulation = new Simulation({ seed });
applyModels(simulation, {
  execution_times: [{ node: '/kiss_icp_node', callback: '/points', time }],
});
enterSimulation(simulation);
const observer = new RunObserver(simulation.graph);
simulation.graph.observer = observer;
await import(system);
await simulation.stepFor(BigInt(Math.round(seconds * 1e9)));
console.log(observer.digest().total);
process.exit();
