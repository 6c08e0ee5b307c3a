import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuiltRoom } from './built_room.test_support.js';

let room: BuiltRoom;
beforeAll(() => {
  room = new BuiltRoom();
});
afterAll(() => room.remove());

const load = (file: string, ...args: string[]): Record<string, unknown> => room.load(file, ...args);

describe('CommonJS', () => {
  it('gives Orrery for rclnodejs and looks like a main script', () => {
    const file = room.write(
      'cjs/main.cjs',
      `const rclnodejs = require('rclnodejs');
       exports.init = rclnodejs.init();
       exports.distro = require('rclnodejs/lib/distro.js').distro;
       exports.same = require('./nested.cjs') === rclnodejs;
       exports.isMain = require.main === module;
       exports.nestedIsMain = require('./nested2.cjs').isMain;
       exports.argv = process.argv.slice(1);
       exports.relative = require('../../../../../../gone/index.js') === rclnodejs;`,
    );
    room.write('cjs/nested.cjs', `module.exports = require('rclnodejs');`);
    room.write('cjs/nested2.cjs', 'exports.isMain = require.main === module;');
    expect(load(file, '--a', 'b')).toMatchObject({
      init: 'orrery',
      distro: 'jazzy',
      same: true,
      isMain: true,
      nestedIsMain: false,
      argv: [file, '--a', 'b'],
      relative: true,
      started: 1,
    });
  });

  it("also serves the user's packages", () => {
    room.write('pkg/node_modules/dep/index.js', `exports.init = require('rclnodejs').init();`);
    room.write('pkg/node_modules/dep/package.json', '{"name":"dep"}');
    const file = room.write('pkg/main.cjs', `module.exports = require('dep');`);
    expect(load(file)).toMatchObject({ init: 'orrery' });
  });

  it('lowers ** and keeps BigInt powers', () => {
    const file = room.write(
      'pow/main.cjs',
      `exports.calls = 0; globalThis[Symbol.for('orrery.pow')] = (x, y) => { exports.calls += 1;
         return typeof x === 'bigint' ? eval('x' + '*' + '*y') : Math.pow(x, y); };
       require('./inner.cjs')(exports); exports.text = String(exports.big); delete exports.big;`,
    );
    room.write(
      'pow/inner.cjs',
      'module.exports = (e) => { e.a = 3 ** 2 ** 1; e.big = 2n ** 70n; };',
    );
    expect(load(file)).toMatchObject({ a: 9, text: '1180591620717411303424', calls: 3 });
  });

  it('requires ES modules and imports dynamically', () => {
    room.write('mix/esm.mjs', `import { init } from 'rclnodejs'; export const got = init();`);
    const file = room.write(
      'mix/main.cjs',
      `exports.sync = require('./esm.mjs').got;
       exports.later = import('./esm.mjs').then((m) => console.log(m.got));`,
    );
    const exported = load(file);
    expect(exported).toMatchObject({ sync: 'orrery' });
  });
});

describe('ES modules', () => {
  it('gives Orrery for rclnodejs and looks like a main script', () => {
    const file = room.write(
      'esm/main.mjs',
      `import rclnodejs, { init, Node } from 'rclnodejs';
       import * as all from 'rclnodejs';
       import { pathToFileURL } from 'node:url';
       import cjs from './inner.cjs';
       export const got = init();
       export const same = rclnodejs === cjs && all.Node === Node;
       export const isMain = import.meta.url === pathToFileURL(process.argv[1]).href;
       export const dynamic = (await import('rclnodejs')).init();
       export const startedBefore = globalThis.started;
       export const square = 1.5 ** 2;`,
    );
    room.write('esm/inner.cjs', `module.exports = require('rclnodejs');`);
    expect(load(file)).toMatchObject({
      got: 'orrery',
      same: true,
      isMain: true,
      dynamic: 'orrery',
      startedBefore: 1,
      started: 1,
      square: 2.25,
    });
  });

  it('follows the package type and module syntax of .js files', () => {
    room.write('typed/package.json', '{"type":"module"}');
    const typed = room.write('typed/main.js', 'export const kind = typeof require;');
    room.write('untyped/package.json', '{}');
    const detected = room.write('untyped/esm.js', 'export const kind = typeof require;');
    const plain = room.write('untyped/cjs.js', 'exports.kind = typeof require;');
    expect([typed, detected, plain].map((file) => load(file).kind)).toEqual([
      'undefined',
      'undefined',
      'function',
    ]);
  });
});

describe('TypeScript', () => {
  const body = `import * as rclnodejs from 'rclnodejs';
    import { helper, type Shape } from './helper.js';
    enum Color { Red = 2 }
    const shape: Shape = { side: 3 };
    export const got: string = (rclnodejs as { init(): string }).init();
    export const area = helper(shape) + Color.Red;
    export const kind = typeof require;`;
  const helper = `export interface Shape { side: number }
    export function helper(s: Shape): number { return s.side ** 2; }`;

  it.each([
    ['ts-cjs/main.ts', '{}', 'function'],
    ['ts-esm/main.ts', '{"type":"module"}', 'undefined'],
  ])('runs %s', (name, manifest, kind) => {
    room.write(name.replace('main.ts', 'package.json'), manifest);
    room.write(name.replace('main.ts', 'helper.ts'), helper);
    expect(load(room.write(name, body))).toMatchObject({ got: 'orrery', area: 11, kind });
  });

  it('imports CommonJS TypeScript from an ES module, by name', () => {
    room.write('ts-mix/package.json', '{}');
    room.write('ts-mix/helper.ts', helper);
    const file = room.write(
      'ts-mix/main.mts',
      `import { helper } from './helper.ts'; export const area = helper({ side: 2 });`,
    );
    expect(load(file)).toMatchObject({ area: 4 });
  });

  it.each([
    ['cts', ''],
    ['ts', ''],
    ['ts', 'export const c = 1;'],
    ['mts', ''],
  ])('names the line of the user file in stacks of .%s %s', (extension, more) => {
    room.write('ts-stack/package.json', '{}');
    const lines = ['interface A { x: number }', '', 'interface B { y: number }'];
    const source = `${lines.join('\n')}\nthrow new Error('here');\n${more}`;
    const file = room.write(`ts-stack/main${more.length}.${extension}`, source);
    expect(load(file).stack).toContain(`${file}:4:7`);
  });
});

describe('errors', () => {
  it('names an unknown file, an unknown package and an unknown subpath', () => {
    expect(load('/nowhere/node.js')).toMatchObject({
      code: 'ORR_MODULE_NOT_FOUND',
      place: { file: '/nowhere/node.js' },
    });
    for (const [name, text] of [
      ['bad/a.cjs', `require('no-such-package')`],
      ['bad/a.mjs', `import 'no-such-package'`],
      ['bad/b.mjs', `import 'rclnodejs/lib/nothing.js'`],
      ['bad/b.cjs', `require('rclnodejs/lib/nothing.js')`],
    ] as const) {
      const file = room.write(name, text);
      const error = load(file);
      expect(error).toMatchObject({ code: 'ORR_MODULE_NOT_FOUND', place: { file } });
      expect(error.message).toMatch(/no-such-package|lib\/nothing/);
    }
  });

  it.each(['js', 'cjs', 'mjs', 'ts', 'mts'])('locates a syntax error in .%s', (extension) => {
    room.write('syntax/package.json', '{}');
    const file = room.write(`syntax/broken.${extension}`, 'let a = 1;\nlet b = = 2;\n');
    expect(load(file)).toMatchObject({
      code: 'ORR_MODULE_SYNTAX',
      place: { file, line: 2, column: 9 },
    });
  });

  it('passes on what user code throws', () => {
    const file = room.write('throws.cjs', `throw new TypeError('mine');`);
    expect(load(file)).toMatchObject({ message: 'mine' });
  });

  it('takes programs without an extension that say that Node runs them', () => {
    const head = '#!/usr/bin/env node\n';
    room.write('bin/package.json', '{}');
    expect(load(room.write('bin/talker', `${head}exports.a = 1;`))).toMatchObject({ a: 1 });
    expect(load(room.write('bin/syntax', `${head}export const a = 2;`))).toMatchObject({ a: 2 });
    room.write('modules/package.json', '{ "type": "module" }');
    const file = room.write('modules/talker', `${head}export const a = await 3;`);
    expect(load(file)).toMatchObject({ a: 3 });
  });

  it('refuses other kinds of files', () => {
    expect(load(room.write('node.py', ''))).toMatchObject({ code: 'ORR_MODULE_KIND' });
    expect(load(room.write('node', '#!/bin/sh\n'))).toMatchObject({ code: 'ORR_MODULE_KIND' });
  });
});
