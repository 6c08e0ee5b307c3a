/** Launch actions that do something while the system runs. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox(orrery);

beforeAll(() => {
  sandbox.write(
    'demo/package.json',
    JSON.stringify({
      name: 'demo',
      orrery: {
        components: { 'demo::Talker': './talker.cjs' },
        executables: { managed: './managed.mjs', listen: './listen.mjs' },
      },
    }),
  );
  sandbox.write(
    'demo/talker.cjs',
    `const rclnodejs = require('rclnodejs');
     exports.Talker = class extends rclnodejs.Node {
       constructor(options) {
         super('talker', '', undefined, options);
         const publisher = this.createPublisher('std_msgs/msg/String', 'chatter');
         this.createTimer(1_000_000_000n, () => {
           publisher.publish({ data: this.name() });
           console.log(this.getFullyQualifiedName(), Number(this.now().nanoseconds) / 1e9);
         });
       }
     };`,
  );
  sandbox.write(
    'demo/managed.mjs',
    `import rclnodejs from 'rclnodejs';
     await rclnodejs.init();
     const node = rclnodejs.createLifecycleNode('managed');
     const { SUCCESS } = rclnodejs.lifecycle.CallbackReturnCode;
     const say = (word) => () => {
       console.log(node.getFullyQualifiedName(), word, Number(node.now().nanoseconds) / 1e9);
       return SUCCESS;
     };
     node.registerOnConfigure(say('configure'));
     node.registerOnActivate(say('activate'));
     node.spin();`,
  );
  sandbox.write(
    'demo/listen.mjs',
    `import rclnodejs from 'rclnodejs';
     await rclnodejs.init();
     const node = new rclnodejs.Node('listener');
     node.createSubscription('std_msgs/msg/String', '/chatter', ({ data }) => console.log('heard', data));
     node.createTimer(10_000_000_000n, () => {});
     node.spin();`,
  );
});
afterAll(() => sandbox.remove());

const SYSTEM = `
<launch>
  <load_composable_node target="/box">
    <composable_node pkg="demo" plugin="demo::Talker" name="b" namespace="ns">
      <remap from="chatter" to="other"/>
    </composable_node>
  </load_composable_node>
  <node_container pkg="rclcpp_components" exec="component_container" name="box" namespace="">
    <composable_node pkg="demo" plugin="demo::Talker" name="a"/>
  </node_container>
  <timer period="1.5">
    <load_composable_node target="/box">
      <composable_node pkg="demo" plugin="demo::Talker" name="c"/>
    </load_composable_node>
  </timer>
  <lifecycle_node pkg="demo" exec="managed" name="first" namespace="" autostart="true"/>
  <lifecycle_node pkg="demo" exec="managed" name="second" namespace=""/>
  <on_state_transition target="first" goal_state="active">
    <log message="first is active"/>
    <lifecycle_transition target="second" transition="configure"/>
  </on_state_transition>
  <on_state_transition target="second" start_state="configuring" goal_state="inactive">
    <timer period="0.5"><lifecycle_transition target="second" transition="activate"/></timer>
  </on_state_transition>
  <timer period="3"><shutdown reason="enough"/></timer>
</launch>`;

it('loads components into running containers and reacts to lifecycle states', () => {
  sandbox.write('a.launch.xml', SYSTEM);
  const args = ['--packages', 'demo', '--until', '9s', '--record', 'recorded'];
  const { lines, stderr, status } = sandbox.orrery(['launch', 'a.launch.xml', ...args]);
  expect(stderr).toBe('[INFO] [launch]: first is active\n');
  expect(lines.slice(0, 4)).toEqual([
    '/first configure 0',
    '/first activate 0',
    '/second configure 0',
    '/second activate 0.5',
  ]);
  const ticks = lines.filter((line) => /^\/(ns\/)?[abc] [\d.]+$/.test(line)).sort();
  expect(ticks).toEqual([
    ...['/a 1', '/a 2', '/a 3', '/c 2.5'],
    ...['/ns/b 1', '/ns/b 2', '/ns/b 3'],
  ]);
  expect(lines.find((line) => line.startsWith('Shut down (enough)'))).toContain('after 3.000 s');
  expect(status).toBe(0);
});

it('ends when all bags have been played, although nodes would continue', () => {
  sandbox.write('b.launch.yaml', 'launch: [{node: {pkg: demo, exec: listen}}]');
  const bag = ['--bag', 'recorded/recording.mcap', '--until-played', '--no-record'];
  const args = ['launch', 'b.launch.yaml', '--packages', 'demo', ...bag];
  const { lines, status } = sandbox.orrery([...args, '--exit-code-by-end']);
  expect(lines.filter((line) => line.startsWith('heard')).sort()).toEqual([
    ...['heard a', 'heard a', 'heard a', 'heard c'],
  ]);
  expect(lines.at(-2)).toContain('All bags played after ');
  expect(status).toBe(14);
});
