import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuiltRoom } from './built_room.test_support.js';

let room: BuiltRoom;
beforeAll(() => {
  room = new BuiltRoom();
});
afterAll(() => room.remove());

const SETTINGS = `{
  // Comments and trailing commas are allowed.
  "extends": "../base/tsconfig.base.json",
  "compilerOptions": { "baseUrl": "src", "paths": {
    "@lib/*": ["../missing/*", "../lib/*"],
    "typed": ["../types/typed.d.ts"],
    "fs": ["../lib/math"],
  } },
}`;
const BASE = '{ "compilerOptions": { "experimentalDecorators": true, "target": "ES2020" } }';
const MAIN = `
  import fs from 'fs';
  import rclnodejs from 'rclnodejs';
  import { twice } from '@lib/math';
  import { thrice } from '@lib/more.js';
  import { folder } from '@lib/folder';
  import { below } from 'below/base_url';
  import { typed } from 'typed';
  const names: string[] = [];
  function named(_target: object, name: string) { names.push(name); }
  class Robot { @named speed = 1; declare later: number; side?: number; }
  export const result = [twice(2), thrice(2), folder, below, typed, names, Object.keys(new Robot())];
  export const orrery = rclnodejs.init();
  export const builtin = typeof fs.existsSync;`;

function project(name: string, type: string): string {
  room.write(`${name}/package.json`, JSON.stringify({ type }));
  room.write(`${name}/base/tsconfig.base.json`, BASE);
  room.write(`${name}/app/tsconfig.json`, SETTINGS);
  room.write(`${name}/app/lib/math.ts`, 'export const twice = (x: number): number => 2 * x;');
  room.write(`${name}/app/lib/more.ts`, 'export const thrice = (x: number): number => 3 * x;');
  room.write(`${name}/app/lib/folder/index.ts`, `export const folder: string = 'index';`);
  room.write(`${name}/app/src/below/base_url.ts`, `export const below: string = 'below';`);
  room.write(`${name}/app/types/typed.d.ts`, 'export const typed: string;');
  room.write(`${name}/app/node_modules/typed/package.json`, '{"main":"./main.cjs"}');
  room.write(`${name}/app/node_modules/typed/main.cjs`, `exports.typed = 'package';`);
  return room.write(`${name}/app/src/deep/main.ts`, MAIN);
}

describe('tsconfig.json', () => {
  it.each(['commonjs', 'module'])('is honoured in a project of type %s', (type) => {
    const loaded = room.load(project(type, type));
    // Without `side`: fields are assigned, not defined, in a project for ES2020.
    const result = [4, 6, 'index', 'below', 'package', ['speed'], ['speed']];
    expect(loaded).toMatchObject({ result, orrery: 'orrery', builtin: 'function' });
    const files = (loaded.files as string[]).filter((file) => file.endsWith('.json'));
    expect(files.map((file) => file.slice(room.folder.length + 1))).toEqual([
      `${type}/app/tsconfig.json`,
      `${type}/base/tsconfig.base.json`,
    ]);
  });

  it.each(['cjs', 'mjs'])(
    'is honoured by .%s where JavaScript is allowed, and not elsewhere',
    (kind) => {
      const program = (name: string, options: object) => {
        const compilerOptions = { ...options, paths: { '@lib/*': ['./lib/*'] } };
        room.write(`${name}/tsconfig.json`, JSON.stringify({ compilerOptions }));
        room.write(`${name}/lib/a.ts`, `export const a: string = 'mapped';`);
        const load =
          kind === 'cjs' ? `exports.a = require('@lib/a').a;` : `export { a } from '@lib/a';`;
        return room.load(room.write(`${name}/main.${kind}`, load));
      };
      expect(program(`allowed-${kind}`, { allowJs: true })).toMatchObject({ a: 'mapped' });
      expect(program(`checked-${kind}`, { checkJs: true })).toMatchObject({ a: 'mapped' });
      expect(program(`plain-${kind}`, {})).toMatchObject({
        code: expect.stringMatching(/NOT_FOUND$/),
      });
    },
  );

  it('may map a package to its folder', () => {
    const paths = { '@own/*': ['./packages/*'] };
    room.write('folders/tsconfig.json', JSON.stringify({ compilerOptions: { paths } }));
    room.write('folders/packages/a/package.json', '{"main":"./source/main.js"}');
    room.write('folders/packages/a/source/main.ts', `export const a: string = 'main';`);
    room.write('folders/packages/b/package.json', '{}');
    room.write('folders/packages/b/index.ts', `export const b: string = 'index';`);
    const text = `export { a } from '@own/a'; export { b } from '@own/b';`;
    for (const kind of ['cts', 'mts']) {
      const loaded = room.load(room.write(`folders/main.${kind}`, text));
      expect(loaded).toMatchObject({ a: 'main', b: 'index' });
    }
  });

  it.each(['commonjs', 'module'])(
    'says how the JSX of .tsx is compiled, in a project of type %s',
    (type) => {
      const compilerOptions = { jsx: 'react', jsxFactory: 'h' };
      room.write(`jsx-${type}/package.json`, JSON.stringify({ type }));
      room.write(`jsx-${type}/tsconfig.json`, JSON.stringify({ compilerOptions }));
      room.write(
        `jsx-${type}/view.tsx`,
        `export const h = (name: string, _: object | null, ...inner: string[]): string => name + inner;
       export const view = <b>bold</b>;`,
      );
      const main = `import { h, view } from './view.js';\nexport const all = [view, <i>italic</i>] as string[];`;
      const loaded = room.load(room.write(`jsx-${type}/main.tsx`, main));
      expect(loaded).toMatchObject({ all: ['bbold', 'iitalic'] });
    },
  );

  it('is ignored in an installed package', () => {
    const file = room.write('others/main.cts', `export const got = require('dep').got;`);
    room.write('others/node_modules/dep/package.json', '{"main":"./main.cts"}');
    room.write('others/node_modules/dep/tsconfig.json', 'damaged');
    room.write('others/node_modules/dep/main.cts', 'export const got: number = 3;');
    expect(room.load(file)).toMatchObject({ got: 3 });
  });
});

describe.each(['cts', 'mts'])('errors of .%s', (extension) => {
  const write = (name: string, settings: string, source = 'export const x: number = 1;') => {
    const file = `${name}-${extension}`;
    const main = room.write(`${file}/main.${extension}`, source);
    return { main, settings: room.write(`${file}/tsconfig.json`, settings) };
  };

  it('names the place where the file is damaged', () => {
    const { main, settings } = write('damaged', '{\n  "compilerOptions": { "strict": tru }\n}');
    expect(room.load(main)).toMatchObject({
      code: 'ORR_MODULE_SETTINGS',
      message: `${settings}:2:34: Unexpected "tru" in JSON; correct the settings of the project.`,
      place: { file: settings, line: 2, column: 34 },
    });
  });

  it('names the damaged file among those that are extended', () => {
    const { main } = write('extends', '{ "extends": "./base.json" }');
    const base = room.write(`extends-${extension}/base.json`, '{ "compilerOptions": ');
    expect(room.load(main)).toMatchObject({ code: 'ORR_MODULE_SETTINGS', place: { file: base } });
  });

  it.each([
    ['what it extends is missing', '{ "extends": "@tsconfig/none" }', '@tsconfig/none'],
    ['paths are not lists', '{ "compilerOptions": { "paths": { "a": "b" } } }', 'cannot be used'],
    ['it is empty of sense', '"text"', 'cannot be used'],
  ])('says that %s', (name, text, reason) => {
    const { main, settings } = write(name.replaceAll(' ', '_'), text);
    const error = room.load(main);
    expect(error).toMatchObject({ code: 'ORR_MODULE_SETTINGS', place: { file: settings } });
    expect(error.message).toContain(reason);
  });

  const METADATA =
    '{ "compilerOptions": { "experimentalDecorators": true, "emitDecoratorMetadata": true } }';

  it('refuses decorator metadata only where there are decorators', () => {
    const plain = write('plain', METADATA);
    expect(room.load(plain.main)).toMatchObject({ x: 1 });
    const source = 'function d(_: object, _name: string) {}\nexport class A { @d x = 1; }';
    const { main, settings } = write('metadata', METADATA, source);
    expect(room.load(main)).toMatchObject({ code: 'ORR_MODULE_SETTINGS', place: { file: main } });
    expect(room.load(main).message).toContain(`${settings} sets emitDecoratorMetadata`);
  });
});
