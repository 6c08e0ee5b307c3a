// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources under test have templates.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuiltRoom } from './built_room.test_support.js';
import { redirectImports } from './dynamic_imports.js';

describe('redirectImports', () => {
  const redirected = (code: string) => redirectImports(code, 'url').split('\n;function')[0];

  it.each([
    [
      'import("a"); x = await import(b + `c${import("d")}`)',
      '_$imp_("a"); x = await _$imp_(b + `c${_$imp_("d")}`)',
    ],
    [
      'if (a) { `${{ b: { c: import("d") } }.b}`; } import("e")',
      'if (a) { `${{ b: { c: _$imp_("d") } }.b}`; } _$imp_("e")',
    ],
    ['/["\'`]import(/.test(x); import("a")', '/["\'`]import(/.test(x); _$imp_("a")'],
    ['a / import("b") / 2', 'a / _$imp_("b") / 2'],
    ['return /\\/[/]import(/; import("b")', 'return /\\/[/]import(/; _$imp_("b")'],
    [
      '"it\\"s import("; import("b") // import(\nimport("c") /* import( */',
      '"it\\"s import("; _$imp_("b") // import(\n_$imp_("c") /* import( */',
    ],
  ])('finds the imports of %s', (code, expected) => {
    expect(redirected(code)).toBe(expected);
  });

  it.each([
    '"import("',
    "'import('",
    '`import(`',
    'a.import(b)',
    '$import(b)',
    '// import(',
    'import.meta',
  ])('leaves %s alone', (code) => {
    expect(redirectImports(code, 'url')).toBe(code);
  });

  it('keeps the source map last', () => {
    const code = 'import("a");\n//# sourceMappingURL=data:x';
    expect(redirectImports(code, 'url').split('\n').at(-1)).toBe('//# sourceMappingURL=data:x');
  });
});

describe('a dynamic import', () => {
  let room: BuiltRoom;
  beforeAll(() => {
    room = new BuiltRoom();
  });
  afterAll(() => room.remove());

  const HOST = `
    import { createLoader, installGuard } from './orrery/guard/index.js';
    import { FakeWorld } from './orrery/guard/fake_world.test_support.js';
    const lines = [];
    globalThis.log = (text) => lines.push(text);
    globalThis.virtual = new Promise((resolve) => { globalThis.passTime = resolve; });
    const world = new FakeWorld();
    // Node 22 compiles its own reader of CommonJS modules when it first needs it.
    const isEngine = (what) => what.startsWith('WebAssembly.');
    world.hold = (what) => { if (isEngine(what)) return (deliver) => deliver();
      log('open ' + what); return (deliver) => { log('close'); deliver();
      if (lines.filter((line) => line === 'close').length === 2) passTime(); }; };
    const loader = createLoader({ resolve: { rclnodejs: { init: () => 'orrery' } } });
    installGuard(world);
    const user = await loader.loadUserModule(process.argv[2]);
    await (user.done ?? user.default.done);
    console.log(JSON.stringify(lines));
  `;

  it.each([
    ['cjs', 'exports.done = (async () => {', '})();'],
    ['mjs', 'export const done = (async () => {', '})();'],
    ['ts', 'export const done: Promise<void> = (async () => {', '})();'],
  ])('holds time in .%s until the module has run', (extension, head, tail) => {
    room.write(
      'lazy/a.mjs',
      `import { init } from 'rclnodejs'; log('a runs'); export const got = init();`,
    );
    room.write('lazy/b.mjs', `log('b starts'); await virtual; log('b ends');`);
    const file = room.write(
      `lazy/main.${extension}`,
      `${head} const { got } = await import('./a.mjs'); log(got);
       await import('./b.mjs'); await import('./none.mjs').catch((e) => log(e.code)); ${tail}`,
    );
    expect(JSON.parse(room.run(HOST, file))).toEqual([
      'open import()',
      'a runs',
      'close',
      'orrery',
      'open import()',
      'b starts',
      'close',
      'b ends',
      'open import()',
      'close',
      'ERR_MODULE_NOT_FOUND',
    ]);
  });
});
