/** A package whose interfaces are `.idl` files works for programs in both languages. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { temporaryDirectory } from './orrery_command.js';
import { PYTHON } from './python.js';

const FILES = {
  'src/p/package.xml': '<package format="3"><name>p</name><version>1.0.0</version></package>',
  'src/p/msg/T.idl': `module p { module msg {
    module T_Constants { const short LOW = -23; };
    struct T { char letter; wchar wide; sequence<double, 3> xs; @default (value=7) long count; };
  }; };`,
  'src/p/srv/Ask.idl': `module p { module srv {
    struct Ask_Request { p::msg::T t; };
    struct Ask_Response { boolean ok; };
  }; };`,
  'node.py': `
import rclpy
from p.msg import T
from p.srv import Ask

def ask(request, response):
    print('asked', request.t)
    response.ok = True
    return response

rclpy.init()
node = rclpy.create_node('py')
publisher = node.create_publisher(T, 't', 10)
node.create_timer(0.5, lambda: publisher.publish(T(letter='A', wide='\\u2122', xs=[T.LOW / 2])))
node.create_service(Ask, 'ask', ask)
rclpy.spin(node)
`,
  'node.cjs': `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = new rclnodejs.Node('js');
  node.createSubscription('p/msg/T', 't', ({ letter, wide, xs, count }) => console.log(letter, wide, xs[0], count));
  const client = node.createClient('p/srv/Ask', 'ask');
  const t = { letter: 66, wide: 8482, xs: [2], count: 3 };
  setTimeout(() => client.sendRequest({ t }, ({ ok }) => console.log('ok', ok)), 700);
  node.spin();
});
`,
};

it.skipIf(PYTHON === undefined)('are shared by JavaScript and Python', () => {
  const folder = temporaryDirectory();
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { stdout } = orrery(['run', 'node.py', 'node.cjs', '--until', '900ms'], { cwd: folder });
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    '65 8482 -11.5 7',
    "asked p.msg.T(letter='B', wide='™', xs=[2.0], count=3)",
    'ok true',
  ]);
});
