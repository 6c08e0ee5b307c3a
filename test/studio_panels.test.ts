/**
 * Every panel of the studio with a recorded run of the gallery: it shows what the recording contains, its layout is
 * unchanged, and it is readable in small windows, in the dark, and with runs that contain almost nothing.
 */
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BagMessageTypes, openBag } from '../src/bag/index.js';
import { readRunFile } from '../src/record/index.js';
import { orrery, temporaryDirectory } from './orrery_command.js';
import { ROOT } from './project.js';
import { CHROMIUM, StudioBrowser } from './studio_browser.js';
import { cutOff, expectLayout } from './studio_layout.js';

const EXAMPLES = join(ROOT, 'examples');
const LONG = 'a_name_that_is_longer_than_the_column_that_holds_it';
const NAMES = `require('rclnodejs').init().then(() => {
  const rclnodejs = require('rclnodejs');
  for (let i = 1; i < 12; i++) {
    const node = rclnodejs.createNode('${LONG}_' + i, '/fleet/robot');
    const type = 'std_msgs/msg/UInt32MultiArray';
    const own = node.createPublisher(type, '/fleet/robot/${LONG}_' + i);
    node.createTimer(100000000n, () => own.publish({}));
    node.createSubscription(type, '/fleet/robot/${LONG}_' + (i % 11 + 1), () => {});
    rclnodejs.spin(node);
  }
});
`;
const NOTHING = `const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => rclnodejs.spin(rclnodejs.createNode('lonely')));
`;
const title = CHROMIUM === undefined ? 'panels (skipped: there is no Chromium)' : 'every panel';

describe.skipIf(CHROMIUM === undefined)(title, () => {
  const work = temporaryDirectory();
  const at = (name: string) => join(work, name);
  let browser: StudioBrowser;

  beforeAll(async () => {
    writeFileSync(at('names.cjs'), NAMES);
    writeFileSync(at('nothing.cjs'), NOTHING);
    const stack = join(EXAMPLES, 'managed_stack/stack.launch.xml');
    const rover = join(EXAMPLES, 'turtlebot/wall_follower.mjs');
    const room = join(EXAMPLES, 'turtlebot/room.yaml');
    const made = [
      orrery(['run', rover, '--models', room, '--until', '2s', '--record', at('rover')]),
      orrery(['launch', stack, '--until', '3s', '--record', at('stack')]),
      orrery(['run', at('names.cjs'), '--until', '1s', '--record', at('names')]),
      orrery(['run', at('nothing.cjs'), '--until', '1s', '--record', at('nothing')]),
    ];
    expect(made.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
    copyFileSync(at('rover/recording.mcap'), at('alone.mcap'));
    browser = await StudioBrowser.launch();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(work, { recursive: true, force: true });
  });

  it("shows what a rover's recording contains, in the right places", async () => {
    const page = await browser.openRuns(at('rover.html'), [at('rover')], 1280, 720);
    const file = readRunFile(at('rover'));
    const held = await contentOf(at('rover/recording.mcap'));
    await page.getByRole('tab').first().waitFor();
    expect(await page.locator('.summary').textContent()).toContain(
      `2 s, ${file.counts.callbacks.toLocaleString('en')} callbacks, ended after the time it was given ${file.digest.total}`,
    );
    const nodes = new Set(file.graph!.nodes);
    await expectTimeline(page, nodes);
    await expectLayout(page, 'timeline');
    await choose(page, 'graph');
    const drawn = await page.locator('.box.node text').allTextContents();
    expect(new Set(drawn)).toEqual(nodes);
    await expectLayout(page, 'graph');
    await choose(page, 'plots');
    await plot(page, '/odom', 'pose.pose.position.x');
    await page.locator('figure[data-ready=true] canvas').waitFor();
    const x = held.odometry;
    const figures = (await page.locator('table.figures td').allTextContents()).map(Number);
    expect(figures.filter((each) => !Number.isNaN(each)).slice(0, 2)).toEqual([
      x.length,
      expect.closeTo(Math.min(...x), 4),
    ]);
    await expectLayout(page, 'plots');
    await choose(page, 'messages');
    const rows = await page.locator('table.topics tbody tr').allTextContents();
    const counted = [...held.counts].map(([name, { type, count }]) => {
      return `${name}${type}${count}${(count / 2).toFixed(1)}`;
    });
    expect(rows.sort()).toEqual(counted.sort());
    await page.getByRole('button', { name: '/odom', exact: true }).click();
    await page.locator('.message pre', { hasText: `x: ${x.at(-1)}` }).waitFor();
    await expectLayout(page, 'messages');
    await choose(page, 'state');
    await page.locator('.state-panel', { hasText: 'use_sim_time' }).waitFor();
    await expectLayout(page, 'state');
    await choose(page, '3D');
    await page.locator('.drawn-space canvas[data-drawn]').waitFor();
    await page.locator('.labels .frame', { hasText: 'base_footprint' }).waitFor();
    const frames = await page.locator('.labels .frame').allTextContents();
    expect(frames.every((each) => held.frames.has(each))).toBe(true);
    expect(frames).toContain('odom');
    await expectLayout(page, '3d');
  });

  it('shows states and log lines of managed nodes at their times', async () => {
    const page = await browser.openRuns(at('stack.html'), [at('stack')]);
    await choose(page, 'messages');
    const log = await page.locator('.log tr').allTextContents();
    expect(log).toContain('0.000000 sinfo/lifecycle_managerManaged nodes are active');
    expect(log.filter((each) => each.includes('inactive → activating'))).toHaveLength(2);
    await page.getByRole('searchbox').fill('detector');
    await expect
      .poll(() => page.locator('.log tr').allTextContents())
      .toEqual(log.filter((each) => each.includes('detector')));
  });

  it('can be printed, also from the dark theme', async () => {
    const page = await browser.openRuns(at('paper.html'), [at('rover')]);
    await page.emulateMedia({ colorScheme: 'dark' });
    const pages = async () => (await page.pdf({ format: 'A4' })).toString('latin1');
    for (const panel of ['timeline', 'graph', 'plots', '3D', 'messages', 'state']) {
      await choose(page, panel);
      if (panel === 'plots') await plot(page, '/odom', 'pose.pose.position.x');
      const drawing = {
        timeline: '.scroller canvas',
        plots: '.uplot canvas',
        '3D': '.drawn-space',
      };
      const drawn = drawing[panel as keyof typeof drawing];
      if (drawn !== undefined) await page.locator(drawn).waitFor();
      if (panel === '3D') await page.locator('.drawn-space canvas[data-drawn]').waitFor();
      // The drawing is on the first page, next to its explanation.
      expect((await pages()).match(/\/Type\s*\/Page\b/g), panel).toHaveLength(1);
      await page.emulateMedia({ media: 'print' });
      if (drawn !== undefined) {
        const place = await page.locator(drawn).boundingBox();
        expect(place!.height, panel).toBeGreaterThan(100);
      }
      await page.emulateMedia({ media: 'screen' });
    }
  });

  it('is readable in small windows, in the dark, with long names, and with almost no content', async () => {
    const told: string[] = [];
    for (const name of ['names', 'nothing', 'alone.mcap']) {
      const page = await browser.openRuns(at(`${name}.html`), [at(name)], 900, 600);
      await page.emulateMedia({ colorScheme: 'dark' });
      for (const panel of await page.getByRole('tab').allTextContents()) {
        await choose(page, panel);
        told.push(...(await cutOff(page)).map((each) => `${name} ${panel} ${each}`));
        expect(await page.locator('.panel').textContent(), `${name} ${panel}`).not.toBe('');
      }
      await choose(page, 'timeline');
      const nothing = { nothing: 'No callback ran', 'alone.mcap': 'There is no trace' }[name];
      if (nothing !== undefined) await page.locator('.nothing', { hasText: nothing }).waitFor();
      await choose(page, 'messages');
      await page.getByRole('searchbox').fill('/no such name');
      await page.getByText('There is no topic here with that name').waitFor();
      const absent = await browser.open(`file://${at(`${name}.html`)}#panel=two+runs`);
      await absent.locator('.timeline').waitFor();
    }
    expect(told).toEqual([]);
  });
});

const choose = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

/** Its rows are threads and nodes; callbacks at the very end of the run are visible. */
async function expectTimeline(page: Page, nodes: ReadonlySet<string>): Promise<void> {
  const canvas = page.locator('canvas');
  await canvas.waitFor();
  const rows = Number(await canvas.getAttribute('data-rows'));
  const titles: string[] = [];
  for (let row = 0; row < rows; row++) {
    await canvas.hover({ position: { x: 40, y: 26 + 24 * row + 12 } });
    titles.push((await page.locator('.hint').textContent()) ?? '');
  }
  const named = titles.filter((each) => each.startsWith('/'));
  expect(named.every((each) => nodes.has(each))).toBe(true);
  expect(titles.length - named.length).toBeGreaterThan(0);
  await canvas.hover({ position: { x: 700, y: 300 } });
}

async function plot(page: Page, topic: string, field: string): Promise<void> {
  await page.getByLabel('Topic', { exact: true }).selectOption(topic);
  const fields = page.getByLabel('Field', { exact: true });
  await fields.locator(`option:text-is("${field}")`).waitFor({ state: 'attached' });
  await fields.selectOption(field);
  await page.getByRole('button', { name: 'Add' }).click();
}

interface Content {
  readonly counts: ReadonlyMap<string, { readonly type: string; readonly count: number }>;
  /** The x coordinates of the positions in `/odom`. */
  readonly odometry: readonly number[];
  /** All frames that transforms name. */
  readonly frames: ReadonlySet<string>;
}

interface Transforms {
  readonly transforms: readonly {
    readonly header: { readonly frame_id: string };
    readonly child_frame_id: string;
  }[];
}

/** Read without the page. */
async function contentOf(path: string): Promise<Content> {
  const bag = await openBag(path);
  const types = new BagMessageTypes(bag);
  const counts = new Map(
    bag.topics.map(({ name, type, messageCount }) => [name, { type, count: messageCount }]),
  );
  const odometry: number[] = [];
  const frames = new Set<string>();
  for (const { topic, data } of bag.messages({ topics: ['/odom', '/tf', '/tf_static'] })) {
    const message: object = types.of(topic).decode(data);
    if (topic === '/odom') {
      const { pose } = message as { pose: { pose: { position: { x: number } } } };
      odometry.push(pose.pose.position.x);
    } else {
      for (const { header, child_frame_id } of (message as Transforms).transforms) {
        frames.add(header.frame_id).add(child_frame_id);
      }
    }
  }
  return { counts, odometry, frames };
}
