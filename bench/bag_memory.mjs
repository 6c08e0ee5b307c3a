/**
 * Writes a large bag, plays it to a listening node with `orrery bag play`, and prints how much memory each took. The
 * bag is in the temporary directory and is removed afterwards.
 *
 *     npm run build && node bench/bag_memory.mjs [--size 10GB] [--compression none] [--keep FILE]
 *
 * The bag has messages of 64 bytes, 16 KiB and 1 MiB on three topics, none of which compresses.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createBag } from '../dist/bag/index.js';
import { TypeRegistry } from '../dist/interfaces/index.js';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '10GB' },
    compression: { type: 'string', default: 'none' },
    keep: { type: 'string' },
  },
});
const UNITS = { MB: 1e6, GB: 1e9 };
const [, count, unit] = /^(\d+)(MB|GB)$/.exec(values.size) ?? [];
if (unit === undefined) throw new Error(`--size ${values.size}: write e.g. 500MB or 10GB`);
const wanted = Number(count) * UNITS[unit];

const directory = mkdtempSync(join(tmpdir(), 'orrery-memory-'));
const path = values.keep ?? join(directory, 'large.mcap');
const COMMAND = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const LISTENER = `const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('listener');
  for (const topic of ['small', 'middle', 'large']) {
    node.createSubscription('std_msgs/msg/UInt8MultiArray', topic, () => {});
  }
  node.spin();
});
`;

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;

/** A UInt8MultiArray with this many bytes of noise, in CDR. */
function noise(type, size) {
  const data = new Uint8Array(size);
  let state = size;
  for (let at = 0; at < size; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    data[at] = state >>> 24;
  }
  return type.encode(type.normalize({ data }));
}

async function write() {
  const type = new TypeRegistry({ amentPrefixPath: '' }).message('std_msgs/msg/UInt8MultiArray');
  const bag = await createBag(path, { compression: values.compression, overwrite: true });
  const topics = [
    ['/small', 64, 16],
    ['/middle', 16_384, 4],
    ['/large', 1 << 20, 1],
  ].map(([name, size, perStep]) => ({
    id: bag.addTopic({ name, type: type.name, typeHash: type.hash, schema: type.schemaText }),
    data: noise(type, size),
    perStep,
  }));
  let bytes = 0;
  for (let step = 0; bytes < wanted; step++) {
    for (const { id, data, perStep } of topics) {
      for (let part = 0; part < perStep; part++) {
        // Every message is different, so that nothing is shared between them.
        data[data.length - 1] = step;
        const time = BigInt(step) * 10_000_000n + BigInt(part) * 100_000n;
        bag.write(id, time, time, step, data);
        bytes += data.length;
      }
    }
  }
  bag.close();
  return bag.messageCount;
}

try {
  const { bavail, bsize } = statfsSync(tmpdir());
  if (bavail * bsize < wanted * 1.2) {
    throw new Error(`${tmpdir()} has ${megabytes(bavail * bsize)} free; ${values.size} do not fit`);
  }
  let begin = performance.now();
  const messages = await write();
  let seconds = (performance.now() - begin) / 1000;
  const { size } = statSync(path);
  const peak = process.resourceUsage().maxRSS * 1024;
  console.log(
    `written: ${messages} messages, ${megabytes(size)} in ${seconds.toFixed(0)} s, peak memory ${megabytes(peak)}`,
  );
  const listener = join(directory, 'listener.js');
  writeFileSync(listener, LISTENER);
  begin = performance.now();
  const played = spawnSync(process.execPath, [COMMAND, 'bag', 'play', path, listener, '--json'], {
    encoding: 'utf8',
  });
  seconds = (performance.now() - begin) / 1000;
  if (played.status !== 0) throw new Error(`${played.stdout}${played.stderr}`);
  const outcome = JSON.parse(played.stdout);
  console.log(
    `played: ${outcome.messages ?? outcome.counts?.messages} messages in ${seconds.toFixed(0)} s,` +
      ` peak memory ${megabytes(outcome.peakMemory ?? outcome.speed?.peakMemoryBytes)}`,
  );
} finally {
  rmSync(directory, { recursive: true, force: true });
}
