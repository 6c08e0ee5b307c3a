import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutOwnFrames } from './without_own_frames.js';

const folders = fc
  .array(fc.constantFrom('home', 'my robot', 'Übung', 'a(b)', '100%', 'dist'), { minLength: 1 })
  .map((parts) => pathToFileURL(`/${parts.join('/')}/orrery-sim/dist/`));

it("keeps only the user's frames, wherever Orrery is installed", () => {
  const frame = (place: string) => `    at f (${place}:1:2)`;
  fc.assert(
    fc.property(folders, fc.boolean(), (own, hasUser) => {
      const raw = decodeURIComponent(own.pathname);
      const ours = [
        frame(new URL('bag/bag_reader.js', own).href),
        frame(`${raw}testing/commonjs.cjs`),
        frame('node:internal/process/task_queues'),
        frame('/x/node_modules/yaml/dist/compose/composer.js'),
        '    at new Promise (<anonymous>)',
      ];
      const user = frame('/home/me/talker.js');
      const stack = ['Error: no', ...ours, ...(hasUser ? [user] : [])].join('\n');
      expect(withoutOwnFrames(stack, own)).toBe(hasUser ? `Error: no\n${user}` : undefined);
    }),
  );
});

it('keeps a text that has no frames', () => {
  expect(withoutOwnFrames('SyntaxError: missing )')).toBe('SyntaxError: missing )');
});
