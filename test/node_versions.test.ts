/**
 * What versions of Node say differently, Orrery lets them say alike. `npm run test:nodes` tries it on
 * each; `ORRERY_NODES=path:path` tries others at once.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COMMAND, temporaryDirectory } from './orrery_command.js';

const NODES = [
  process.execPath,
  ...(process.env.ORRERY_NODES ?? '').split(':').filter((path) => path !== ''),
];

/** Expressions, and what they give on every version. */
const SAID: readonly (readonly [string, unknown])[] = [
  [
    `mistake(() => JSON.parse('{bad}'))`,
    `Expected property name or '}' in JSON at position 1 (line 1 column 2)`,
  ],
  [
    `mistake(() => JSON.parse('{\\r\\n "a": 1,\\n}'))`,
    'Expected double-quoted property name in JSON at position 12 (line 3 column 1)',
  ],
  [
    `mistake(() => JSON.parse('[1,\\r\\r2'))`,
    `Expected ',' or ']' after array element in JSON at position 6 (line 3 column 2)`,
  ],
  [`mistake(() => JSON.parse('hello'))`, `Unexpected token 'h', "hello" is not valid JSON`],
  [`mistake(() => JSON.parse(''))`, 'Unexpected end of JSON input'],
  [`JSON.parse('[1, 2]', (key, value) => (key === '0' ? 5 : value))`, [5, 2]],
  [`new TextDecoder('windows-1252').decode(Uint8Array.of(0x80, 0x81, 0x9f))`, '€\x81Ÿ'],
  [`new TextDecoder('latin1').decode(Uint8Array.of(0x80))`, '€'],
  [`new TextDecoder('ascii').decode(Uint8Array.of(0x80))`, '€'],
  [`new (require('node:stream').Readable)().readableHighWaterMark`, 65_536],
  [`new (require('node:stream').PassThrough)().writableHighWaterMark`, 65_536],
  [`require('node:stream').getDefaultHighWaterMark(false)`, 65_536],
  [`require('node:zlib').createGzip().readableHighWaterMark`, 65_536],
  [`new Date(0).toLocaleTimeString()`, '12:00:00 AM'],
  [`(1234567.891).toLocaleString('fr-FR')`, '1\u202f234\u202f567,891'],
  [`new Intl.NumberFormat('de', { style: 'currency', currency: 'EUR' }).format(5)`, '5,00\u00a0€'],
  [`mistake(() => undefined.x)`, `Cannot read properties of undefined (reading 'x')`],
  [`mistake(() => structuredClone(() => {}))`, '() => {} could not be cloned.'],
];

it.each(NODES)('%s', (node) => {
  const file = join(temporaryDirectory(), 'texts.cjs');
  writeFileSync(
    file,
    `const mistake = (call) => { try { return call(); } catch (error) {
       if (!error.stack.includes(error.message)) throw error;
       return error.message;
     } };
     console.log(JSON.stringify([${SAID.map(([source]) => source).join(',\n')}]));`,
  );
  const { stdout, stderr } = spawnSync(node, [COMMAND, 'run', file, '--no-record'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout.split('\n')[0]!)).toEqual(SAID.map(([, text]) => text));
});
