/** Programs that replace parts of the language: whatever happens then, they are named as the cause. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { readRun, temporaryDirectory } from './orrery_command.js';

const PROGRAM = `
async function main() {
  const rclnodejs = require('rclnodejs');
  await rclnodejs.init();
  const node = new rclnodejs.Node('talker');
  const publisher = node.createPublisher('std_msgs/msg/String', 'chatter');
  let count = 0;
  node.createTimer(10_000_000n, () => { publisher.publish({ data: String(count++) }); later(); });
  node.spin();
}
let later = () => {};
main();
`;

/** Some change what is computed, some break everything at once, one waits for a callback. */
const CASES: Readonly<Record<string, string>> = {
  BigInt: 'const real = BigInt; globalThis.BigInt = (x) => real(x) + 1n;',
  'DataView.prototype.setBigInt64': 'DataView.prototype.setBigInt64 = () => {};',
  'Array.prototype[Symbol.iterator]': 'Array.prototype[Symbol.iterator] = function* () {};',
  'Array.prototype.push': 'Array.prototype.push = () => 0;',
  'Promise.prototype.then': 'Promise.prototype.then = function () { return this; };',
  'Object.prototype.then': 'Object.prototype.then = function (done) { done(1); };',
  'Object.prototype.get': 'Object.prototype.get = () => 1;',
  'Object.prototype.value': 'later = () => { Object.prototype.value = 3; };',
  globalThis: 'later = () => { globalThis.globalThis = {}; };',
  // The code that handles errors uses these itself.
  'Reflect.apply': 'Reflect.apply = () => {};',
  'RegExp.prototype.test': 'RegExp.prototype.test = () => {};',
  String: 'globalThis.String = () => {};',
  // Virtual time would stand still forever.
  'Math.trunc': 'Math.trunc = () => {}; setTimeout(() => {}, 5);',
  // Replaced parts of Node.
  'Buffer.isEncoding': 'Buffer.isEncoding = () => {};',
  'URL.prototype.protocol': "Object.defineProperty(URL.prototype, 'protocol', { get() {} });",
  process: 'globalThis.process = {};',
  'Map.prototype.get': `later = () => { Map.prototype.get = () => { throw new Error('no'); }; };`,
};

/** Names of fields and options of messages, QoS profiles, files and Orrery's own parts. */
const ORDINARY =
  'callback data depth end frame_id header id key kind length message name node options orientation ' +
  'pose position push qos reliability result sec size stamp success time topic type value2 x';
/** Names that break Orrery, or Node, if every object has them. */
const BREAKING = ['blockedRuns', 'error', 'nested', 'problem', 'qosOverridingOptions', 'string'];

describe('a property that every object inherits', () => {
  const digestOf = (before: string) => {
    const file = join(temporaryDirectory(), 'program.cjs');
    writeFileSync(file, `${before}\n${PROGRAM}`);
    const { status, stdout, stderr } = orrery([
      'run',
      file,
      '--until',
      '0.05s',
      '--record',
      `${file}.run`,
    ]);
    return { status, digest: /^digest (\w+)$/m.exec(stdout)?.[1], stderr };
  };

  it('does not change a run under ordinary names', () => {
    const add = `for (const name of '${ORDINARY}'.split(' ')) Object.prototype[name] = 'added';`;
    const { digest } = digestOf('');
    expect(digestOf(add)).toEqual({ status: 0, digest, stderr: '' });
  });

  it.each(BREAKING)('is named if it breaks something: %s', (name) => {
    const { status, stderr } = digestOf(`Object.prototype.${name} = 'added';`);
    expect(status).toBe(1);
    expect(/^error (\w+):/m.exec(stderr)?.[1], stderr).toBe('ORR_LEAK_TAMPERING');
    expect(stderr).toContain(`Object.prototype.${name} (now string)`);
  });
});

/** The parts that Orrery and rclnodejs use on every path; each is replaced by something useless. */
const BROKEN =
  'Array.prototype.push Array.prototype.map String.prototype.split Map.prototype.set'.split(' ');

describe.each(Object.entries(CASES))('a program that replaces %s', (name, change) => {
  const file = join(temporaryDirectory(), 'program.cjs');
  writeFileSync(file, change.startsWith('later') ? PROGRAM + change : change + PROGRAM);

  it('is named as the cause', () => {
    const { stdout, stderr } = orrery(['run', file, '--until', '0.05s', '--no-record']);
    const shown = `${stdout}${stderr}`;
    expect(shown).toContain(name);
    expect(shown).toMatch(/leak tampering: |error ORR_LEAK_TAMPERING: /);
    if (!/^Done/m.test(shown)) {
      // The real cause comes before its consequences.
      expect(/^error (\w+):/m.exec(shown)?.[1]).toBe('ORR_LEAK_TAMPERING');
    }
  });
});

describe.each(BROKEN)('a program that breaks %s', (name) => {
  it.each([
    ['when it is loaded', `${name} = () => {};${PROGRAM}`],
    ['in a callback', `${PROGRAM}later = () => { ${name} = () => {}; };`],
  ])('%s is shown one error only', (_when, source) => {
    const folder = temporaryDirectory();
    const file = join(folder, 'program.cjs');
    writeFileSync(file, source);
    const directory = join(folder, 'run');
    const { stderr } = orrery(['run', file, '--until', '0.05s', '--record', directory]);
    const codes = [...stderr.matchAll(/^error (\w+):/gm)].map(([, code]) => code);
    expect(codes.filter((code) => code !== 'ORR_LEAK_TAMPERING')).toEqual([]);
    expect(codes.length).toBeLessThan(2);
    expect(stderr).toContain(`${name} (now`);
  });
});

it('a run in which the language was changed is not called reproducible, and is refused in strict mode', () => {
  const folder = temporaryDirectory();
  const file = join(folder, 'program.cjs');
  writeFileSync(file, CASES.BigInt + PROGRAM);
  const run = ['run', file, '--until', '0.05s'];
  const { stdout } = orrery([...run, '--record', join(folder, 'run')]);
  expect(stdout).toContain('not reproducible by declaration');
  expect(readRun(join(folder, 'run'))).toMatchObject({ reproducible: false });
  const { status, stderr } = orrery([...run, '--no-record', '--strict']);
  expect(status).toBe(1);
  expect(stderr).toContain(`${file} replaces BigInt `);
});

/** What is compared in callbacks and acts (`src/guard/are_hot_intrinsics_whole.ts`). */
const HOT =
  `Array.isArray Array.prototype.filter Array.prototype.find Array.prototype.map Array.prototype.pop
  Array.prototype.push Array.prototype.shift Array.prototype.some Array.prototype[Symbol.iterator] ArrayIterator.next
  MapIterator.next ArrayBuffer.isView TypedArray.prototype.set Uint8Array DataView.prototype.setBigInt64
  DataView.prototype.setFloat32 DataView.prototype.setFloat64 DataView.prototype.setUint8 DataView.prototype.setUint16
  DataView.prototype.setUint32 Buffer.prototype.write Error.captureStackTrace Function.prototype.call Math.floor
  Math.fround Math.imul Math.trunc Number.isFinite Number.isNaN BigInt BigInt.asIntN Object.assign Object.keys
  Promise.prototype.then Reflect Reflect.apply RegExp.prototype.exec String String.prototype.charCodeAt
  String.prototype.lastIndexOf String.prototype.replace String.prototype.slice String.prototype.split
  String.prototype.startsWith String.prototype.trim Map.prototype.delete Map.prototype.get Map.prototype.has
  Map.prototype.keys Map.prototype.set WeakMap.prototype.get WeakMap.prototype.has`
    .trim()
    .split(/\s+/);

describe('a callback that puts back what it has replaced', () => {
  /** A program that replaces each of `HOT` in turn: for one publication, or until its next callback but one. */
  const source = (isHeld: boolean) => `
    const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Object;
    const holders = {
      TypedArray: getPrototypeOf(Uint8Array),
      ArrayIterator: getPrototypeOf([][Symbol.iterator]()),
      MapIterator: getPrototypeOf(new Map().keys()),
      __proto__: globalThis,
    };
    const places = ${JSON.stringify(HOT)}.map((name) => {
      const steps = name.replace('[Symbol.iterator]', '').split('.');
      const key = name.includes('[') ? Symbol.iterator : steps.pop();
      const holder = steps.reduce((object, step) => object[step], steps.length > 0 ? holders : globalThis);
      const before = getOwnPropertyDescriptor(holder, key);
      const { value } = before;
      // What is replaced for longer still works: the kernel needs it between the two callbacks.
      const same = typeof value === 'function' ? new Proxy(value, {}) : Object.create(value);
      return { holder, key, before, other: { ...before, value: ${isHeld ? 'same' : '() => undefined'} } };
    });
    let count = 0;
    let putBack = () => {};
    const rclnodejs = require('rclnodejs');
    rclnodejs.init().then(() => {
      const node = new rclnodejs.Node('talker');
      const publisher = node.createPublisher('std_msgs/msg/String', 'chatter');
      node.createTimer(10_000_000n, () => {
        const index = count >> 1;
        if (count++ % 2 === 1) return putBack();
        if (index >= places.length) return;
        const { holder, key, before, other } = places[index];
        putBack = () => { defineProperty(holder, key, before); };
        defineProperty(holder, key, other);
        ${isHeld ? '' : "try { publisher.publish({ data: 'x' }); } catch {} finally { putBack(); }"}
      });
      node.spin();
    });
  `;
  const namesIn = (stderr: string) =>
    [...stderr.matchAll(/^leak tampering: (.+) \(now /gm)].map(([, name = '']) =>
      name.replace('[Symbol.', '[').replace('Iterator.prototype.next', 'Iterator.next'),
    );

  it.each([
    ['after a publication, whatever it did instead', false],
    ['in a later callback', true],
  ])('%s, is named', (_when, isHeld) => {
    const file = join(temporaryDirectory(), 'program.cjs');
    writeFileSync(file, source(isHeld));
    const { stdout, stderr } = orrery(['run', file, '--until', '1.5s', '--no-record']);
    const expected = HOT.map((name) => name.replace('[Symbol.', '['));
    expect(namesIn(stderr), stderr).toEqual(expected);
    expect(stdout).toContain('not reproducible by declaration');
    expect(stderr).toContain(isHeld ? 'timer 10 ms of /talker' : `at ${file}:`);
  });

  it('is refused in strict mode', () => {
    const file = join(temporaryDirectory(), 'program.cjs');
    writeFileSync(file, source(false));
    const { status, stderr } = orrery(['run', file, '--until', '1.5s', '--no-record', '--strict']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error ORR_LEAK_TAMPERING: The timer 10 ms of \/talker \(at /m);
  });

  it('is named for a failure that this has caused, whatever it has replaced', () => {
    const file = join(temporaryDirectory(), 'program.cjs');
    writeFileSync(
      file,
      PROGRAM.replace(
        'publisher.publish({',
        `const { create } = Object; Object.create = {}; try {
        publisher.publish({ data: { toString: null } }); } finally { Object.create = create; } publisher.publish({`,
      ),
    );
    const { status, stderr } = orrery(['run', file, '--until', '0.05s', '--no-record']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error ORR_LEAK_TAMPERING: The timer 10 ms of \/talker \(at /m);
    expect(stderr).toContain('Object.create (now object)');
  });

  it('is named whatever it was creating when that failed', () => {
    const file = join(temporaryDirectory(), 'program.cjs');
    const creators = {
      'Array.prototype.reverse': "new rclnodejs.Node('no name')",
      'Array.prototype.fill': "node.createPublisher('std_msgs/msg/String', 5)",
      'Array.prototype.at': "node.createSubscription('std_msgs/msg/String', 'topic', 5)",
      'Array.prototype.flat': "node.createTimer('soon', () => {})",
      'Array.prototype.sort': "node.createClient('std_srvs/srv/Trigger', 5)",
      'Array.prototype.unshift': "node.createService('std_srvs/srv/Trigger', 'ask', 5)",
      'Array.prototype.toString': 'node.createGuardCondition(5)',
    };
    const attempts = Object.entries(creators).map(
      ([name, creation]) => `() => {
        const real = ${name}; ${name} = () => { throw new Error('replaced'); };
        try { ${creation}; } catch {} finally { ${name} = real; }
      }`,
    );
    writeFileSync(
      file,
      `const rclnodejs = require('rclnodejs');
       rclnodejs.init().then(() => {
         const node = new rclnodejs.Node('creator');
         const attempts = [${attempts.join()}];
         node.createTimer(10_000_000n, () => attempts.shift()?.());
         node.spin();
       });`,
    );
    const { stderr } = orrery(['run', file, '--until', '0.1s', '--no-record']);
    expect(namesIn(stderr), stderr).toEqual(Object.keys(creators));
    expect(stderr).toContain(`at ${file}:`);
  });
});

describe('a program that replaces what loads modules', () => {
  const run = (before: string, program = PROGRAM) => {
    const file = join(temporaryDirectory(), 'program.cjs');
    writeFileSync(file, `const Module = require('node:module');\n${before}\n${program}`);
    return orrery(['run', file, '--until', '0.05s', '--no-record']);
  };
  const digestOf = ({ stdout }: { readonly stdout: string }) => /^digest (\w+)$/m.exec(stdout)?.[1];

  it('does not change what Orrery loads', () => {
    const replaced = run(`Module._resolveLookupPaths = Module._nodeModulePaths = () => [];
      const { _resolveFilename } = Module;
      Module._resolveFilename = (name, ...more) =>
        name === 'rclnodejs' ? _resolveFilename(name, ...more) : '/nowhere';`);
    expect(replaced).toMatchObject({ status: 0, stderr: '' });
    expect(digestOf(replaced)).toBe(digestOf(run('')));
  });

  it('may give packages other names', () => {
    const replaced = run(
      `const { _resolveFilename } = Module;
       Module._resolveFilename = (name, ...more) =>
         _resolveFilename(name === 'ros' ? 'rclnodejs' : name, ...more);`,
      PROGRAM.replace("require('rclnodejs')", "require('ros')"),
    );
    expect(replaced).toMatchObject({ status: 0, stderr: '' });
  });

  it.each(['Module._load', 'Module.prototype.require'])('is told about %s if it fails', (name) => {
    const { status, stderr } = run(`${name} = () => ({});`);
    expect(stderr).toContain('init is not a function');
    expect(stderr).toContain(`. The program has replaced ${name} (now () => ({})), through which`);
    expect(status).toBe(1);
  });
});
