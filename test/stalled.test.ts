/** A run in which nothing is left to happen while a program waits does not count as success. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { ROOT } from './orrery_command.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox(orrery);
afterAll(() => sandbox.remove());

const NODE = `
  await rclnodejs.init();
  const node = rclnodejs.createNode('caller');
  node.spin();
  const client = node.createClient('example_interfaces/srv/AddTwoInts', 'add');`;

/** For each kind of module, a wait that never ends, and its line and column. */
const PROGRAMS: Readonly<Record<string, readonly [string, string]>> = {
  'await.mjs': ['await 1;\nconst never = new Promise(() => {});\nawait never;\n', ':3:1'],
  'imported.mjs': ["import './await.mjs';\n", 'await.mjs:3:1'],
  'await.mts': [
    'interface A { b: number }\nconst a: A = { b: 1 };\nawait new Promise<A>(() => a);\n',
    ':3:7',
  ],
  'call.mjs': [
    `import rclnodejs from 'rclnodejs';${NODE}\n\nawait client.sendRequestAsync({ a: 1n, b: 2n });\n`,
    ':7:14',
  ],
  'service.cjs': [
    `const rclnodejs = require('rclnodejs');
     (async () => {${NODE}
       await client.waitForService();
     })();`,
    ':7:21',
  ],
  // Held operations that nothing left can end.
  'compile.mjs': ['await WebAssembly.compileStreaming(new Promise(() => {}));\n', ':1:19'],
  'forsaken.mjs': [
    `import { spawn } from 'node:child_process';
     const child = spawn('sleep', ['60'], { stdio: 'ignore' });
     child.unref();
     process.on('exit', () => child.kill());
     await new Promise((resolve) => child.on('exit', resolve));\n`,
    ':5:12',
  ],
  // Its resolver is kept, but nothing is left that could call it.
  'kept.mjs': ['let resolve;\nawait new Promise((done) => {\n  resolve = done;\n});\n', ':2:7'],
  'call.py': [
    `import rclpy
from example_interfaces.srv import AddTwoInts
rclpy.init()
node = rclpy.create_node('caller')
future = node.create_client(AddTwoInts, 'add').call_async(AddTwoInts.Request())
rclpy.spin_until_future_complete(node, future)
`,
    ':6:1',
  ],
  'future.py': [
    `import rclpy
from rclpy.executors import MultiThreadedExecutor
from rclpy.task import Future
rclpy.init()
executor = MultiThreadedExecutor(2)
executor.add_node(rclpy.create_node('waiter'))
executor.spin_until_future_complete(Future())
`,
    ':7:1',
  ],
  'message.py': [
    `import rclpy
from rclpy.wait_for_message import wait_for_message
from std_msgs.msg import String
rclpy.init()
wait_for_message(String, rclpy.create_node('waiter'), '/never')
`,
    ':5:1',
  ],
  'task.py': [
    `import asyncio
import rclpy
rclpy.init()
node = rclpy.create_node('waiter')
async def wait():
    await asyncio.get_running_loop().create_future()
async def main():
    asyncio.create_task(asyncio.sleep(0))
    await asyncio.gather(wait(), asyncio.sleep(0))
asyncio.run(main())
`,
    ':9:1',
  ],
  'event.py': [
    `import asyncio
async def main():
    await asyncio.Event().wait()
asyncio.run(main())
`,
    ':3:1',
  ],
  'loop.py': [
    `import asyncio
asyncio.new_event_loop().run_forever()
`,
    ':2:1',
  ],
  'message.ts': [
    `import * as rclnodejs from 'rclnodejs';
     async function main() {${NODE}
       await rclnodejs.waitForMessage('std_msgs/msg/String', node, '/x');
     }
     void main();`,
    ':7:24',
  ],
};

beforeAll(() => {
  for (const [name, [text]] of Object.entries(PROGRAMS)) sandbox.write(name, text);
});

describe('a program that waits for something that never comes', () => {
  it.each(Object.entries(PROGRAMS))('stalls in %s', (name, [, place]) => {
    const { status, stdout, stderr } = sandbox.orrery(['run', name, '--no-record']);
    expect(stderr).toContain('error ORR_STALLED: Nothing is left to happen, but ');
    expect(stderr).toContain(`${place}\n`);
    expect(stdout).toContain('Stalled after 0.000 s');
    expect(status).toBe(13);
  });

  it('stalls also if more time was given, and among the processes of a launch', () => {
    sandbox.write('two.launch.yaml', 'launch: [{executable: {cmd: node call.mjs, name: call}}]');
    const { status, stderr } = sandbox.orrery(['launch', 'two.launch.yaml', '--until', '5s']);
    expect(stderr).toContain('service /add, which no node offers');
    expect(status).toBe(13);
  });

  it.each([
    ['at once', []],
    ['also if more time was given', ['--until', '5s']],
  ])('stalls in a callback that does not end, %s', (_when, until) => {
    sandbox.write(
      'callback.cjs',
      `const rclnodejs = require('rclnodejs');
       let resolve;
       rclnodejs.init().then(() => {
         const node = rclnodejs.createNode('caller');
         node.spin();
         const timer = node.createTimer(1_000_000n, async () => {
           timer.cancel();
           await new Promise((done) => (resolve = done));
         });
       });`,
    );
    const { status, stderr } = sandbox.orrery(['run', 'callback.cjs', '--no-record', ...until]);
    expect(stderr).toMatch(
      /ORR_STALLED: .* the callback of timer .* of \/caller has not come to its/,
    );
    expect(status).toBe(13);
  });

  it('is done in Python when what it waits for has come', () => {
    sandbox.write(
      'answered.py',
      `import rclpy
from example_interfaces.srv import AddTwoInts
rclpy.init()
node = rclpy.create_node('caller')
node.create_service(AddTwoInts, 'add', lambda _, response: response)
client = node.create_client(AddTwoInts, 'add')
for _ in range(2):
    rclpy.spin_until_future_complete(node, client.call_async(AddTwoInts.Request()))
rclpy.spin(node)
`,
    );
    const { status, stdout } = sandbox.orrery(['run', 'answered.py', '--no-record']);
    expect(stdout).toContain('Nothing left to do after 0.000 s');
    expect(status).toBe(0);
  });

  it('names the server that does not answer', () => {
    sandbox.write(
      'silent.mjs',
      `import rclnodejs from 'rclnodejs';${NODE}
       node.createService('example_interfaces/srv/AddTwoInts', 'add', () => {});
       void client.sendRequestAsync({ a: 1n, b: 2n });`,
    );
    const { status, stderr } = sandbox.orrery(['run', 'silent.mjs', '--no-record']);
    expect(stderr).toContain('/caller waits for a response of the service /add, which /caller has');
    expect(status).toBe(13);
  });

  it('fails a test with simulate()', () => {
    const door = JSON.stringify(`${ROOT}/dist/testing/index.js`);
    sandbox.write(
      'simulates.mjs',
      `import { simulate } from ${door};
       await simulate('call.mjs').catch(({ code, message }) => console.log(code, message));`,
    );
    expect(sandbox.node(['simulates.mjs']).stdout).toMatch(/^ORR_STALLED .*\n.*call\.mjs:7:14\n/);
  });

  it('finishes if it no longer waits', () => {
    sandbox.write('done.mjs', 'await new Promise((resolve) => setTimeout(resolve, 100));');
    const { status, stdout } = sandbox.orrery(['run', 'done.mjs', '--no-record']);
    expect(stdout).toContain('Nothing left to do after 0.100 s');
    expect(status).toBe(0);
  });
});
