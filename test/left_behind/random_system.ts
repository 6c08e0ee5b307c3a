/** Small random systems, composed of what programs do with ROS 2, time, modules, sockets and files. */
import fc from 'fast-check';

/** A system: its program, a module that it loads, and its models. */
export interface RandomSystem {
  readonly program: string;
  readonly models: string;
}

const ms = (least: number, most: number) => fc.integer({ min: least, max: most });
const topic = fc.constantFrom('a', 'b', 'c');

/** Expressions in a callback whose values could differ. */
const VALUES = [
  'Math.random()',
  'Date.now()',
  'String(process.hrtime.bigint())',
  'performance.now()',
  "require('crypto').randomUUID()",
  'shared.next()',
  'shared.seen',
  'own++',
  '(globalThis.kept = (globalThis.kept ?? 0) + 1)',
  '(Array.prototype.kept = (Array.prototype.kept ?? 0) + 1)',
  "(/a(.)/.test('ab'), RegExp.$1)",
  "/x/g.exec('axbx').index",
  'pattern.test("xx") + ":" + pattern.lastIndex',
  'new Error("here").stack.split("\\n").length',
  'Object.keys(require.cache).length',
  'require("util").inspect({ a: [1, { b: new Map([[1, 2]]) }] })',
  'new Intl.DateTimeFormat("en-GB", { timeStyle: "long" }).format(Date.now())',
  '[3, 1, 2].sort().join() + [1, , 3].map((x) => x * -1).join()',
  'Math.sin(own) + Math.pow(own, 0.3) + own * NaN',
  'process.memoryUsage().rss + process.uptime()',
  'process.listenerCount("warning")',
  'require("events").defaultMaxListeners',
  'new (require("stream").Readable)().readableHighWaterMark',
  'Buffer.allocUnsafe(8).toString("hex")',
  'require("async_hooks").executionAsyncId() > 0',
  'String(new (require("async_hooks").AsyncLocalStorage)().getStore())',
  'performance.getEntries().length',
  'process.pid + process.title + process.argv.length',
  'Symbol.for("kept").toString()',
  'new WeakRef(shared).deref() === shared',
  'require("os").hostname() + require("os").uptime()',
] as const;

/** Statements that start something that ends later and reports it. */
const OPERATIONS = [
  (say: string) => `setTimeout(() => ${say}('timeout'), 3)`,
  (say: string) => `setImmediate(() => ${say}('immediate'))`,
  (say: string) => `queueMicrotask(() => ${say}('microtask'))`,
  (say: string) => `process.nextTick(() => ${say}('tick'))`,
  (say: string) => `require('timers/promises').setTimeout(2, 'slept').then(${say})`,
  (say: string) => `fs.readFile(__filename, 'utf8', (_, text) => ${say}(text.length))`,
  (say: string) => `fs.promises.stat(__filename).then(({ size }) => ${say}(size))`,
  (say: string) => `require('zlib').gzip('text', (_, packed) => ${say}(packed.length))`,
  (say: string) =>
    `require('crypto').pbkdf2('a', 'b', 9, 8, 'sha1', (_, key) => ${say}(key.toString('hex')))`,
  (say: string) =>
    `require('dns').lookup('localhost', (error, address) => ${say}(error?.code ?? address))`,
  (say: string) =>
    `fetch('http://localhost:' + port + '/f').then((r) => r.text()).then(${say}, (e) => ${say}(String(e.cause ?? e)))`,
  (say: string) =>
    `http.get({ port, path: '/g', agent }, (r) => { r.resume().on('end', () => ${say}('got ' + r.req.reusedSocket)) }).on('error', (e) => ${say}(e.code))`,
  (say: string) => `ask(${say})`,
  (say: string) => `datagram(${say})`,
  (say: string) => `import('./module.mjs').then(({ count }) => ${say}('imported ' + count()))`,
] as const;

/** What is left behind when the run has ended. */
const LEFT = [
  'process.on("warning", () => {})',
  'require("events").defaultMaxListeners = own + 20',
  'process.env.KEPT = "kept"',
  'require("fs").kept = 1',
  'require("util").inspect.defaultOptions.depth = 0',
  'require("stream").setDefaultHighWaterMark(false, 10)',
  'performance.mark("kept")',
  'setInterval(() => {}, 1000)',
  'Error.stackTraceLimit = 3',
  'console.log = () => {}',
  'require("http").globalAgent.maxSockets = 1',
  'process.exitCode = 3',
  'rclnodejs.Node.prototype.kept = 1',
  'shared.kept = new Array(1000).fill(pattern)',
  'require("async_hooks").createHook({ init() {} }).enable()',
  'new (require("async_hooks").AsyncLocalStorage)().enterWith("kept")',
  'Promise.reject(new Error("kept")).catch(() => {})',
  'require("vm").runInThisContext("let keptByScript = 1")',
  '""',
  '""',
  '""',
  '""',
] as const;

const value = fc.constantFrom(...VALUES);
const operation = fc.option(fc.constantFrom(...OPERATIONS));

const node = fc.record({
  period: ms(5, 60),
  publishes: topic,
  says: fc.array(value, { minLength: 1, maxLength: 3 }),
  begins: operation,
  hears: fc.uniqueArray(topic, { maxLength: 2 }),
  answers: operation,
  calls: fc.boolean(),
  isAsync: fc.boolean(),
});

const plan = fc.record({
  nodes: fc.array(node, { minLength: 1, maxLength: 3 }),
  left: fc.uniqueArray(fc.constantFrom(...LEFT), { minLength: 1, maxLength: 3 }),
  policy: fc.constantFrom('single', 'static', 'events', 'multi:2', 'priority', undefined),
  isBlocking: fc.boolean(),
  time: fc.option(ms(0, 4)),
  delay: fc.option(ms(0, 9)),
  loss: fc.option(fc.constantFrom(0.1, 0.5)),
  fault: fc.option(fc.constantFrom('crash', 'freeze', 'slow')),
});

type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;
type NodePlan = Plan['nodes'][number];

const HEAD = `const rclnodejs = require('rclnodejs');
const [fs, http, net, dgram] = ['fs', 'http', 'net', 'dgram'].map((name) => require(name));
const shared = require('./shared.cjs');
const pattern = /x/g;
const agent = new http.Agent({ keepAlive: true });
let own = 0;
const port = 8100;
http.createServer((request, answer) => answer.end('page ' + own)).listen(port);
net.createServer((socket) => socket.on('data', (data) => socket.end('echo ' + data))).listen(8101);
const ask = (say) => net.connect(8101, function () { this.write('x' + own); }).on('data', (data) => say(String(data)));
const server = dgram.createSocket('udp4').on('message', (data, { port, address }) => server.send('re ' + data, port, address)).bind(8102);
const datagram = (say) => {
  const client = dgram.createSocket('udp4').on('message', (data) => { say(String(data)); client.close(); });
  client.send('y' + own, 8102, 'localhost');
};
`;

function nodeText(each: NodePlan, i: number): string {
  const say = `say${i}`;
  const begins = each.begins?.(say) ?? "''";
  const waits = each.isAsync ? "await require('timers/promises').setTimeout(1);" : '';
  return `
  const node${i} = rclnodejs.createNode('n${i}');
  const publisher${i} = node${i}.createPublisher('std_msgs/msg/String', '${each.publishes}');
  const ${say} = (what) => publisher${i}.publish({ data: String(what) });
  node${i}.createTimer(${each.period}000000n, async () => {
    ${each.says.map((text) => `${say}(${text});`).join('\n    ')}
    ${begins};
    ${waits}
    ${each.calls ? `client${i}.sendRequest({}, ({ message }) => ${say}('answer ' + message));` : ''}
  });
  ${each.hears
    .filter((heard) => heard !== each.publishes)
    .map((heard) => `node${i}.createSubscription('std_msgs/msg/String', '${heard}', hear${i});`)
    .join('\n  ')}
  async function hear${i}({ data }) { own += data.length % 3; ${each.answers?.(`quiet`) ?? ''} }
  node${i}.createService('std_srvs/srv/Trigger', 's${i}', (_, response) => {
    const answer = response.template;
    answer.message = String(${each.says[0]});
    response.send(answer);
  });
  const client${i} = node${i}.createClient('std_srvs/srv/Trigger', 's${i}');
  node${i}.spin();`;
}

function programOf({ nodes, left }: Plan): string {
  return `${HEAD}
const quiet = (what) => { shared.seen = String(what).length; };
rclnodejs.init().then(() => {
  ${nodes.map(nodeText).join('\n')}
  setTimeout(() => { ${left.join('; ')}; }, 150);
});
`;
}

function modelsOf({ nodes, policy, isBlocking, time, delay, loss, fault }: Plan): string {
  const [kind, threads] = policy?.split(':') ?? [];
  const settings = `${threads ? `, threads: ${threads}` : ''}${isBlocking ? ', blocking_calls: true' : ''}`;
  const faults = [
    ...(loss === null ? [] : [`{fault: loss, topic: /a, probability: ${loss}}`]),
    ...(fault === 'slow' ? ['{fault: slow, node: /n0, factor: 2, at: 50ms, until: 150ms}'] : []),
    ...(fault === 'freeze' ? ['{fault: freeze, node: /n0, at: 50ms, until: 120ms}'] : []),
    ...(fault === 'crash' ? ['{fault: crash, node: /n0, at: 90ms}'] : []),
  ];
  return [
    ...(kind && kind !== 'events'
      ? [`executors: [{name: e, policy: ${kind}, nodes: ["/n*"]${settings}}]`]
      : []),
    ...(time === null
      ? []
      : [
          'execution_times:',
          ...nodes.map(
            (_, i) =>
              `  - {node: /n${i}, callback: "*", time: {uniform: {min: 0ms, max: ${time}ms}}}`,
          ),
        ]),
    ...(delay === null
      ? []
      : [`links: [{topic: /b, delay: {uniform: {min: 0ms, max: ${delay}ms}}}]`]),
    ...(faults.length === 0 ? [] : [`faults: [${faults.join(', ')}]`]),
  ].join('\n');
}

/** The modules with state, one of each kind, that every system loads. */
export const MODULES: Readonly<Record<string, string>> = {
  'shared.cjs': 'let count = 0; exports.next = () => ++count; exports.seen = 0;\n',
  'module.mjs': 'let counted = 0; export const count = () => ++counted;\n',
};

/** Random systems, the same for the same seed. */
export function randomSystems(count: number, seed: number): RandomSystem[] {
  return fc
    .sample(plan, { numRuns: count, seed })
    .map((each) => ({ program: programOf(each), models: modelsOf(each) }));
}
