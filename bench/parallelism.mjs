// How much of a run could be done at once on many cores, from its trace: at each instant, a callback waits for
// the one that caused it and for those before it of its node; the rest could run together. All callbacks count alike, and what it
// costs to synchronise is left out, so this is a bound that no scheduler reaches.
//
//   node bench/parallelism.mjs RUN…      (directories that runs left behind)
import { basename } from 'node:path';
import { TraceReader } from '../dist/record/index.js';

/** Callbacks of an instant against the longest chain of them that must run one after the other. */
class Instants {
  callbacks = 0;
  steps = 0;
  #time = -1n;
  #deepest = 0;
  /** Depth of the last callback of each node, and of each callback, at this instant. */
  #nodes = new Map();
  #depths = new Map();

  add(time, node, { number, cause }) {
    if (time !== this.#time) this.end(time);
    const depth = 1 + Math.max(this.#nodes.get(node) ?? 0, this.#depths.get(cause) ?? 0);
    this.#nodes.set(node, depth);
    this.#depths.set(number, depth);
    this.#deepest = Math.max(this.#deepest, depth);
    this.callbacks++;
  }

  /** The instant is over; the next one is at this time. */
  end(time) {
    this.steps += this.#deepest;
    this.#deepest = 0;
    this.#nodes.clear();
    this.#depths.clear();
    this.#time = time;
  }

  get bound() {
    return (this.callbacks / this.steps).toFixed(2);
  }
}

console.log('| run | nodes | callbacks | at once, at most |\n| --- | --- | --- | --- |');
for (const run of process.argv.slice(2)) {
  const trace = await TraceReader.open(run);
  const instants = new Instants();
  const nodes = new Set();
  for (const callback of trace.callbacks()) {
    const node = callback.entity.slice(0, callback.entity.indexOf(' '));
    nodes.add(node);
    instants.add(callback.time, node, callback);
  }
  instants.end(0n);
  trace.close();
  console.log(`| ${basename(run)} | ${nodes.size} | ${instants.callbacks} | ${instants.bound} |`);
}
