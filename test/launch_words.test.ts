/** What a command line gives beside a launch file wins over the file, or is refused; it is never forgotten. */
import { afterAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox(orrery);
afterAll(() => sandbox.remove());

sandbox.write(
  'gain.cjs',
  `const rclnodejs = require('rclnodejs');
   rclnodejs.init().then(() => {
     const node = rclnodejs.createNode('controller');
     node.declareParameter(new rclnodejs.Parameter('gain', rclnodejs.ParameterType.PARAMETER_DOUBLE, 1));
     const publisher = node.createPublisher('std_msgs/msg/Float64', 'gain');
     node.createTimer(100_000_000n, () => publisher.publish({ data: node.getParameter('gain').value }));
     console.log('gain', node.getParameter('gain').value);
     node.spin();
   });`,
);
sandbox.write(
  'gain.yaml',
  '/**: {ros__parameters: {other: 1}}\ncontroller: {ros__parameters: {gain: 2.5}}\n',
);
sandbox.write('all.yaml', '/**: {ros__parameters: {gain: 7.5}}\n');
/** The parameter is given in each way in which a launch file can give it. */
const GIVEN = {
  file: '{from: gain.yaml}',
  value: '{name: gain, value: 2.5}',
};
for (const [name, param] of Object.entries(GIVEN)) {
  sandbox.write(`${name}.launch.yaml`, `launch:\n- node: {exec: gain.cjs, param: [${param}]}\n`);
}
const files = Object.keys(GIVEN).map((name) => `${name}.launch.yaml`);
const ends = ['--until', '0.2s'];

describe('a parameter on the command line', () => {
  const ways = [
    ['launch', '-p', 'controller:gain:=7.5'],
    ['launch', '-p', 'gain:=7.5'],
    ['run', '-p', 'controller:gain:=7.5'],
    ['doctor', '-p', 'controller:gain:=7.5'],
    ['launch', '--ros-args', '-p', 'controller:gain:=7.5'],
    ['launch', '--ros-args', '--params-file', 'all.yaml'],
  ];

  it.each(ways)('wins over a launch file: orrery %s … %s %s %s', (command, ...words) => {
    for (const file of files) {
      const kept = command === 'doctor' ? [] : ['--no-record'];
      const { stdout, stderr } = sandbox.orrery([command!, file, ...ends, ...kept, ...words]);
      expect(`${stdout}${stderr}`).toContain('gain 7.5');
      expect(stdout).not.toContain('gain 2.5');
    }
  });

  it('holds in a search', () => {
    const check = ['--check', 'topic:/gain: data > 7', '--runs', '1', '-j', '1'];
    const given = ['explore', files[0]!, ...ends, ...check, '-p', 'controller:gain:=7.5'];
    expect(sandbox.orrery(given).stdout).toContain('No run fails.');
  });

  it('is an axis of a campaign, and a variant in a comparison', () => {
    const axis = ['--vary', 'controller:gain=2.5,7.5', '--seeds', '1', '-j', '1'];
    const [low, high] = [2.5, 7.5].map((gain) => ['--variant', `-p controller:gain:=${gain}`]);
    for (const file of files) {
      const system = [file, ...ends];
      const table = ['--metric', 'max(/gain: data)'];
      const swept = sandbox.orrery([
        'sweep',
        ...axis,
        ...table,
        '--store',
        file.slice(0, 4),
        '--',
        ...system,
      ]);
      const compared = sandbox.orrery(['compare', ...low!, ...high!, ...table, ...system]);
      for (const { stdout, stderr } of [swept, compared]) {
        expect(stdout, stderr).toMatch(/2\.5 .*2\.5\n.*7\.5 .*7\.5\n/);
      }
    }
  });
});

describe('a campaign of a launch file', () => {
  it('says once what it leaves out, and where the options of the system belong', () => {
    const viewer = '- node: {pkg: rviz2, exec: rviz2}';
    sandbox.write('viewed.launch.yaml', `launch:\n- node: {exec: gain.cjs}\n${viewer}\n`);
    const campaign = ['sweep', '--vary', 'gain=1.0,2.0', '--seeds', '2', '-j', '1'];
    // Another command of the same process says it, too.
    for (const store of ['one', 'other']) {
      const words = [...campaign, '--store', store, '--', 'viewed.launch.yaml', ...ends];
      const swept = sandbox.orrery(words);
      expect(swept.stdout).toContain('4 of 4 runs');
      expect(swept.stderr.match(/rviz2\/rviz2 is left out/g)).toHaveLength(1);
    }
    const misplaced = sandbox.orrery([...campaign, ...ends, '--', 'viewed.launch.yaml']);
    expect(misplaced.stderr).toMatch(
      /unknown option '--until'\nA system and its options follow --/,
    );
  });
});

describe('what a launch file cannot take', () => {
  it.each([
    ['run', 'file.launch.yaml', 'gain.cjs'],
    ['run', 'file.launch.yaml', '--', 'gain.cjs'],
    ['doctor', 'file.launch.yaml', 'gain.cjs'],
    ['verify', 'file.launch.yaml', '--', 'gain.cjs'],
    ['run', 'file.launch.yaml', '--component', 'gain.cjs', 'gain.cjs'],
    ['doctor', 'file.launch.yaml', '--component', 'gain.cjs', 'gain.cjs'],
  ])('is refused: orrery %s %s %s %s', (...words) => {
    const { stderr, status } = sandbox.orrery([...words, ...(words.includes('--') ? [] : ends)]);
    expect(stderr).toMatch(/^error ORR_LAUNCH_ARGUMENT: "gain\.cjs" /m);
    expect(status).toBe(1);
  });
});
