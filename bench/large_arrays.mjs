// The cost of copying an array of 100 KB while the last ten, 150 or 220 copies are kept: with Buffer alone, and as
// messages are copied (src/interfaces/expect_large.ts). Run `node bench/large_arrays.mjs`. Each line is measured in a
// process of its own; processes take turns, and the fastest fifth of the slices counts.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { warmCopy } from './floors.mjs';

const BYTES = 100_000;
const SLICES = 40;
const COPIES = 500;

async function measure(way, kept) {
  const { TypeRegistry } = await import('../dist/interfaces/index.js');
  const bytes = new TypeRegistry().message('std_msgs/msg/UInt8MultiArray');
  const ways = {
    plain: ({ data }) => {
      const copy = Buffer.allocUnsafeSlow(BYTES);
      copy.set(data);
      return { data: copy };
    },
    message: (message) => bytes.copy(message),
  };
  let last = bytes.normalize({ data: new Uint8Array(BYTES).fill(1) });
  const ring = new Array(kept).fill(last);
  const slices = [];
  for (let slice = 0; slice < SLICES; slice++) {
    const start = process.cpuUsage();
    for (let i = 0; i < COPIES; i++) {
      last = ways[way](last);
      ring[i % kept] = last;
    }
    const { user, system } = process.cpuUsage(start);
    slices.push(((user + system) * 1000) / COPIES);
  }
  const each = slices.sort((a, b) => a - b)[SLICES / 5];
  const { maxRSS } = process.resourceUsage();
  process.stdout.write(JSON.stringify({ each, megabytes: maxRSS / 1000 }));
}

function figures(way, kept) {
  const words = [fileURLToPath(import.meta.url), way, String(kept)];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }));
}

const [way, kept] = process.argv.slice(2);
if (way !== undefined) await measure(way, Number(kept));
else {
  console.log(`a copy to warm memory: ${warmCopy(BYTES).toFixed(0)} ns`);
  for (const count of [10, 150, 220]) {
    for (let round = 0; round < 3; round++) {
      for (const name of ['plain', 'message']) {
        const { each, megabytes } = figures(name, count);
        console.log(`${name}, ${count} kept: ${each.toFixed(0)} ns, ${megabytes.toFixed(0)} MB`);
      }
    }
  }
}
