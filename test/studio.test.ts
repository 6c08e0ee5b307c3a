/** The studio in a real browser: every panel with recorded runs, by keyboard, without any network. */
import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBag, Stamp } from '../src/bag/index.js';
import { TraceWriter } from '../src/record/index.js';
import type * as Studio from '../src/studio/index.js';
import { orrery, ROOT, temporaryDirectory } from './orrery_command.js';
import { CHROMIUM, StudioBrowser } from './studio_browser.js';
import { picture } from './studio_picture.js';

const title = CHROMIUM === undefined ? 'the studio (skipped: there is no Chromium)' : 'the studio';
/** Number of callbacks of the long run. */
const MANY = Number(process.env.STUDIO_CALLBACKS ?? 50_000);

describe.skipIf(CHROMIUM === undefined)(title, () => {
  const work = temporaryDirectory();
  const at = (name: string) => join(work, name);
  let browser: StudioBrowser;
  const open = (address: string) => browser.open(address);
  const openRuns = (...runs: string[]) =>
    browser.openRuns(at(`${runs.join('-')}.html`), runs.map(at));
  const choose = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

  beforeAll(async () => {
    const robot = join(ROOT, 'examples/diff_drive_robot/robot.launch.yaml');
    writeFileSync(at('late.yaml'), 'links: [{ topic: /odom, to: /driver, delay: 30ms }]\n');
    orrery(['launch', robot, '--until', '3s', '--record', at('a')]);
    orrery(['launch', robot, '--until', '3s', '--record', at('b'), '--models', at('late.yaml')]);
    browser = await StudioBrowser.launch();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(work, { recursive: true, force: true });
  });

  it('shows a run by keyboard alone: callbacks, their causes and effects, a link to the place', async () => {
    const page = await openRuns('a');
    const canvas = page.locator('canvas');
    await canvas.waitFor();
    for (let i = 0; i < 12 && !(await focused(page)); i++) await page.keyboard.press('Tab');
    expect(await focused(page)).toBe(true);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const details = page.getByRole('region', { name: 'Selected callback' });
    const text = await details.textContent();
    expect(text).toContain('/driver subscription /odom');
    await page.keyboard.press('ArrowUp');
    await page.locator('.details .entity', { hasText: '/odometry subscription' }).waitFor();
    await page.keyboard.press('w');
    await page.keyboard.press('d');
    await page.waitForURL(/callback=0%7E\d+/);
    const hash = new URL(page.url()).hash;
    const again = await open(page.url());
    await again.getByRole('region', { name: 'Selected callback' }).waitFor();
    expect(new URL(again.url()).hash).toBe(hash);
    // A row for the thread and for each of five nodes, each with coloured marks.
    expect(await canvas.getAttribute('data-rows')).toBe('6');
    await page.keyboard.press('f');
    expect(await colouredRows(page)).toBeGreaterThanOrEqual(6);
  });

  it('says where two runs differ first, shows it, and shows what followed', async () => {
    const page = await openRuns('a', 'b');
    const verdict = page.locator('.verdict');
    await verdict.waitFor();
    expect(await verdict.textContent()).toMatch(
      /Callback \d+ belongs to \/driver subscription \/odom in the first run.* They part at 0\.02 s/,
    );
    expect(await page.locator('.reasons').textContent()).toContain('late.yaml');
    expect(await page.locator('.followed').textContent()).toContain('/cmd_vel');
    await page.locator('.followed figure[data-ready=true] canvas').first().waitFor();
    expect(await page.locator('.aligned canvas').getAttribute('data-rows')).toBe('12');
    await choose(page, 'timeline');
    await ask(page, '/cmd_vel: angular.z > 0');
    const answers = page.getByRole('region', { name: 'Answers' });
    expect(await answers.textContent()).toMatch(/A \d+ times:.*B \d+ times:/);
    await ask(page, '/odom before timer 100ms at /driver');
    await expect.poll(() => answers.textContent()).toMatch(/A once: 0\.1 s.*B once: 0\.1 s/);
    await ask(page, '/odom before /odom: pose.pose.position.x > 99 at /driver');
    await expect.poll(() => answers.textContent()).toMatch(/A not evaluated/);
    await ask(page, '/cmd_vel: angular.z > 0');
    await expect.poll(() => answers.textContent()).toMatch(/A \d+ times:/);
    await page.locator('canvas').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await page.getByText('orrery debug').waitFor();
    await picture(page, 'studio-timeline');
  });

  it('is what diff and analyze write', async () => {
    const [compared, analyzed] = [at('compared.html'), at('analyzed.html')];
    expect(orrery(['diff', at('a'), at('b'), '--html', compared]).status).toBe(1);
    await (await open(`file://${compared}`)).locator('.verdict').waitFor();
    expect(orrery(['analyze', at('a'), '--html', analyzed]).stdout).toContain(
      'callbacks in 3.000 s',
    );
    const page = await open(`file://${analyzed}`);
    await page.getByRole('region', { name: 'Callbacks' }).waitFor();
    expect(await page.getByRole('tab', { name: 'timing' }).getAttribute('aria-selected')).toBe(
      'true',
    );
    await choose(page, 'timeline');
    await page.locator('canvas').waitFor();
  });

  it("draws the graph with the doctor's findings, plots fields and shows messages", async () => {
    const page = await openRuns('a', 'b');
    await choose(page, 'graph');
    await page.getByRole('button', { name: 'topic /odom', exact: true }).waitFor();
    expect(await page.locator('.findings').textContent()).toContain('/arrived');
    await picture(page, 'studio-graph');
    await choose(page, 'plots');
    await page.locator('select').first().selectOption('/odom');
    await page.locator('select').nth(1).selectOption('pose.pose.position.x');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.locator('figure[data-ready=true] canvas').waitFor();
    expect(await page.locator('table.figures').textContent()).toContain('150');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const csv = readFileSync(await download.path(), 'utf8');
    expect(csv).toMatch(/^run,time_ns,value\nA,20000000,-2\.5/);
    await choose(page, 'messages');
    await page.getByRole('button', { name: '/odom', exact: true }).click();
    await page.locator('.message pre', { hasText: 'child_frame_id' }).first().waitFor();
  });

  it('is served to this machine only, at an address with a token, in ranges', async () => {
    const { serveStudio } = (await import(
      new URL('dist/studio/index.js', `file://${ROOT}/`).href
    )) as typeof Studio;
    const server = await serveStudio([at('a')]);
    try {
      const { origin } = new URL(server.url);
      expect((await fetch(`${origin}/`)).status).toBe(404);
      expect((await fetch(`${origin}/wrong/files/0/trace.mcap`)).status).toBe(404);
      expect((await fetch(`${server.url}files/0/..%2F..%2Frun.json`)).status).toBe(404);
      const range = { headers: { Range: 'bytes=0-7' } };
      const part = await fetch(`${server.url}files/0/trace.mcap`, range);
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 8]);
      const page = await open(server.url);
      await page.locator('canvas').waitFor();
      expect(await page.locator('.problem').count()).toBe(0);
    } finally {
      await server.close();
    }
  });

  it('opens dropped files, and says what is wrong with broken ones', async () => {
    cpSync(at('a'), at('broken'), { recursive: true });
    const recording = readFileSync(at('a/recording.mcap'));
    writeFileSync(at('broken/recording.mcap'), recording.subarray(0, recording.length / 2));
    writeFileSync(at('broken/trace.mcap'), 'no trace');
    const page = await open(`file://${join(ROOT, 'dist/studio/page/studio.html')}`);
    const files = ['run.json', 'trace.mcap', 'recording.mcap'].map((name) => at(`broken/${name}`));
    await page.locator('input[type=file]').setInputFiles(files);
    await page.locator('.problem').first().waitFor();
    const problems = (await page.locator('.problem').allTextContents()).join('\n');
    expect(problems).toMatch(/trace\.mcap cannot be read\. trace\.mcap at .*neither an MCAP file/);
    expect(problems).toMatch(/recording\.mcap: .* messages .*(recovered|can be read)/);
    await choose(page, 'messages');
    await page.getByRole('button', { name: '/odom', exact: true }).waitFor();
  });

  it('shows names of others as text', async () => {
    const bag = await createBag(at('hostile.mcap'));
    const evil = '<img src=x onerror="window.harm=1">';
    const channel = bag.addTopic({
      name: `/${evil}`,
      type: 'std_msgs/msg/String',
      schema: 'string data\n',
    });
    const text = Buffer.from(`${evil}</script><script>window.harm=2</script>\0`);
    const data = new Uint8Array(8 + text.length);
    data[1] = 1;
    new DataView(data.buffer).setUint32(4, text.length, true);
    data.set(text, 8);
    bag.write(channel, 1n, 1n, 1, data);
    bag.close();
    const name = '<script>window.harm=3<!--.mcap';
    copyFileSync(at('hostile.mcap'), at(name));
    const page = await openRuns(name);
    await choose(page, 'messages');
    await page.locator('.message pre', { hasText: 'window.harm=2' }).waitFor();
    expect(await page.locator('.topics').textContent()).toContain(evil);
    expect(await page.evaluate('window.harm')).toBeUndefined();
  });

  it(`opens ${MANY} callbacks and draws them at every zoom`, async () => {
    await writeLongTrace(at('long.trace'), MANY);
    const page = await open(`file://${join(ROOT, 'dist/studio/page/studio.html')}`);
    copyFileSync(at('long.trace'), at('trace.mcap'));
    const start = performance.now();
    await page.locator('input[type=file]').setInputFiles(at('trace.mcap'));
    await page.locator('canvas').waitFor({ timeout: 300_000 });
    const opened = performance.now() - start;
    const canvas = page.locator('canvas');
    await canvas.focus();
    const drawn: number[] = [];
    for (let i = 0; i < 24; i++) {
      await page.keyboard.press('wwwwwwaaddss'[i % 12]!);
      drawn.push(Number(await canvas.getAttribute('data-drawn')));
    }
    drawn.sort((x, y) => x - y);
    const middle = drawn[drawn.length >> 1];
    process.stderr.write(
      `opened in ${Math.round(opened)} ms; drawing takes ${middle} ms, ${drawn.at(-1)} ms at most\n`,
    );
    expect(await colouredRows(page)).toBeGreaterThan(4);
  }, 400_000);
});

// Passed as text, because the page has other globals than the tests.
const focused = (page: Page) => page.evaluate("document.activeElement?.tagName === 'CANVAS'");

/** Rows of the timeline that contain something coloured. */
function colouredRows(page: Page): Promise<number> {
  return page.evaluate(`{
    const canvas = document.querySelector('canvas');
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    let rows = 0;
    for (let y = 26 + 10; y < height; y += 24) {
      const isColoured = (x) => {
        const [red, green, blue] = data.subarray((y * width + x) * 4);
        return Math.max(red, green, blue) - Math.min(red, green, blue) > 60;
      };
      if (Array.from({ length: width - 215 }, (_, x) => x + 215).some(isColoured)) rows++;
    }
    rows;
  }`);
}

/** A trace of eight nodes that take turns, each with its own work. */
async function writeLongTrace(path: string, count: number): Promise<void> {
  const trace = await TraceWriter.create(path);
  const stamp = new Stamp();
  const entities = Array.from({ length: 8 }, (_, i) =>
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
    trace.callback(record as never, entities[number % 8]!, stamp, 0, []);
  }
  const system = {
    format: 'orrery-system/1' as const,
    end: Number(stamp.time),
    executors: [],
    entities: [],
    publishers: [],
  };
  trace.close(stamp, system);
}

/** Asks a question in the page's search box. */
async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('searchbox').fill(question);
  await page.keyboard.press('Enter');
}
