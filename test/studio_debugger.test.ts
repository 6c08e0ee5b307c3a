/** The debugger in the studio's page: a run is repeated up to a callback, stopped there, and queried. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveProcess } from './live_process.js';
import { orrery, temporaryDirectory } from './orrery_command.js';
import { CHROMIUM, StudioBrowser } from './studio_browser.js';

const title = CHROMIUM === undefined ? 'skipped: there is no Chromium' : "the studio's debugger";

const PAIR = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const talker = rclnodejs.createNode('talker');
  const publisher = talker.createPublisher('std_msgs/msg/UInt32', '/count');
  let count = 0;
  talker.createTimer(100_000_000n, () => publisher.publish({ data: ++count }));
  const listener = rclnodejs.createNode('listener');
  listener.createSubscription('std_msgs/msg/UInt32', '/count', ({ data }) => {
    const heard = data * 2;
    listener.heard = heard;
  });
  for (const node of [talker, listener]) rclnodejs.spin(node);
});`;

describe.skipIf(CHROMIUM === undefined)(title, () => {
  const work = temporaryDirectory();
  let browser: StudioBrowser;
  let studio: LiveProcess;

  beforeAll(async () => {
    writeFileSync(join(work, 'pair.cjs'), PAIR);
    orrery(['run', join(work, 'pair.cjs'), '--until', '500ms', '--record', join(work, 'run')]);
    browser = await StudioBrowser.launch();
    studio = new LiveProcess(work, ['orrery', 'studio', 'run', '--no-open']);
    await studio.printed('Ctrl-C');
  });
  afterAll(async () => {
    studio?.kill();
    // The debugger refuses with this status, which the browser logs.
    await browser?.close(/status of 422/);
    rmSync(work, { recursive: true, force: true });
  });

  it('stops at the selected callback, answers, and goes back with the timeline', async () => {
    const url = /http:\S+/.exec(studio.stdout)![0];
    const page = await browser.open(`${url}#callback=0~4`, 1200, 800);
    const details = page.getByRole('region', { name: 'Selected callback' });
    await details.getByText('/listener subscription /count').waitFor();
    await page.getByRole('button', { name: 'Stop here in the debugger' }).click();
    const answers = page.locator('.debugger pre');
    await answers.filter({ hasText: 'const heard = data * 2' }).first().waitFor();
    expect(await answers.first().textContent()).toContain('ws://127.0.0.1:');
    await page.getByRole('button', { name: 'why', exact: true }).click();
    await answers.filter({ hasText: '/talker timer' }).first().waitFor();
    const command = page.getByLabel('Command of the debugger');
    await command.fill('who /count');
    await command.press('Enter');
    await answers.filter({ hasText: '/talker' }).nth(1).waitFor();
    await page.getByRole('button', { name: 'back', exact: true }).click();
    await details.getByRole('heading', { name: 'Callback 3' }).waitFor();
    await command.fill('dance');
    await command.press('Enter');
    await page.locator('.debugger pre.problem').waitFor();
  });

  it('is reachable only under the address with the token', async () => {
    const url = /http:\S+/.exec(studio.stdout)![0];
    const { origin } = new URL(url);
    const ask = (address: string) => fetch(address, { method: 'POST', body: 'why' });
    expect((await ask(`${origin}/debug/0`)).status).toBe(404);
    expect((await ask(`${origin}/wrong/debug/0`)).status).toBe(404);
    expect((await ask(`${url}debug/7`)).status).toBe(422);
  });
});
