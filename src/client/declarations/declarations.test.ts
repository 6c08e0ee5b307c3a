/**
 * Compiles users' TypeScript files against the built package: correct ones compile, wrong ones do
 * not.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { TypeRegistry } from '../../interfaces/index.js';
import { declareInterfaces } from './declare_interfaces.js';

const BUILT = resolve(import.meta.dirname, '../../../dist/client');

/** The compiler's messages for a user's file next to the given declarations. */
function check(user: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-types-'));
  const builtin = new TypeRegistry({ amentPrefixPath: '' });
  mkdirSync(join(folder, 'my/my_msgs/msg'), { recursive: true });
  writeFileSync(
    join(folder, 'my/my_msgs/msg/Thing.msg'),
    'int64 BIG=5\nstring WORD=hi\nstd_msgs/Header header\nint64[] ids\n',
  );
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
const four: 4 = rclnodejs.require('action_msgs/msg/GoalStatus').STATUS_SUCCEEDED;
const big: 5n = rclnodejs.require('my_msgs/msg/Thing').BIG;
const word: 'hi' = rclnodejs.require('my_msgs/msg/Thing').WORD;

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

/** One type per line, by its name in upstream's declarations. */
const UPSTREAM = `
import * as rclnodejs from 'rclnodejs';
import rcl from 'rclnodejs';
type Same<A, B> =
  (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;
function is<A>() {
  return <B>(value: B, ..._: Same<A, B> extends true ? [] : ['another type']) => value;
}
const TEXT = 'std_msgs/msg/String';
const FIBONACCI = 'example_interfaces/action/Fibonacci';
const node: rcl.Node = rclnodejs.createNode('node', '', rclnodejs.Context.defaultContext());
const text: rcl.std_msgs.msg.String = rclnodejs.createMessageObject(TEXT);
const managed = is<rclnodejs.lifecycle.LifecycleNode>()(rclnodejs.createLifecycleNode('managed'));
is<rclnodejs.lifecycle.State>()(managed.configure(new rclnodejs.lifecycle.CallbackReturnValue()));
const onConfigure: rclnodejs.lifecycle.TransitionCallback = (previous) =>
  previous.id === 1 ? rclnodejs.lifecycle.CallbackReturnCode.SUCCESS : 98;
managed.registerOnConfigure(onConfigure);
const quiet: rclnodejs.lifecycle.LifecyclePublisher<'std_msgs/msg/String'> =
  managed.createLifecyclePublisher(TEXT, 'topic');
const profile: rclnodejs.Options<string> = { qos: rclnodejs.QoS.profileSensorData };
console.log(quiet, node.createPublisher(TEXT, 'topic', profile));
const silent: rclnodejs.lifecycle.LifecyclePublisher<rcl.std_msgs.msg.String> =
  managed.createLifecyclePublisher(TEXT, 'topic');
silent.publish(text);

is<rclnodejs.Publisher<'std_msgs/msg/String'>>()(node.createPublisher(TEXT, 'topic')).publish(text);
const Text = rclnodejs.require(TEXT);
is<rclnodejs.Publisher<typeof Text>>()(node.createPublisher(Text, 'topic')).publish(new Text());
const parts = { package: 'std_msgs', type: 'msg', name: 'String' };
const types: rclnodejs.TypeClass[] = [Text, TEXT, parts];
node.createPublisher(parts, 'topic').publish({ data: types.length });
const filter: rclnodejs.SubscriptionContentFilter = { expression: 'data = %0', parameters: [5] };
let subscription: rclnodejs.Subscription = node.createSubscription(Text, 'topic', (message) => {
  is<string>()(message.data);
});
const onRaw: rclnodejs.SubscriptionWithRawMessageCallback = (message) => message.length;
subscription = node.createSubscription(TEXT, 'topic', { contentFilter: filter, isRaw: true }, onRaw);
is<rclnodejs.SubscriptionContentFilter | undefined>()(subscription.getContentFilter());
const messages = node.createObservableSubscription(TEXT, 'topic');
is<rclnodejs.ObservableSubscription<rcl.std_msgs.msg.String>>()(messages);
rclnodejs.waitForMessage(TEXT, node, 'topic').then((message) => is<string>()(message.data));

const Add = rclnodejs.require('example_interfaces/srv/AddTwoInts');
const service: rclnodejs.Service = node.createService(Add, 'add', (request, response) => {
  response.send({ sum: is<bigint>()(request.a) + request.b });
});
service.configureIntrospection(node.getClock(), new rclnodejs.QoS(), 2);
const client = is<rclnodejs.Client<typeof Add>>()(node.createClient(Add, 'add'));
const onResponse: rclnodejs.Client.ResponseCallback<typeof Add> = ({ sum }) => is<bigint>()(sum);
client.sendRequest(new Add.Request({ a: 1n }), onResponse);

const onTimer: rclnodejs.TimerRequestCallback = (info) => info?.actualCallTime;
const timer: rclnodejs.Timer = node.createTimer(100n, onTimer, { autostart: false });
const rate: Promise<rclnodejs.Rate> = node.createRate(1);
const jump: rclnodejs.ClockCallbackObject = {
  _post_callback: ({ clock_change }) => is<rclnodejs.ClockChange>()(clock_change),
};
const logger: rclnodejs.Logging = rclnodejs.Logging.getLogger('name');
logger.setLoggerLevel(rclnodejs.Logging.LoggingSeverity.INFO);
const history: rclnodejs.QoS.HistoryPolicy =
  rclnodejs.QoS.HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_ALL;
const distro: rclnodejs.DistroUtils.DistroId = rclnodejs.DistroUtils.getDistroId('humble');

const actionClient = is<rclnodejs.ActionClient<'example_interfaces/action/Fibonacci'>>()(
  new rclnodejs.ActionClient(node, FIBONACCI, 'fibonacci'),
);
const Fibonacci = rclnodejs.require(FIBONACCI);
actionClient
  .sendGoal(new Fibonacci.Goal(), ({ sequence }) => sequence.length)
  .then(async (goal) => {
    is<rclnodejs.ClientGoalHandle<'example_interfaces/action/Fibonacci'>>()(goal);
    is<rcl.example_interfaces.action.Fibonacci_Result>()(await goal.getResult());
    return (await goal.cancelGoal()).goals_canceling.length;
  });
const decide = (goal: rclnodejs.ActionGoal<'example_interfaces/action/Fibonacci'>) =>
  goal.order > 0 ? rclnodejs.GoalResponse.ACCEPT : rclnodejs.GoalResponse.REJECT;
function execute(goal: rclnodejs.ServerGoalHandle<'example_interfaces/action/Fibonacci'>) {
  goal.publishFeedback(new Fibonacci.Feedback());
  goal.publishFeedback({ sequence: [is<number>()(goal.request.order)] });
  goal.succeed();
  return new Fibonacci.Result();
}
new rclnodejs.ActionServer(node, FIBONACCI, 'fibonacci', execute, decide).registerGoalCallback();
new rclnodejs.ActionServer(node, Fibonacci, 'fibonacci', async () => ({ sequence: [1] }));

const remote: rclnodejs.ParameterClient = node.createParameterClient('remote');
const call: rclnodejs.ParameterServiceCallOptions = { timeout: 1 };
remote.setParameter('a', 1, call).then(({ reason }: rclnodejs.ParameterSetResult) => reason);
remote.listParameters({ depth: 1 }).then(({ names }: rclnodejs.ListParametersResult) => names);
node.createParameterWatcher('remote', ['a']).on('change', (changes) => changes.length);
const beforeSet: rclnodejs.PreSetParametersCallback = (parameters) => parameters;
node.addPreSetParametersCallback(beforeSet);
is<rclnodejs.NamesAndTypesQueryResult[]>()(node.getServiceNamesAndTypesByNode('node'));
is<rclnodejs.NodeNamesQueryResultWithEnclaves[]>()(node.getNodeNamesAndNamespacesWithEnclaves());
class OwnNode extends rclnodejs.Node {
  readonly text: rclnodejs.Publisher<'std_msgs/msg/String'> = this.createPublisher(TEXT, 'text');
}
console.log(timer, rate, jump, history, distro, new OwnNode('own'));
`;

describe('declarations of interfaces', () => {
  it("know upstream's types by their names", () => {
    expect(check(UPSTREAM)).toEqual([]);
  });

  it('find wrong goals, results and feedback', () => {
    const wrong = [
      "new ActionClient(node, 'example_interfaces/action/Fibonacci', 'f').sendGoal({ order: 'x' });",
      "new ActionClient(node, 'example_interfaces/action/Fibonacci', 'f').sendGoal({}, (f) => f.x);",
      "new ActionServer(node, 'example_interfaces/action/Fibonacci', 'f', () => ({ sequence: 1 }));",
      "createMessageObject('std_msgs/msg/String').text = 'x';",
      "new (require('std_msgs/msg/String'))().data = 5;",
    ];
    const head =
      "import { ActionClient, ActionServer, createMessageObject, Node, require } from 'rclnodejs';\nconst node = new Node('typed');\n";
    expect(check(head + wrong.join('\n'))).toHaveLength(wrong.length);
  });

  it('let a user program compile with types by name', () => {
    expect(check(GOOD)).toEqual([]);
  });

  it('find wrong fields and wrong types', () => {
    const wrong = [
      "node.createPublisher('std_msgs/msg/String', 't').publish({ data: 5 });",
      "node.createPublisher('std_msgs/msg/String', 't').publish({ text: 'x' });",
      "node.createSubscription('std_msgs/msg/String', 't', (m) => m.text);",
      "node.createClient('std_srvs/srv/SetBool', 't').sendRequest({ data: 1 }, () => {});",
    ];
    const head = "import { Node } from 'rclnodejs';\nconst node = new Node('typed');\n";
    expect(check(head + wrong.join('\n'))).toHaveLength(wrong.length);
  });

  it('are the same text every time and cover every built-in interface', () => {
    const registry = new TypeRegistry({ amentPrefixPath: '' });
    const text = declareInterfaces(registry);
    expect(declareInterfaces(new TypeRegistry({ amentPrefixPath: '' }))).toBe(text);
    for (const pkg of registry.packages()) {
      for (const full of registry.interfaces(pkg)) expect(text).toContain(`'${full}': `);
    }
  });
});
