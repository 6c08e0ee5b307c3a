/** What commands write with `--html`, in a real browser: one style, by keyboard, in light, in dark and on paper. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orrery, ROOT, temporaryDirectory } from './orrery_command.js';
import { CHROMIUM, StudioBrowser } from './studio_browser.js';
import { picture } from './studio_picture.js';

const title =
  CHROMIUM === undefined ? 'pages (skipped: there is no Chromium)' : 'pages of commands';
const ROBOT = join(ROOT, 'examples/diff_drive_robot/robot.launch.yaml');
const EVIL = '<img src=x onerror=harm=1>.txt';

const CONTROLLER = `const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('controller');
  const { ParameterType, Parameter } = rclnodejs;
  node.declareParameter(new Parameter('gain', ParameterType.PARAMETER_DOUBLE, 1));
  const gain = node.getParameter('gain').value;
  const publisher = node.createPublisher('std_msgs/msg/Float64', 'error');
  node.createTimer(100000000n, () => publisher.publish({ data: gain * Math.random() }));
  node.spin();
});
`;
const campaignOf = (system: string) => `system: [${system}, --until, 1s]
seeds: 2
axes: { gain: { parameter: gain, values: [0.5, 1, 7] } }
checks: ["topic:/error: data < 2"]
metrics: [max(/error)]
`;

describe.skipIf(CHROMIUM === undefined)(title, () => {
  const work = temporaryDirectory();
  const at = (name: string) => join(work, name);
  let browser: StudioBrowser;

  /** The page that a command writes. */
  async function pageOf(command: readonly string[], says: string | RegExp): Promise<Page> {
    const file = at(`${command[0]}.html`);
    const { stdout, stderr } = orrery([...command, '--html', file]);
    expect(stdout + stderr).toMatch(says);
    const page = await browser.open(`file://${file}`);
    await page.locator('.report').waitFor();
    return page;
  }

  beforeAll(async () => {
    browser = await StudioBrowser.launch();
    writeFileSync(at('slow.yaml'), 'execution_times: [{node: "/**", time: 3ms}]\n');
    writeFileSync(at('controller.cjs'), CONTROLLER);
    writeFileSync(at('gains.yaml'), campaignOf(at('controller.cjs')));
    for (const [name, side] of [
      ['truth.txt', 0],
      [EVIL, 0.2],
    ] as const) {
      const lines = Array.from({ length: 60 }, (_, i) => {
        const [x, y] = [Math.cos(i / 5) + (side * i) / 60, Math.sin(i / 5)];
        return `${i} ${x} ${y} 0 0 0 0 1\n`;
      });
      writeFileSync(at(name), lines.join(''));
    }
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(work, { recursive: true, force: true });
  });

  it('analyze: figures move and zoom by keyboard and mouse; a topic has one colour', async () => {
    orrery(['launch', ROBOT, '--until', '1s', '--record', at('run'), '--models', at('slow.yaml')]);
    const page = await pageOf(['analyze', at('run')], 'callbacks in 1.000 s');
    const figure = page.locator('[data-figure=timeline_1] svg');
    const window = async () =>
      Promise.all(
        ['from', 'to'].map(async (end) => Number(await figure.getAttribute(`data-${end}`))),
      );
    const [from, to] = await window();
    await figure.focus();
    await page.keyboard.press('w');
    const length = async () => ((await window())[1]! - (await window())[0]!) / (to! - from!);
    await expect.poll(length).toBeCloseTo(0.8, 6);
    const [nearer] = await window();
    await page.keyboard.press('d');
    await expect.poll(async () => (await window())[0]).toBeGreaterThan(nearer!);
    await page.keyboard.press('f');
    await expect.poll(window).toEqual([from, to]);
    await figure.scrollIntoViewIfNeeded();
    const { x, y, width } = (await figure.boundingBox())!;
    await page.mouse.move(x + width / 2, y + 30);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 - 80, y + 30, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await window())[0]).toBeGreaterThan(from!);
    await page.mouse.wheel(0, -300);
    await expect.poll(length).toBeLessThan(1);
    await figure.dblclick();
    await expect.poll(window).toEqual([from, to]);
    await picture(page, 'studio-timing');
    const colours = await legendColours(page);
    expect(colours.get('/odom')?.size).toBe(1);
    await page.getByRole('tab', { name: 'graph' }).click();
    await page.getByRole('button', { name: 'topic /odom', exact: true }).waitFor();
  });

  it('compare: a figure for what differs, and the runs if they are kept', async () => {
    const variants = ['-e', 'events,single', '--seeds', '2', '--keep', at('kept')];
    const system = [ROBOT, '--until', '2s', '--models', at('slow.yaml')];
    const page = await pageOf(['compare', ...system, ...variants], 'What differed first');
    expect(await page.locator('.report h2').textContent()).toBe(
      '2 variants with 2 seeds each: 4 runs',
    );
    expect(await page.locator('.drawn circle').count()).toBeGreaterThan(3);
    expect(
      await page.getByRole('region', { name: /^What differed first/ }).textContent(),
    ).toContain('single');
    await page.getByRole('tab', { name: 'two runs' }).click();
    await page.locator('.two-runs .verdict').waitFor();
  });

  it('sweep and verify: points with their intervals, failures with their commands', async () => {
    const swept = await pageOf(
      ['sweep', at('gains.yaml'), '-j', '2', '--store', at('store')],
      'gains: 6 of 6 runs',
    );
    expect(await swept.locator('.drawn path').count()).toBeGreaterThan(2);
    expect(await swept.getByRole('region', { name: 'Failures' }).textContent()).toContain(
      '-p gain:=7.0',
    );
    const system = [at('controller.cjs'), '--until', '1s', '-n', '1', '--no-other-nodes'];
    const verified = await pageOf(['verify', ...system], 'The same run 2 times');
    expect(await verified.locator('.report h2.same').textContent()).toContain('2 times');
  });

  it('eval: both trajectories, legible in light, in dark and on paper; names are text', async () => {
    const page = await pageOf(['eval', 'ape', at('truth.txt'), at(EVIL)], 'rmse');
    expect(await page.locator('.report').textContent()).toContain(EVIL);
    expect(await page.evaluate('window.harm')).toBeUndefined();
    expect(await page.locator('[data-figure=trajectories] path').count()).toBeGreaterThan(3);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await faintText(page)).toEqual([]);
    }
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await faintText(page)).toEqual([]);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
      'rgb(255, 255, 255)',
    );
    expect(await page.locator('button:visible').count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 420, height: 700 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(420);
  });
});

/** The colours that figures explain, by name. */
async function legendColours(page: Page): Promise<Map<string, Set<string>>> {
  const found =
    (await page.evaluate(`[...document.querySelectorAll('.drawn svg > rect + text')].map(
    (text) => [text.textContent, text.previousElementSibling.getAttribute('fill')])`)) as [
      string,
      string,
    ][];
  const colours = new Map<string, Set<string>>();
  for (const [numbered, colour] of found) {
    // The number is that of the figure, for readers who cannot distinguish the colours.
    const name = numbered.replace(/^\d+ /, '');
    colours.set(name, (colours.get(name) ?? new Set()).add(colour));
  }
  return colours;
}

/** Texts with a contrast of less than 4.5 : 1 to the page (WCAG 2.2, 1.4.3). */
function faintText(page: Page): Promise<string[]> {
  return page.evaluate(`{
    const light = (colour) => {
      const [r, g, b] = colour.match(/[\\d.]+/g).map((c) => c / 255)
        .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = light(getComputedStyle(document.body).backgroundColor);
    const contrast = (colour) => {
      const [a, b] = [light(colour), ground].sort((x, y) => y - x);
      return (a + 0.05) / (b + 0.05);
    };
    [...document.querySelectorAll('h2, h3, p, td, th, figcaption b, figcaption span, svg text')]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { color, fill } = getComputedStyle(element);
        return contrast(element.tagName === 'text' ? fill : color) < 4.5;
      })
      .map((element) => element.textContent);
  }`);
}
