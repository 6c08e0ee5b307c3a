/**
 * A session of the debugger: a recorded run is re-executed to any callback, inspected, and queried.
 */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Debug from '../src/debug/index.js';
import { orrery } from './command_process.js';
import { program, ROOT, temporaryDirectory } from './orrery_command.js';

// The re-execution runs in a process of the built package.
const { openDebugSession } = (await import(
  new URL('dist/debug/index.js', `file://${ROOT}/`).href
)) as typeof Debug;

const folder = temporaryDirectory();
const numbers = program('debug/numbers.cjs');
const counter = program('debug/counter.ts');
const recorded = join(folder, 'run');

beforeAll(() => {
  const words = ['run', numbers, counter, '--until', '2s', '--seed', '5', '--record', recorded];
  expect(orrery(words).stderr).toBe('');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a session', () => {
  let session: Debug.DebugSession;
  beforeAll(async () => {
    session = await openDebugSession(recorded);
  });
  afterAll(() => session.close());

  it('stops at a time, on the line of the TypeScript source', async () => {
    const stop = await session.to({ time: 950_000_000n, node: '/counter' });
    expect(stop).toMatchObject({
      reason: 'target',
      callback: 20,
      time: 1_000_000_000n,
      phase: 'before',
      entity: '/counter subscription /number',
    });
    expect(stop.place).toMatchObject({ file: counter });
    const line = readFileSync(counter, 'utf8').split('\n')[stop.place!.line - 1];
    expect(line).toContain('const next: bigint =');
    expect(session.where()[0]!.place).toEqual(stop.place);
  });

  it("says who published a callback's input, and why the callback runs", async () => {
    await session.to({ callback: 20 });
    const message = session.message()!;
    expect(message).toMatchObject({ topic: '/number', node: '/numbers', sequence: 10 });
    expect(message.by).toMatchObject({ number: 19, entity: '/numbers timer timer#10' });
    const data = await session.evaluate('message.data');
    expect(data.text).toBe(`${(message.content as { data: bigint }).data}n`);
    expect(session.who('number')).toEqual(message);
    expect(session.who('/total')).toMatchObject({ sequence: 9, by: { number: 18 } });
    const causes = session.why();
    expect(causes.map(({ callback }) => callback.number)).toEqual([20, 19]);
    expect(causes[1]).toMatchObject({ message: undefined, entity: { period: 100_000_000 } });
  });

  it('reaches the same state forwards and backwards', async () => {
    const states = async () => ({
      state: await session.state(),
      variables: await session.variables(),
      last: await session.state('/counter'),
    });
    await session.to({ callback: 12 });
    const before = await states();
    expect(before.state).toMatch(/^\{ sum: \d+n, seen: 5 \}$/);
    await session.next(4);
    expect(await session.state()).toMatch(/seen: 7/);
    expect(await session.back(4)).toMatchObject({ callback: 12, phase: 'before' });
    expect(await states()).toEqual(before);
  });

  it('steps within a callback and out of it', async () => {
    await session.to({ callback: 12 });
    expect(await session.evaluate('nothing')).toMatchObject({ threw: true });
    const step = await session.step();
    expect(step).toMatchObject({ callback: 12, phase: 'inside', reason: 'step' });
    expect(await session.evaluate('next > 0n')).toMatchObject({ text: 'true' });
    expect(await session.finish()).toMatchObject({ callback: 12, phase: 'after' });
    expect(await session.state()).toMatch(/seen: 6/);
    expect(await session.back()).toMatchObject({ callback: 12, phase: 'before' });
    expect(await session.next(1, '/counter')).toMatchObject({ callback: 14 });
  });

  it('stops at breakpoints on topics and nodes, in both directions', async () => {
    await session.to({ callback: 12 });
    await session.break('/total');
    expect(await session.continue()).toMatchObject({ callback: 14, reason: 'break' });
    expect(await session.reverseContinue()).toMatchObject({ callback: 12 });
    expect(await session.reverseContinue()).toMatchObject({ callback: 10 });
    await session.clear();
    await session.break('numbers');
    expect(await session.continue()).toMatchObject({ callback: 11, node: '/numbers' });
    await session.clear();
    expect(await session.continue()).toMatchObject({ phase: 'end', callback: 41, end: 'until' });
    await expect(session.variables()).rejects.toMatchObject({ code: 'ORR_DEBUG_NO_STOP' });
    expect(session.who('/number')).toMatchObject({ sequence: 20 });
    expect(await session.back()).toMatchObject({ callback: 40, phase: 'before' });
  });

  it('reports if an evaluation has changed the run', async () => {
    await session.to({ callback: 11 });
    expect(await session.evaluate('last + 1')).toMatchObject({ hadSideEffects: false });
    expect(session.touched).toBe(false);
    expect(await session.evaluate('last += 1')).toMatchObject({ hadSideEffects: true });
    await expect(session.next()).rejects.toMatchObject({
      code: 'ORR_DEBUG_DIVERGED',
      message: expect.stringMatching(/callback #11 differs first, its output was .* side effects/),
    });
    expect(await session.to({ callback: 12 })).toMatchObject({ callback: 12 });
    expect(session.touched).toBe(false);
  });

  it('goes back to a spare run that waits at an earlier callback', async () => {
    const waiting = async () => {
      const ps = promisify(execFile)('ps', ['-o', 'args=', '--ppid', String(process.pid)]);
      return (await ps).stdout.match(/debugged_run/g)?.length;
    };
    const { place } = await session.to({ callback: 30 });
    const state = await session.state('/counter');
    while ((await waiting()) !== 2) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await session.back(3)).toMatchObject({ callback: 27, phase: 'before' });
    expect(await session.next(3)).toMatchObject({ callback: 30, place });
    expect(await session.state('/counter')).toBe(state);
  });

  it('works with any inspector front end', async () => {
    const frontEnd = async (expression: string): Promise<unknown> => {
      const { stdout } = await promisify(execFile)(process.execPath, [
        '--no-warnings',
        '--experimental-websocket',
        program('debug/front_end.mjs'),
        session.inspectorUrl,
        expression,
      ]);
      return JSON.parse(stdout);
    };
    const { place } = await session.to({ callback: 13 });
    expect(await frontEnd('last')).toEqual({
      ...{ url: pathToFileURL(numbers).href, line: place!.line, functionName: '' },
      value: Number((await session.evaluate('last')).text),
    });
    const { port } = new URL(session.inspectorUrl);
    await session.back(2);
    expect(new URL(session.inspectorUrl).port).toBe(port);
    expect(await frontEnd('typeof last')).toMatchObject({ value: 'number' });
  });

  it('can be closed while it is asked for a lot', async () => {
    const busy = await openDebugSession(recorded);
    await busy.to({ callback: 5 });
    for (let i = 0; i < 2000; i++) void busy.evaluate('message');
    await busy.close();
    // An error that nobody hears would end the process of this test.
    await new Promise((resolve) => setTimeout(resolve, 100));
  });

  it('knows the names of the run', async () => {
    expect(() => session.who('/numbr')).toThrow('did you mean "/number"?');
    await expect(session.break('/nothing')).rejects.toMatchObject({ code: 'ORR_DEBUG_NAME' });
    await expect(async () => session.to({ callback: 42 })).rejects.toMatchObject({
      code: 'ORR_DEBUG_TARGET',
      message: 'The run has no callback #42; it has #1 to #40.',
    });
  });
});
