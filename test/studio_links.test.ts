/** Links of a network in the studio's 3D panel, in a real browser. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orrery, temporaryDirectory } from './orrery_command.js';
import { ROOT } from './project.js';
import { CHROMIUM, StudioBrowser } from './studio_browser.js';
import { picture } from './studio_picture.js';

const ROBOTS = ['alpha', 'bravo', 'charlie'];
const MODELS = `network:
  agents:
    base: { nodes: [/base/**], position: { at: [0, -20, 1] } }
    ferry: { position: { trajectory: [{ time: 0s, at: [0, -50, 1] }, { time: 1900ms, at: [-38, -50, 1] }] } }
    silent: { position: { topic: /silent/odom } }
${ROBOTS.map((name) => `    ${name}: { nodes: [/${name}/**], position: { topic: /${name}/odom } }`).join('\n')}
  simulator: { wifi: {} }
  channel: { path_loss: { log_distance: { exponent: 3 } } }
  link_states: { period: 100ms }
`;
const title =
  CHROMIUM === undefined ? 'links in 3D (skipped: there is no Chromium)' : 'links in 3D';

describe.skipIf(CHROMIUM === undefined)(title, () => {
  const work = temporaryDirectory();
  let browser: StudioBrowser;

  beforeAll(async () => {
    const models = join(work, 'models.yaml');
    writeFileSync(models, MODELS);
    const program = join(ROOT, 'test/programs/radio_robots.cjs');
    const run = join(work, 'run');
    orrery(['run', program, '--until', '1s', '--models', models, '--record', run]);
    browser = await StudioBrowser.launch();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(work, { recursive: true, force: true });
  });

  it('connect robots that hear each other, at any time, and name robots without a position', async () => {
    const page = await browser.openRuns(join(work, 'page.html'), [join(work, 'run')]);
    await page.getByRole('tab', { name: '3D', exact: true }).click();
    const links = page.getByRole('region', { name: 'Links' });
    const list = async () =>
      (await links.locator('li').allTextContents()).map((each) => each.trim());
    await links.waitFor();
    expect(await page.getByLabel('Fixed frame').inputValue()).toBe('site');
    // 16 dBm less 40.18 dB at 1 m, and 30 dB per factor of ten in distance; charlie's last reported position is that
    // at 0.95 s.
    const strength = (x: number, y: number) =>
      `−${(24.18 + 30 * Math.log10(Math.hypot(x, y))).toFixed(1)} dBm`;
    const drawn = [
      ['alpha – bravo', strength(30, 30)],
      ['alpha – charlie', `down, ${strength(88.5, 10)}`],
      ['bravo – charlie', strength(58.5, 40)],
    ] as const;
    const told = (await list()).filter((each) => !each.includes('silent'));
    expect(told).toEqual(expect.arrayContaining(drawn.map((each) => each.join(': '))));
    // The network knows what no message reports: the base stands still, the ferry has a plan.
    expect(told).toContain(`alpha – base: ${strength(10, 20)}`);
    expect(told).toHaveLength(10);
    await links.getByText('says where they are: silent').waitFor();
    await page.getByRole('button', { name: 'From above' }).click();
    await picture(page, 'studio-links');
    const words = await page.locator('.labels .words').allTextContents();
    const names = [...ROBOTS, 'base', 'ferry'];
    expect(words.sort()).toEqual(
      [...names, ...told.map((each) => each.slice(each.indexOf(': ') + 2))].sort(),
    );
    await page.getByRole('slider', { name: 'Time' }).fill('300000000');
    await links.getByText('alpha – charlie: −').waitFor();
    await page.getByRole('checkbox', { name: 'links' }).uncheck();
    await page.waitForFunction(`document.querySelectorAll('.labels .words').length === 0`);
  });
});
