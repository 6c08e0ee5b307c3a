// How much of a run could be parallel on many cores, computed from its trace: within an instant, a callback waits for
// the callback that caused it and for earlier callbacks of its node; all others could run together. All callbacks
// count alike, and synchronisation counts as free, so no scheduler reaches this bound.
//
//   node bench/parallelism.mjs RUN…      (directories that runs left behind)
import { basename } from 'node:path';
import { TraceReader } from '../dist/record/index.js';

/** Compares the callbacks of each instant with the longest chain of them that must run one after the other. */
class Instants {
  callbacks = 0;
  steps = 0;
  #time = -1n;
  #deepest = 0;
  /** Depth of the last callback of each node at this instant; `#depths` has that of each callback. */
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

  /** Ends an instant; the next one is at `time`. */
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
