'use strict';
// Publishes everything that a program can find out about the thread it lives in, and talks to a server of its own.
const assert = require('node:assert');
const { builtinModules, ...moduleExports } = require('node:module');
const crypto = require('node:crypto');
const rclnodejs = require('rclnodejs');
const { prototypesOf } = require('./parts.cjs');

/** What Node or Orrery has loaded so far is nobody's trace. */
const PASSED = new Set([process.moduleLoadList, require.cache, moduleExports._pathCache, module]);
/** They print when they are read, or are loaded when they are asked for. */
const LATE =
  /^(_|internal|inspector.promises|domain$|punycode$|repl$|sqlite$|sys$|test|trace_events|wasi$|v8\/|node-inspect)/;
const facts = [];
const seen = new Set();
const ask = (name, question) => facts.push(`${name} = ${JSON.stringify(question())}`);

function look(path, holder) {
  if (Object(holder) !== holder || seen.has(holder) || PASSED.has(holder)) return;
  seen.add(holder);
  const sealed = `${Object.isExtensible(holder)} ${Object.getPrototypeOf(holder)?.constructor?.name}`;
  facts.push(`${path} is ${sealed}`);
  for (const key of Reflect.ownKeys(holder)) {
    // Node's own, and the pool of `fetch`, which is there when something needs it.
    if (/^(_|argv0$|Symbol\(undici)/.test(String(key))) continue;
    const name = `${path}.${String(key)}`;
    const { value, get, set, ...attributes } = Object.getOwnPropertyDescriptor(holder, key);
    const shown = Object(value) === value ? typeof value : String(value);
    facts.push(`${name}: ${shown} ${typeof get} ${typeof set} ${JSON.stringify(attributes)}`);
    if (typeof value === 'function')
      facts.push(`${name}() ${Function.prototype.toString.call(value)}`);
    const known = typeof value === 'function' || /prototype$/.test(name) || isPlain(value);
    if (known) look(name, value);
  }
}

function isPlain(value) {
  if (Object(value) !== value) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Array.isArray(value);
}

// Node puts some values in place when they are first read, some with a warning or a report.
function readLate(holder) {
  for (const name of Object.keys(Object.getOwnPropertyDescriptors(holder))) {
    if (!/^_|fips|(Storage|Channel|Socket)$/.test(name)) void holder[name];
  }
}
readLate(globalThis);
const { FACTS_FILE } = process.env;
delete process.env.FACTS_FILE;
look('', globalThis);
for (const name of builtinModules) {
  if (LATE.test(name)) continue;
  if (name !== 'process') readLate(require(name));
  look(name, require(name));
}
for (const name of ['process', 'console', 'performance']) look(name, globalThis[name]);
look('process.env', process.env);
for (const name of ['write', 'end', 'left'])
  look(`printed ${name}`, [process.stdout[name], process.stderr[name]]);
ask('printable', () => [process.stdout.writable, process.stderr.writable]);
look('rclnodejs', rclnodejs);

const [dns, net, http, https] = ['dns', 'net', 'http', 'https'].map((name) => require(name));
const [events, stream, buffer, util] = ['events', 'stream', 'buffer', 'util'].map(require);
ask('servers', () => dns.getServers());
ask('result order', () => dns.getDefaultResultOrder());
ask('family', () => [
  net.getDefaultAutoSelectFamily(),
  net.getDefaultAutoSelectFamilyAttemptTimeout(),
]);
ask('agents', () => [
  http.globalAgent.options,
  https.globalAgent.options,
  http.globalAgent.maxSockets,
]);
ask('emitters', () => [
  events.defaultMaxListeners,
  events.captureRejections,
  process.getMaxListeners(),
]);
ask('streams', () => [stream.getDefaultHighWaterMark(true), stream.getDefaultHighWaterMark(false)]);
ask('inspect', () => [
  buffer.INSPECT_MAX_BYTES,
  util.inspect.defaultOptions,
  util.inspect({ a: [1] }),
]);
ask('exit code', () => String(process.exitCode));
ask('report', () => [process.report.directory, process.report.filename, process.report.compact]);
ask('listeners', () =>
  [process, process.stdout, process.stderr].map((each) =>
    each.eventNames().map((event) => [String(event), each.listenerCount(event)]),
  ),
);
ask('title', () => [process.title, process.umask(), process.argv.length, process.execArgv]);
ask('entries', () => performance.getEntries().map(({ name }) => name));
ask('channel', () => require('node:diagnostics_channel').hasSubscribers('left.behind'));
ask('thread data', () => String(require('node:worker_threads').getEnvironmentData('left')));
ask('time zone', () => [new Date(0).getTimezoneOffset(), Intl.DateTimeFormat().resolvedOptions()]);
ask('stack', () => new Error('here').stack.split('\n').map((line) => line.replace(/\(.*\//, '(')));
ask('cache', () =>
  Object.keys(require.cache)
    .filter((file) => !file.includes('node_modules/') && !file.includes('/dist/'))
    .map((file) => file.replace(/.*\//, '')),
);
ask('main', () => [require.main === module, process.mainModule === module]);
ask('wrapper', () => [0, 1].map((at) => require('node:module').wrapper[at]));
ask('scripts', () => {
  const names = 'left|Behind|leftBehind|behind|more'.split('|');
  return names.map((name) => require('node:vm').runInThisContext(`typeof ${name}`));
});
ask('maps', () => process.sourceMapsEnabled);
process.on('warning', ({ name, code }) => say(`warned ${name} ${code}`));
if (process.argv.includes('--old')) util.deprecate(() => {}, 'old', 'ORRDEP')();
console.count('left');
ask('timer', () => Number(setTimeout(() => {}, 1)));
ask('capture', () => process.hasUncaughtExceptionCaptureCallback());
const { warn } = console;
console.warn = (text) => facts.push(text);
console.time('left');
console.warn = warn;

let publisher;
const said = [];
function say(text) {
  said.push(text);
  publisher?.publish(text);
}

rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('observer');
  publisher = node.createPublisher('std_msgs/msg/String', '/facts');
  for (const [name, each] of prototypesOf(rclnodejs, node)) look(name, each);
  const hash = crypto.createHash('sha256').update(facts.join('\n')).digest('hex');
  if (FACTS_FILE) require('node:fs').writeFileSync(FACTS_FILE, facts.join('\n'));
  const once = setTimeout(async () => {
    for (const text of [hash, ...said]) publisher.publish(text);
    const server = http.createServer((_, answer) => answer.end('yes')).listen(8123);
    await events.once(server, 'listening');
    const answer = await fetch('http://localhost:8123/').catch((error) => ({
      text: () => String(error.cause ?? error),
    }));
    publisher.publish(`fetched ${await answer.text()}`);
    const request = http.get('http://localhost:8123/', (response) => {
      publisher.publish(`got ${response.statusCode} ${request.reusedSocket}`);
      response.resume();
      server.close();
    });
    request.on('error', (error) => publisher.publish(`failed ${error.code}`));
    assert.ok(Math.random() < 1);
    publisher.publish(String(Math.random()));
  }, 100);
  facts.push(typeof once);
  node.spin();
});
