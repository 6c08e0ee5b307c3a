/** A running simulation in the studio's page: pause, step, rate, back in time, parameters, publishing. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './free_port.js';
import { LiveProcess } from './live_process.js';
import { Sandbox } from './sandbox.js';
import { CHROMIUM, StudioBrowser } from './studio_browser.js';
import { picture } from './studio_picture.js';

const title = CHROMIUM === undefined ? 'live (skipped: there is no Chromium)' : 'live';

const ROBOT = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('robot');
  node.declareParameter(new rclnodejs.Parameter('speed', rclnodejs.ParameterType.PARAMETER_DOUBLE, 1.5));
  let n = 0;
  const ticks = node.createPublisher('std_msgs/msg/Int64', '/ticks');
  node.createTimer(10_000_000n, () => ticks.publish({ data: BigInt(n++) }));
  const told = node.createPublisher('diagnostic_msgs/msg/DiagnosticArray', '/diagnostics');
  node.createTimer(500_000_000n, () => told.publish({ status: [
    { level: 0, name: '/base/motor', message: 'turns', values: [{ key: 'rpm', value: '30' }] },
    { level: 1, name: '/base/battery', message: 'is low' },
  ] }));
  node.createSubscription('geometry_msgs/msg/Twist', '/cmd_vel', ({ linear }) => {
    console.log('heard', linear.x, 'speed', node.getParameter('speed').value);
  });
  node.spin();
});`;

describe.skipIf(CHROMIUM === undefined)(title, () => {
  const sandbox = new Sandbox();
  let browser: StudioBrowser;
  let robot: LiveProcess;
  beforeAll(async () => {
    browser = await StudioBrowser.launch();
    sandbox.write('robot.cjs', ROBOT);
  });
  afterAll(async () => {
    robot?.kill();
    // The page outlives its run.
    await browser?.close(/ERR_CONNECTION_REFUSED/);
    sandbox.remove();
  });

  const bar = (page: Page) => page.getByRole('region', { name: 'The run' });
  /** The time that the page shows, in s. */
  const time = async (page: Page) =>
    Number.parseFloat((await bar(page).locator('output').textContent())!);
  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
  };

  async function takePart(page: Page): Promise<void> {
    const press = (name: string) => page.getByRole('button', { name }).click();
    await page.getByRole('tab', { name: 'state' }).click();
    const parameter = page.getByRole('textbox', { name: '/robot.speed' });
    await parameter.fill('2.5');
    await press('Set');
    await page.getByRole('combobox', { name: 'Topic' }).selectOption('/cmd_vel');
    await page.getByRole('textbox', { name: 'Message as JSON' }).fill('{"linear":{"x":0.25}}');
    await until(async () => {
      await press('Publish');
      await new Promise((resolve) => setTimeout(resolve, 50));
      return robot.stdout.includes('heard 0.25 speed 2.5');
    });
    await page.locator('.level.warning').first().waitFor();
    await picture(page, 'studio-live');
  }

  /** Both runs are equal until the time to which the first one went back, in s, and the second can be repeated, too. */
  function expectRepeatable(back: number): void {
    const repeat = ['run', 'robot.cjs', '--bag', 'shown-2/outside.mcap', '--record', 'again'];
    expect(sandbox.orrery(repeat).stderr).not.toContain('Error');
    const diff = sandbox.orrery(['diff', 'shown-2', 'again']);
    expect(diff.stdout).toContain('The runs are the same run.');
    const parted = JSON.parse(sandbox.orrery(['diff', 'shown', 'shown-2', '--json']).stdout);
    const { a, b } = parted.first;
    expect((a ?? b).number).toBeGreaterThan((back - 0.2) * 100);
  }

  it('is shown while it runs, paused, moved forward and back, and taken part in', async () => {
    const port = await freePort();
    const words = ['orrery', 'run', 'robot.cjs', '--studio', '--serve', `foxglove:${port}`];
    robot = new LiveProcess(sandbox.folder, [...words, '--record', 'shown']);
    await until(async () => /http:\S+\//.test(robot.stderr));
    const page = await browser.open(/http:\S+/.exec(robot.stderr)![0]);
    const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
    await page.locator('canvas').waitFor();
    await bar(page).getByText('Runs').waitFor();
    // The page follows the recording.
    const callbacks = async () =>
      Number(
        /([\d,]+) callbacks/
          .exec((await page.locator('.summary').textContent())!)![1]!
          .replace(',', ''),
      );
    const before = await callbacks();
    await until(async () => (await callbacks()) > before + 20);

    await takePart(page);
    await press('Pause');
    await bar(page).getByText('Paused').waitFor();
    const stopped = await time(page);
    await press('Step');
    await until(async () => (await time(page)) > stopped + 0.05);
    expect(await time(page)).toBeLessThan(stopped + 0.2);
    await bar(page).getByRole('combobox').nth(1).selectOption('10');

    // Half way back: another run gets the same inputs until there, and stops.
    await page.getByRole('searchbox').fill(`${(stopped / 2).toFixed(1)} s`);
    await page.keyboard.press('Enter');
    await press(/^Back to/);
    await page.locator('.summary', { hasText: 'shown-2' }).waitFor();
    await bar(page).getByText('Paused').waitFor();
    await until(async () => Math.abs((await time(page)) - stopped / 2) < 0.1);
    await press('Go on');
    await until(async () => (await time(page)) > stopped + 0.5);
    expect(await robot.interrupt()).toBe(130);
    expectRepeatable(stopped / 2);
  });
});
