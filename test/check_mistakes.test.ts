/** A check that no run can answer is a mistake of its user: it ends a campaign or search, and is no failure of runs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { temporaryDirectory } from './orrery_command.js';

const folder = temporaryDirectory();
writeFileSync(
  join(folder, 'dice.cjs'),
  `const rclnodejs = require('rclnodejs');
   rclnodejs.init().then(() => {
     const node = rclnodejs.createNode('dice');
     const publisher = node.createPublisher('std_msgs/msg/Float64', 'throw');
     node.createTimer(100_000_000n, () => publisher.publish({ data: Math.random() }));
     node.spin();
   });`,
);

const COMMANDS = {
  sweep: (check: string) => [
    ...['sweep', '--seeds', '3', '-j', '1', '--check', check, '--store', join(folder, 'sweeps')],
    ...['--', join(folder, 'dice.cjs'), '--until', '0.3s'],
  ],
  explore: (check: string) => [
    ...['explore', join(folder, 'dice.cjs'), '--until', '0.3s', '--runs', '5', '-j', '1'],
    ...['--check', check],
  ],
};

/** Conditions of one kind of mistake, each as a check of every kind that has conditions. */
const checksOn = (condition: string, topic = condition.slice(0, condition.indexOf(':'))) => [
  `topic:${condition}`,
  `eventually:${condition}`,
  `leads-to:${condition} -> /throw within 50ms`,
  `leads-to:/throw -> ${condition} within 50ms`,
  `never:${condition} followed by /throw within 50ms`,
  `never:/throw followed by ${condition} within 50ms`,
  `progress:${topic} within 50ms`,
];

const MISTAKES: Readonly<Record<string, readonly string[]>> = {
  'no such field': checksOn('/throw: dat < 2').slice(0, -1),
  'a text beside a number': checksOn('/throw: data == "a"').slice(0, -1),
  'no such topic': checksOn('/thrown: data < 2'),
};

describe.each(Object.entries(COMMANDS))('%s', (_, words) => {
  it.each(
    Object.entries(MISTAKES).flatMap(([mistake, checks]) =>
      checks.map((check) => ({ mistake, check })),
    ),
  )('ends with $mistake: $check', ({ check }) => {
    const { status, stdout, stderr } = orrery(words(check));
    expect(stderr).toMatch(/error ORR_(FIELD_UNKNOWN|FIELD_KIND|EXPLORE_CHECK)/);
    expect(stdout).toBe('');
    expect(status).toBe(1);
  });
});
