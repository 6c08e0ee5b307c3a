/** The studio's 3D panel in a real browser, with one message of each type that has a position. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orrery, temporaryDirectory } from './orrery_command.js';
import { ROOT } from './project.js';
import { COLOURS_SEEN, SLOWLY } from './scene_colours.js';
import { CHROMIUM, StudioBrowser } from './studio_browser.js';
import { picture } from './studio_picture.js';

/** Software rendering is faster for a small picture; pictures for the documents are larger. */
const SIZE: [number, number] = process.env.STUDIO_PICTURES === undefined ? [900, 560] : [1360, 850];
const title = CHROMIUM === undefined ? '3D (skipped: there is no Chromium)' : 'the 3D panel';

describe.skipIf(CHROMIUM === undefined)(title, () => {
  const work = temporaryDirectory();
  let browser: StudioBrowser;
  let page: Page;
  const canvas = () => page.locator('.drawn-space canvas');

  beforeAll(async () => {
    const program = join(ROOT, 'test/programs/places.cjs');
    orrery(['run', program, '--until', '1s', '--record', join(work, 'run')]);
    browser = await StudioBrowser.launch();
    page = await browser.openRuns(join(work, 'page.html'), [join(work, 'run')], ...SIZE);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(work, { recursive: true, force: true });
  });

  it('draws frames, sensors, maps, robots and markers in their places, and names what it cannot draw', async () => {
    expect(await page.evaluate('globalThis.orreryScene')).toBeUndefined();
    await page.getByRole('tab', { name: '3D', exact: true }).click();
    await drawn(page);
    const names = await page.locator('.labels .frame').allTextContents();
    const evil = '<img src=x onerror="window.harm=1">';
    expect(names.sort()).toEqual([evil, 'base_link', 'laser', 'map']);
    expect(await page.locator('.labels .words').allTextContents()).toEqual([evil]);
    expect(await page.getByLabel('Fixed frame').inputValue()).toBe('map');
    const told = (await page.locator('.problems p').allTextContents()).join('\n');
    expect(told).toContain('The mesh package://x/y.stl is not shown');
    expect(told).toContain('The mesh package://robot/arm.dae is not shown');
    expect(told).toContain('Not joined at this time: elsewhere, island');
    // Blue from the robot, red from markers, yellow from the cloud.
    await page.getByRole('button', { name: 'From above' }).click();
    await drawn(page);
    const seen = await colours(page);
    expect(seen.blue).toBeGreaterThan(20);
    expect(seen.red).toBeGreaterThan(200);
    expect(seen.yellow).toBeGreaterThan(200);
    await page.getByLabel('/points').uncheck();
    await page.waitForFunction(`${COLOURS_SEEN}.yellow < ${seen.yellow / 3}`, undefined, SLOWLY);
    expect(await page.evaluate('window.harm')).toBeUndefined();
  });

  it('follows the cursor and the fixed frame, is turned by keys, and shows cameras', async () => {
    await page.getByLabel('/points').check();
    const before = await labelAt(page, 'base_link');
    await page.getByRole('slider', { name: 'Time' }).fill('300000000');
    await page.waitForFunction(
      `(${labelPlace})('base_link') !== ${JSON.stringify(before)}`,
      undefined,
      { timeout: 170_000 },
    );
    await page.getByLabel('Fixed frame').selectOption('island');
    await page.locator('.problem', { hasText: 'Nothing joins its frame "map"' }).first().waitFor();
    await page.getByLabel('Fixed frame').selectOption('map');
    await page
      .locator('.problem', { hasText: 'Nothing joins' })
      .first()
      .waitFor({ state: 'detached' });
    const turned = await labelAt(page, 'map');
    await canvas().press('ArrowLeft');
    await canvas().press('ArrowDown');
    await page.waitForFunction(`(${labelPlace})('map') !== ${JSON.stringify(turned)}`);
    await page.locator('.pictures figure[data-shown=true]').waitFor();
    expect(await page.locator('.pictures figcaption').textContent()).toContain('64 × 48');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(
      `document.querySelector('input[type=range]').valueAsNumber > 310000000`,
    );
    await page.getByRole('button', { name: 'Show all' }).click();
    await picture(page, 'studio-3d');
  });
  it('plots numbers derived from fields and frames, with units, and differences of fields', async () => {
    await page.getByRole('tab', { name: 'plots', exact: true }).click();
    const plot = async (choices: Readonly<Record<string, string>>) => {
      for (const [name, value] of Object.entries(choices)) {
        const list = page.getByLabel(name, { exact: true });
        await list.locator(`option:text-is("${value}")`).waitFor({ state: 'attached' });
        await list.selectOption(value);
      }
      await page.getByRole('button', { name: 'Add' }).click();
    };
    await plot({ Topic: '/odom', Field: 'norm(twist.twist.linear)' });
    await plot({ Topic: 'tf', Frame: 'laser', in: 'map', Field: 'norm' });
    await plot({ Topic: '/odom', Field: 'pose.pose.position.x', 'Plot its': 'derivative' });
    await plot({ 'Plot its': 'value', less: '/odom pose.pose.position.x' });
    await page.locator('figure[data-ready=true]').nth(3).waitFor();
    const captions = await page.locator('figcaption').allTextContents();
    expect(captions.map((each) => each.trim())).toEqual([
      '/odom norm(twist.twist.linear) [m/s]',
      'tf norm [m]',
      '/odom derivative of pose.pose.position.x [m/s]',
      '/odom pose.pose.position.x less /odom pose.pose.position.x [m]',
    ]);
    const column = page.locator('table.figures td:nth-child(4)');
    // A figure is ready before its row in the table is.
    await column.nth(3).waitFor();
    const means = await column.allTextContents();
    // The laser is 0.2 m ahead of and 0.3 m above a robot that drives on a circle of 2 m.
    const distance = Math.hypot(2, 0.2, 0.3);
    expect([means[0], means[3]]).toEqual(['1', '0']);
    expect(Number(means[1])).toBeCloseTo(distance, 4);
    expect(await page.locator('.one-plot .note').first().textContent()).toBe('in the frame map');
  });
});

/** Waits until two more pictures were drawn, the second of them with all points. */
async function drawn(page: Page): Promise<void> {
  await page.locator('.drawn-space canvas[data-drawn]').waitFor();
  await page.waitForFunction(
    `Number(document.querySelector('.drawn-space canvas').dataset.frames) > 1 &&
     document.querySelectorAll('.labels span').length > 0`,
  );
}

/** The source of a function for the page that finds the position of a label. */
const labelPlace = `(text) => [...document.querySelectorAll('.labels span')]
  .find((each) => each.textContent === text)?.style.transform`;

function labelAt(page: Page, text: string): Promise<string | undefined> {
  return page.evaluate(`(${labelPlace})(${JSON.stringify(text)})`);
}

function colours(page: Page): Promise<{ blue: number; red: number; yellow: number }> {
  return page.evaluate(COLOURS_SEEN);
}
