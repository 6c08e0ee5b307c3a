import { expect, it } from 'vitest';
import { ScriptPlaces } from './script_places.js';

const script = (scriptId: string, url: string, sourceMapURL?: string) => ({
  ...{ scriptId, url, startLine: 0, startColumn: 0, endLine: 9, endColumn: 0 },
  ...{ executionContextId: 1, hash: '', ...(sourceMapURL !== undefined && { sourceMapURL }) },
});
const inlined = (map: object): string =>
  `data:application/json;charset=utf-8;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;

it('finds the file of a script by its path, or its URL with a mark', () => {
  const places = new ScriptPlaces();
  places.add(script('1', '/w/a.cjs'));
  places.add(script('2', 'file:///w/b.mjs?process=1'));
  places.add(script('3', 'node:fs'));
  expect(['1', '2', '3', '4'].map((id) => places.fileOf(id))).toEqual([
    ...['/w/a.cjs', '/w/b.mjs'],
    ...[undefined, undefined],
  ]);
  expect(places.urlOf('2')).toBe('file:///w/b.mjs?process=1');
});

it('finds the place in the source that was compiled, counted from 1', () => {
  const places = new ScriptPlaces();
  const map = { version: 3, sources: ['a.ts'], names: [], mappings: 'AAEA' };
  places.add(script('1', '/w/a.ts', inlined(map)));
  places.add(script('2', '/w/b.js', 'b.js.map'));
  places.add(script('3', 'node:fs'));
  const at = { lineNumber: 0, columnNumber: 0 };
  expect(places.placeOf({ scriptId: '1', ...at })).toEqual({ file: '/w/a.ts', line: 3, column: 1 });
  expect(places.placeOf({ scriptId: '2', lineNumber: 4 })).toMatchObject({ line: 5, column: 1 });
  expect(places.placeOf({ scriptId: '3', ...at })).toBeUndefined();
});
