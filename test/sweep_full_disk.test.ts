/** A store on a disk that is full: what is reported is the disk, never a failure of the system. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { CampaignSummary } from '../src/campaigns/index.js';
import { COMMAND, temporaryDirectory } from './orrery_command.js';

const folder = temporaryDirectory();
const disk = join(folder, 'disk');
mkdirSync(disk, { recursive: true });
/** Only an administrator can mount a small disk. */
const isMounted = mount('-t', 'tmpfs', '-o', 'size=300k', 'tmpfs', disk);
afterAll(() => {
  if (isMounted) execFileSync('umount', [disk]);
});

function mount(...words: string[]): boolean {
  return spawnSync('mount', words).status === 0;
}

const SIZE = 100;
writeFileSync(
  join(folder, 'dice.cjs'),
  `const rclnodejs = require('rclnodejs');
   rclnodejs.init().then(() => {
     const node = rclnodejs.createNode('dice');
     const publisher = node.createPublisher('std_msgs/msg/Float64', 'throw');
     node.createTimer(10_000_000n, () => publisher.publish({ data: Math.random() }));
     node.spin();
   });`,
);
writeFileSync(
  join(folder, 'dice.yaml'),
  `system: [dice.cjs, --until, 1s]\nseeds: ${SIZE}\nmetrics: [max(/throw)]\nrecheck: 0\n`,
);

function orrery(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...words], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const store = ['--store', join(disk, 'store')];
const sweep = () => orrery('sweep', join(folder, 'dice.yaml'), ...store, '-j', '1', '--json');

describe.skipIf(!isMounted)('a campaign on a small disk', () => {
  it('ends with the reason, keeps what is whole, and goes on when there is room', () => {
    const full = sweep();
    expect(full.stderr).toMatch(/error ORR_(OUTPUT_UNWRITABLE|SYSTEM_REFUSED): .*ENOSPC/);
    expect(full.status).toBe(1);
    const shown = JSON.parse(orrery('sweep', 'show', ...store, '--json').stdout) as CampaignSummary;
    expect(shown.counts.done).toBeGreaterThan(0);
    expect(shown.counts.done).toBeLessThan(SIZE);
    expect(shown.failures).toEqual([]);
    expect(readdirSync(join(disk, 'store', 'temporary'))).toEqual([]);

    mount('-o', 'remount,size=50m', disk);
    const whole = JSON.parse(sweep().stdout) as CampaignSummary;
    expect(whole).toMatchObject({ counts: { done: SIZE }, failures: [], nondeterministic: [] });
  });

  it('is shown and exported when the disk can only be read, and says so when runs are to be made', () => {
    mount('-o', 'remount,ro', disk);
    expect(sweep().stderr).toMatch(/error ORR_CAMPAIGN_STORE/);
    expect(
      orrery('sweep', '--seeds', '1', ...store, '--', join(folder, 'dice.cjs')).stderr,
    ).toMatch(/error ORR_CAMPAIGN_STORE/);
    expect(orrery('sweep', 'show', ...store).status).toBe(0);
    const table = orrery('sweep', 'export', join(folder, 'table.csv'), ...store);
    expect(table).toMatchObject({ status: 0, stderr: '' });
    mount('-o', 'remount,rw', disk);
  });
});
