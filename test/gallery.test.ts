/**
 * The systems of the gallery run twice with the same known digest, and fulfil their purpose.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type * as Testing from '../src/testing/index.js';
import { ROOT } from './project.js';
import { CHROMIUM, StudioBrowser } from './studio_browser.js';
import { picture } from './studio_picture.js';

// Runs use threads of the built package.
const { simulate, orreryMatchers } = (await import(
  new URL('dist/testing/index.js', `file://${ROOT}`).href
)) as typeof Testing;

const EXAMPLES = `${ROOT}examples/`;

/** Runs a system twice; both runs must have the known digest. */
async function runTwice(file: string, options: Testing.SimulateOptions, digest: string) {
  const all = { packages: [EXAMPLES], ...options };
  const run = await simulate(EXAMPLES + file, all);
  const again = await simulate(EXAMPLES + file, all);
  expectPass(orreryMatchers.toHaveDigest(again, run));
  expectPass(orreryMatchers.toHaveDigest(run, digest));
  return run;
}

function expectPass({ pass, message }: { pass: boolean; message: () => string }): void {
  expect(pass, message()).toBe(true);
}

describe('the gallery', () => {
  it('drives a robot around a pillar to its goal', async () => {
    const run = await runTwice(
      'diff_drive_robot/robot.launch.yaml',
      { until: '60s', untilTopic: '/arrived: data' },
      'f33fc35f2e694830',
    );
    expect(run.end).toBe('condition');
    expectPass(orreryMatchers.toHaveRate(run.topic('/odom'), 50));
    expectPass(orreryMatchers.toHaveRate(run.topic('/scan_filtered'), 10));
    expectPass(orreryMatchers.toHaveLatency(run.topic('/scan_filtered'), { max: 0 }));
    const at = { tolerance: 0.25 };
    const odometry = run.topic('/odom');
    expectPass(orreryMatchers.toHaveFieldValue(odometry, 'pose.pose.position.x', 3, at));
    expectPass(orreryMatchers.toHaveFieldValue(odometry, 'pose.pose.position.y', 1, at));
  });

  it('ends after the last key of the teleoperation', async () => {
    const run = await runTwice(
      'diff_drive_robot/robot.launch.yaml',
      { args: { steering: 'teleop' } },
      'a45e748c6590258b',
    );
    expect(run.end).toBe('exit');
    expect(run.outcome.endDetail).toBe('teleop ended with exit code 0');
    expectPass(orreryMatchers.toHaveMessageCount(run.topic('/cmd_vel'), 14));
  });

  it('brings managed nodes up, and shuts the others down when one is lost', async () => {
    const run = await runTwice(
      'managed_stack/stack.launch.xml',
      { until: '20s' },
      '61a5e58bb8540ee0',
    );
    expectPass(orreryMatchers.toHaveMessageCount(run.topic('/brightness'), 200));
    expect(run.topic('/detections').count).toBeGreaterThan(0);
    const lost = await runTwice(
      'managed_stack/stack.launch.xml',
      { until: '20s', args: { crash_after: '5.0' } },
      'e34b1906a96e41f2',
    );
    expect(lost.outcome.warnings).toEqual([
      'The process "camera" ended at 5.000 s of virtual time with exit code 1.',
      '/lifecycle_manager: /camera has not answered for 4 s: it is lost, and all other nodes are brought down.',
    ]);
    const states = lost.topic('/detector/transition_event').values('goal_state.label');
    expect(states.at(-1)).toBe('unconfigured');
  });

  it('keeps three robots separate by their namespaces', async () => {
    const run = await runTwice('robot_team/team.launch.yaml', { until: '10s' }, '02be5088924f4afc');
    for (const robot of ['robot1', 'robot2', 'robot3']) {
      expectPass(orreryMatchers.toHaveRate(run.topic(`/${robot}/odom`), 50));
    }
    expectPass(orreryMatchers.toHaveMessageCount(run.topic('/fleet/closest_distance'), 20));
  });
});

describe('the demo', () => {
  it('prints what the README shows', () => {
    const shown = readFileSync(join(ROOT, 'README.md'), 'utf8').match(
      /^\$ npm run demo\n[\s\S]*?```/m,
    )![0];
    const { stdout } = spawnSync(process.execPath, [join(ROOT, 'scripts/demo.mjs')], {
      encoding: 'utf8',
      env: { ...process.env, ORRERY_SHARED: join(ROOT, 'no such folder') },
    });
    const digests = (text: string) => text.match(/\b[0-9a-f]{16}\b/g)!;
    expect(new Set(digests(stdout))).toContain(digests(shown).at(-1));
    expect(stdout).toContain(shown.match(/^Both runs have.*/m)![0]);
    for (const line of shown.match(/^\d+ s: .*/gm)!) expect(stdout).toContain(line);
  });

  it.skipIf(CHROMIUM === undefined)(
    'ends with a page that says where the runs differ first',
    async () => {
      const browser = await StudioBrowser.launch();
      const page = await browser.open(`file://${ROOT}runs/demo/where-they-part.html`, 1280, 1060);
      await page.getByText('They part at 0.033333333 s.').waitFor();
      await page.getByText('data: 10 s: 2.48 m, at most 0.26 m/s and 10 s: 2.47 m').waitFor();
      await picture(page, 'studio-two-runs');
      await browser.close();
    },
  );
});
