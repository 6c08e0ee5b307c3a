import { expect, it } from 'vitest';
import { FakeWorld } from './fake_world.test_support.js';
import { installGuard } from './install_guard.js';

/** The machine's facts about this process, as user code sees them. */
const facts = () => ({
  title: process.title,
  execPath: process.execPath,
  execArgv: process.execArgv,
  umask: process.umask(),
  stackTraceLimit: Error.stackTraceLimit,
});

it('is the same whatever the process is called, and how it was started', () => {
  const before = { title: process.title, limit: Error.stackTraceLimit };
  const seen = ['one', 'another'].map((title, i) => {
    process.title = title;
    Error.stackTraceLimit = 5 + i;
    const guard = installGuard(new FakeWorld());
    const found = facts();
    guard.uninstall();
    return found;
  });
  process.title = before.title;
  Error.stackTraceLimit = before.limit;
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0]).toMatchObject({ title: 'node', stackTraceLimit: 10, umask: 0o22 });
});

it('lets a program name its process', () => {
  const guard = installGuard(new FakeWorld());
  process.title = 'robot';
  const { title } = process;
  guard.uninstall();
  expect(title).toBe('robot');
});
