/** A check, a question or a metric about a field that cannot be judged is an error, and never looks like an answer. */
import { afterAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox(orrery);
afterAll(() => sandbox.remove());

sandbox.write(
  'talker.cjs',
  `const rclnodejs = require('rclnodejs');
   rclnodejs.init().then(() => {
     const node = new rclnodejs.Node('talker');
     const publisher = node.createPublisher('geometry_msgs/msg/PoseArray', 'chatter');
     node.createTimer(100_000_000n, () => publisher.publish({ poses: [{}] }));
     node.spin();
   });`,
);
sandbox.write(
  'listener.cjs',
  `const rclnodejs = require('rclnodejs');
   rclnodejs.init().then(() => {
     const node = new rclnodejs.Node('listener');
     node.createSubscription('geometry_msgs/msg/PoseArray', 'chatter', () => {});
     node.spin();
   });`,
);

describe('a check of a field', () => {
  const FORMS: readonly ((condition: string) => string)[] = [
    (condition) => `topic:/chatter: ${condition}`,
    (condition) => `eventually:/chatter: ${condition}`,
    (condition) => `eventually:/chatter: ${condition} within 10s`,
    (condition) => `progress:/chatter: ${condition} within 10s`,
    (condition) => `leads-to:/chatter: ${condition} -> /chatter within 10s`,
    (condition) => `leads-to:/chatter -> /chatter: ${condition} within 10s`,
    (condition) => `never:/chatter: ${condition}`,
    (condition) => `never:/chatter: ${condition} followed by /chatter within 1s`,
    (condition) => `never:/chatter preceded by /chatter: ${condition} within 1s`,
    (condition) => `never:/chatter: ${condition} before each /chatter at /listener`,
  ];
  const MISTAKES = [
    ['hedder.frame_id == "map"', 'ORR_FIELD_UNKNOWN', 'did you mean "header"?'],
    ['header.stamp.sec == "0"', 'ORR_FIELD_KIND', 'is a number, and "0" is a string.'],
    ['header.frame_id != 3', 'ORR_FIELD_KIND', 'is a string, and 3 is a number.'],
    ['header.stamp.sec != true', 'ORR_FIELD_KIND', 'is a number, and true is a boolean.'],
    ['header', 'ORR_FIELD_KIND', 'is a message; name one of its fields.'],
    ['poses', 'ORR_FIELD_KIND', 'is an array; compare its length or an element.'],
  ] as const;

  it.each(MISTAKES)('that is a mistake is one in every form: %s', (condition, code, said) => {
    for (const form of FORMS) {
      const words = ['run', 'talker.cjs', 'listener.cjs', '--until', '0.3s', '--no-record'];
      const { status, stderr } = sandbox.orrery([...words, '--check', form(condition)]);
      expect(stderr, form(condition)).toMatch(new RegExp(`^error ${code}: `, 'm'));
      expect(stderr).toContain(said);
      expect(status).toBe(1);
    }
  });

  it('that is none is judged: fields, texts, elements and lengths', () => {
    const checks = ['poses.length == 1', 'poses[0].position.x <= 0', 'header.frame_id == ""'].map(
      (condition) => ['--check', `topic:/chatter: ${condition}`],
    );
    const words = ['run', 'talker.cjs', '--until', '0.3s', '--no-record', ...checks.flat()];
    expect(sandbox.orrery(words)).toMatchObject({ status: 0, stderr: '' });
  });
});
