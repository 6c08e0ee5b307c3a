/**
 * The cost of the pinned Math functions next to the engine's, in ns per call.
 * Run: `npm run build && node bench/math.bench.mjs`
 */
import { pinnedMath } from '../dist/math/index.js';

const CHUNK = 10_000;
const CHUNKS = 200;
const ranges = {
  acosh: [1, 50],
  log: [0.01, 50],
  log2: [0.01, 50],
  log10: [0.01, 50],
  asin: [-1, 1],
  acos: [-1, 1],
  atanh: [-0.9, 0.9],
  pow: [0.1, 8],
};

/** The minimum over many short chunks, since a loaded machine only adds time. */
function nsPerCall(fn, xs) {
  let sum = 0;
  let best = Infinity;
  for (let c = 0; c < CHUNKS; c += 1) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < CHUNK; i += 1) sum += fn(xs[i], 2.5);
    best = Math.min(best, Number(process.hrtime.bigint() - start) / CHUNK);
  }
  if (sum === 0.123) console.log(sum);
  return best;
}

console.log(`Node ${process.version} ${process.arch}, ns per call`);
console.log('function'.padEnd(10), 'engine'.padStart(8), 'pinned'.padStart(8));
for (const [name, pinned] of Object.entries(pinnedMath)) {
  const [low, high] = ranges[name] ?? [-10, 10];
  const xs = Float64Array.from(
    { length: CHUNK },
    (_, i) => low + ((i * 0.6180339887) % 1) * (high - low),
  );
  const run = new Function('f', 'return (x, y) => f(x, y)');
  const engine = nsPerCall(run(Math[name]), xs);
  const own = nsPerCall(run(pinned), xs);
  console.log(name.padEnd(10), engine.toFixed(1).padStart(8), own.toFixed(1).padStart(8));
}
