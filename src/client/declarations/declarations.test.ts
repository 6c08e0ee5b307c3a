/** A user's TypeScript file against the built package: what must compile does, what must not does not. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { TypeRegistry } from '../../interfaces/index.js';
import { declareInterfaces } from './declare_interfaces.js';

const BUILT = resolve(import.meta.dirname, '../../../dist/client');

/** What the compiler says of a user's file beside the given declarations. */
function check(user: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-types-'));
  const builtin = new TypeRegistry({ amentPrefixPath: '' });
  mkdirSync(join(folder, 'my/my_msgs/msg'), { recursive: true });
  writeFileSync(join(folder, 'my/my_msgs/msg/Thing.msg'), 'std_msgs/Header header\nint64[] ids\n');
  const own = new TypeRegistry({ directories: [join(folder, 'my')], amentPrefixPath: '' });
  writeFileSync(
    join(folder, 'builtin.d.ts'),
    declareInterfaces(builtin, { module: `${BUILT}/declarations/type_maps.js` }),
  );
  writeFileSync(
    join(folder, 'rclnodejs.d.ts'),
    `export * from '${BUILT}/rclnodejs.js'; export { default } from '${BUILT}/rclnodejs.js'; export type * from './builtin.js';`,
  );
  writeFileSync(join(folder, 'my.d.ts'), declareInterfaces(own, { packages: ['my_msgs'] }));
  const file = join(folder, 'user.ts');
  writeFileSync(file, user);
  const program = ts.createProgram(
    ['my.d.ts', 'user.ts'].map((name) => join(folder, name)),
    {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts'],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      typeRoots: [resolve(BUILT, '../../node_modules/@types')],
      types: ['node'],
      paths: { rclnodejs: [join(folder, 'rclnodejs.d.ts')] },
    },
  );
  return ts
    .getPreEmitDiagnostics(program)
    .filter(({ file: at }) => at === undefined || at.fileName.startsWith(folder))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

const GOOD = `
import rclnodejs, { Node, type std_msgs, type MessagesMap } from 'rclnodejs';
import type { my_msgs } from './my.js';
const node: Node = new rclnodejs.Node('typed');
const publisher = node.createPublisher('std_msgs/msg/String', 'chatter');
publisher.publish({ data: 'x' });
publisher.publish('x');
node.createSubscription('std_msgs/msg/Header', 'h', (m) => m.stamp.sec.toFixed() + m.frame_id);
node.createSubscription('std_msgs/msg/String', 'h', { isRaw: true }, (m: Buffer) => m.length);
node.createPublisher('my_msgs/msg/Thing', 'thing').publish({ ids: [1, 2n] });
node.createSubscription('my_msgs/msg/Thing', 'thing', (m) => {
  const header: std_msgs.msg.Header = m.header;
  const id: bigint | undefined = m.ids[0];
  const thing: my_msgs.msg.Thing = m;
  return [header, id, thing];
});
const client = node.createClient('example_interfaces/srv/AddTwoInts', 'add');
client.sendRequest({ a: 1, b: 2n }, (response) => response.sum + 1n);
client.sendRequestAsync({ a: 1n }).then((response) => response.sum + 1n);
node.createService('std_srvs/srv/SetBool', 's', (request, response) => {
  const on: boolean = request.data;
  response.send({ success: on });
});
node.destroyPublisher(publisher);
let name: string = 'a/msg/B';
node.createPublisher(name, 'x').publish({ anything: 1 });
node.createSubscription(name, 'x', (message: unknown) => message);
const header: MessagesMap['std_msgs/msg/Header'] = { stamp: { sec: 1, nanosec: 2 }, frame_id: '' };
console.log(header);
`;

describe('declarations of interfaces', () => {
  it('let a user program compile with types by name', () => {
    expect(check(GOOD)).toEqual([]);
  }, 60_000);

  it('find wrong fields and wrong types', () => {
    const wrong = [
      "node.createPublisher('std_msgs/msg/String', 't').publish({ data: 5 });",
      "node.createPublisher('std_msgs/msg/String', 't').publish({ text: 'x' });",
      "node.createSubscription('std_msgs/msg/String', 't', (m) => m.text);",
      "node.createClient('std_srvs/srv/SetBool', 't').sendRequest({ data: 1 }, () => {});",
    ];
    const head = "import { Node } from 'rclnodejs';\nconst node = new Node('typed');\n";
    expect(check(head + wrong.join('\n'))).toHaveLength(wrong.length);
  }, 60_000);

  it('are the same text every time and cover every built-in interface', () => {
    const registry = new TypeRegistry({ amentPrefixPath: '' });
    const text = declareInterfaces(registry);
    expect(declareInterfaces(new TypeRegistry({ amentPrefixPath: '' }))).toBe(text);
    for (const pkg of registry.packages()) {
      for (const full of registry.interfaces(pkg)) expect(text).toContain(`'${full}': `);
    }
  });
});
