// How smoothly the studio draws in a real Chromium: the times between frames while a timeline of many callbacks is
// zoomed, moved and stepped through, and while a cloud of many points is turned; the time until the page shows the
// run, and the memory of its process. Without a graphics card, Chromium draws in software. For Linux only.
//
//   node bench/studio.mjs [callbacks, default 10000000] [points, default 500000]
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { Stamp } from '../dist/bag/index.js';
import { TraceWriter } from '../dist/record/index.js';

const PAGE = new URL('../dist/studio/page/studio.html', import.meta.url).href;
const COMMAND = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const EXECUTABLES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Makes Chromium behave as without a graphics card: it composes pages itself, and SwiftShader draws WebGL. */
const SOFTWARE = ['--no-sandbox', '--enable-unsafe-swiftshader'];
/** Number of steps of each gesture. */
const STEPS = 120;
const NODES = 8;
const CLOUD = `const rclnodejs = require('rclnodejs');
const points = Number(process.argv[2]);
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('lidar');
  const cloud = node.createPublisher('sensor_msgs/msg/PointCloud2', '/points');
  node.createTimer(500000000n, () => {
    const data = new Float32Array(points * 3);
    for (let i = 0; i < points; i++) {
      const [turn, up] = [i * 2.399963, (i % 977) / 977];
      data.set([Math.cos(turn) * (3 + up), Math.sin(turn) * (3 + up), up * 2], i * 3);
    }
    const field = (name, offset) => ({ name, offset, datatype: 7, count: 1 });
    cloud.publish({
      header: { stamp: { sec: 0, nanosec: 0 }, frame_id: 'map' },
      ...{ height: 1, width: points, is_bigendian: false, point_step: 12, row_step: 12 * points },
      fields: [field('x', 0), field('y', 4), field('z', 8)],
      data: new Uint8Array(data.buffer),
      is_dense: true,
    });
  });
  rclnodejs.spin(node);
});
`;

const [callbacks = 10_000_000, points = 500_000] = process.argv.slice(2).map(Number);
const work = mkdtempSync(join(tmpdir(), 'orrery-studio-'));
const executablePath = EXECUTABLES.find((path) => existsSync(path));
if (executablePath === undefined) throw new Error('There is no Chromium to measure.');
const browser = await chromium.launch({ executablePath, args: SOFTWARE });
try {
  const [{ model }] = cpus();
  process.stdout.write(`Chromium ${browser.version()}, software GL, ${cpus().length} × ${model}\n`);
  await measureTimeline();
  await measureCloud();
} finally {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}

async function measureTimeline() {
  await writeTrace(join(work, 'trace.mcap'), callbacks);
  const page = await newPage(PAGE);
  const began = performance.now();
  await page.locator('input[type=file]').setInputFiles(join(work, 'trace.mcap'));
  const canvas = page.locator('canvas');
  await canvas.waitFor({ timeout: 900_000 });
  await tell(`${callbacks.toLocaleString('en')} callbacks`, began);
  await canvas.focus();
  heading();
  await gesture(page, 'whole run, moved', ['d', 'a']);
  await gesture(page, 'zoomed in and out', [...'wwwwwwwwwwwwwwwwwwww', ...'ssssssssssssssssssss']);
  await page.keyboard.press('f');
  await gesture(page, 'from callback to callback', ['ArrowRight']);
  for (let i = 0; i < 12; i++) await page.keyboard.press('w');
  await gesture(page, 'some hundreds, moved', ['d', 'd', 'd', 'a', 'a', 'a']);
  await page.close();
}

async function measureCloud() {
  const program = join(work, 'cloud.cjs');
  writeFileSync(program, CLOUD);
  const run = join(work, 'cloud');
  const args = ['run', program, '--until', '1s', '--record', run];
  execFileSync(process.execPath, [COMMAND, ...args, '--', String(points)], { stdio: 'ignore' });
  const file = join(work, 'cloud.html');
  execFileSync(process.execPath, [COMMAND, 'studio', run, '--html', file]);
  const page = await newPage(`file://${file}`);
  await page.getByRole('tab', { name: '3D', exact: true }).click();
  const began = performance.now();
  const canvas = page.locator('.drawn-space canvas[data-drawn]');
  await canvas.waitFor({ timeout: 120_000 });
  await tell(`${points.toLocaleString('en')} points`, began);
  heading();
  await canvas.focus();
  await gesture(page, 'turned', ['ArrowLeft'], '.drawn-space canvas');
  await page.waitForTimeout(1000);
  process.stdout.write(`at rest, with all points: ${await canvas.getAttribute('data-drawn')} ms\n`);
  await page.close();
}

async function newPage(address) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(address);
  return page;
}

/** Prints how long the page took, and the present and peak memory of its process. */
async function tell(what, began) {
  const seconds = (performance.now() - began) / 1000;
  const held = (await processes())
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => readFileSync(`/proc/${id}/status`, 'utf8'))
    .map((status) => ['VmRSS', 'VmHWM'].map((key) => megabytes(status, key)));
  const [now, most] = held.sort(([a], [b]) => b - a)[0];
  process.stdout.write(
    `\n${what}: open in ${seconds.toFixed(1)} s, ${now} MB of memory, ${most} MB at most\n`,
  );
}

async function processes() {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo;
}

/** Processor time in ms of the processes with pages, and of the one that draws for them. */
async function processorTimes() {
  const all = await processes();
  return ['renderer', 'GPU'].map((type) =>
    all.filter((each) => each.type === type).reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0),
  );
}

function megabytes(status, key) {
  return Math.round(Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)[1]) / 1024);
}

function heading() {
  process.stdout.write(
    `${'ms between frames'.padEnd(28)}   p50   p95   max   processor: page   GPU\n`,
  );
}

/** Presses one key per frame, and measures the time from frame to frame, as a user sees it. */
async function gesture(page, what, keys, selector = 'canvas') {
  const before = await processorTimes();
  const between = await page.evaluate(`new Promise((resolve) => {
    const canvas = document.querySelector(${JSON.stringify(selector)});
    const keys = ${JSON.stringify(keys)};
    const between = [];
    let before;
    let step = 0;
    const frame = (now) => {
      if (before !== undefined) between.push(now - before);
      before = now;
      if (step === ${STEPS}) return resolve(between);
      const key = keys[step++ % keys.length];
      canvas.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  })`);
  const after = await processorTimes();
  const [own, drawing] = after.map((each, i) => ((each - before[i]) / STEPS).toFixed(1));
  const figures = [
    ...[0.5, 0.95, 1].map((part) => quantile(between, part).padStart(6)),
    own.padStart(18),
    drawing.padStart(6),
  ];
  process.stdout.write(`${what.padEnd(28)}${figures.join('')}\n`);
}

function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))].toFixed(1);
}

/** Writes a trace of nodes that take turns, each with its own work. */
async function writeTrace(path, count) {
  const trace = await TraceWriter.create(`${path}.part.mcap`);
  const stamp = new Stamp();
  const entities = Array.from({ length: NODES }, (_, i) =>
    trace.meet(`/node${i} subscription /topic${i}`, stamp),
  );
  const rest = { input: 0, outputs: 0, output: 0, overwritten: 0, waited: 0, sequence: 0 };
  for (let number = 1; number <= count; number++) {
    const duration = 1000 + ((number * 7919) % 5000);
    const record = {
      ...{ ...rest, number, cause: number - 1, duration, thread: 0, travelled: 0, state: 0 },
      ...{ published: 0, publishers: [], sequences: [], publisher: undefined, time: 0 },
    };
    stamp.set(BigInt(number * 10_000 + duration));
    trace.callback(record, entities[number % NODES], stamp, 0, []);
  }
  const nothing = { executors: [], entities: [], publishers: [] };
  trace.close(stamp, { format: 'orrery-system/1', end: Number(stamp.time), ...nothing });
  renameSync(`${path}.part.mcap`, path);
}
