import { expect, it } from 'vitest';
import { describeProcesses, followedProcesses, followedPrograms } from './followed_processes.js';

const program = (name: string, completion: 'barrier' | 'quiet') => ({
  ...{ program: name, file: `/opt/${name}`, sha256: '00', completion },
});

it('reports what is not proven about programs in other languages', () => {
  const processes = [program('planner', 'barrier'), program('driver', 'quiet')];
  const found = followedProcesses(processes, ['planner sends on /x while nothing of it runs']);
  expect(found.map(({ kind, severity }) => `${severity} ${kind}`)).toEqual([
    'warning unproven-completion',
    'warning unordered-process',
  ]);
  expect(found[0]!.message).toMatch(/^Nothing proves when the callbacks of driver are over/);
  const said = describeProcesses(followedPrograms(processes, ['pilot']));
  expect(said[0]).toMatch(/^planner: its parameter services tell/);
  expect(said[2]).toMatch(/^pilot: it runs in lockstep .* Nothing would make that stronger\.$/);
});
