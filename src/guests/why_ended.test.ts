import { describe, expect, it } from 'vitest';
import { DEFAULT_QOS } from '../graph/index.js';
import { Frame } from './frame.js';
import { frameFault, PipeEnd } from './frame_fault.js';
import { FrameWriter } from './frame_writer.js';
import {
  type EndedGuest,
  failureOf,
  floodOf,
  mishapOf,
  notStarted,
  whyEnded,
} from './why_ended.js';
import { describeQos, readQos } from './wire_qos.js';

const program = { name: 'talker', file: '/w/talker.py', args: [], env: {} };
const gone = { code: 3, signal: undefined, failure: undefined };
const fault = (code: string, text: string) => ({ said: { code: 1, fault: { code, text } } });
const ended = (more: Partial<EndedGuest>) =>
  whyEnded({
    ...{ program, said: undefined, process: gone, hung: undefined, where: ' in a timer' },
    ...more,
  });

describe('the end of a program that was told that its run is over', () => {
  const mishap = (more: Partial<EndedGuest>) =>
    mishapOf({
      ...{ program, said: undefined, process: gone, hung: undefined, where: '' },
      ...more,
    });

  it.each<Partial<EndedGuest>>([
    { said: { code: 0, fault: undefined } },
    { said: { code: 130, fault: undefined } },
    { process: { ...gone, code: 0 } },
    { process: { ...gone, code: undefined, signal: 'SIGTERM' } },
    { process: { ...gone, code: undefined, signal: 'SIGINT' } },
  ])('is a good one for %j', (how) => {
    expect(mishap(how)).toBeUndefined();
  });

  it.each<[Partial<EndedGuest>, number, string | undefined]>([
    [{ said: { code: 3, fault: undefined } }, 3, undefined],
    [fault('exception', 'KeyError: 1'), 1, 'ORR_GUEST_EXCEPTION'],
    [{}, 3, 'ORR_GUEST_DIED'],
    [{ process: { ...gone, code: undefined, signal: 'SIGSEGV' } }, -11, 'ORR_GUEST_DIED'],
    [
      { process: { ...gone, code: undefined, signal: 'SIGKILL' }, hung: 'patience' },
      -9,
      'ORR_GUEST_HANG',
    ],
    [{ said: { code: 0, fault: undefined }, hung: 'patience' }, 0, 'ORR_GUEST_HANG'],
  ])('%j is not a good one', (how, code, error) => {
    expect([mishap(how)?.code, mishap(how)?.error?.code]).toEqual([code, error]);
  });
});

describe('the end of a program', () => {
  it('is not an error if it says so itself', () => {
    for (const code of [0, 2]) expect(ended({ said: { code, fault: undefined } })).toBeUndefined();
  });

  it.each<[Partial<EndedGuest>, string, string]>([
    [{}, 'ORR_GUEST_DIED', 'died in a timer with exit code 3'],
    [{ process: { ...gone, signal: 'SIGSEGV' } }, 'ORR_GUEST_DIED', 'by SIGSEGV'],
    [{ hung: 'patience' }, 'ORR_GUEST_HANG', 'for longer than is allowed'],
    [{ hung: 'interrupted' }, 'ORR_RUN_INTERRUPTED', 'was interrupted'],
    [{ hung: 'wall' }, 'ORR_WALL_LIMIT', 'wall-clock budget'],
    [
      { hung: 'patience', ...fault('hang', 'Stack\n  talker.py:7\n') },
      'ORR_GUEST_HANG',
      'it was ended at   talker.py:7',
    ],
    [fault('deadlock', 'a lock'), 'ORR_GUEST_DEADLOCK', 'waits forever: a lock'],
    [fault('strict', 'a socket'), 'ORR_GUEST_STRICT', 'left the virtual world: a socket'],
    [fault('import', 'Traceback\nNo module x'), 'ORR_GUEST_IMPORT', 'installed: No module x'],
    [fault('exception', 'Traceback\nKeyError: 1'), 'ORR_GUEST_EXCEPTION', 'handled: KeyError: 1'],
  ])('%j is %s', (how, code, words) => {
    const error = ended(how);
    expect(error?.code).toBe(code);
    expect(error?.message).toContain(words);
  });

  it('names Python if it is not there', () => {
    const missing = Object.assign(new Error('spawn python3'), { code: 'ENOENT' });
    expect(notStarted(program, { ...gone, failure: missing }).message).toContain('ORRERY_PYTHON');
    const refused = new Error('no memory');
    expect(notStarted(program, { ...gone, failure: refused }).message).toContain('no memory');
  });

  it('is an error of the program if it broke the protocol, and none if its pipe was closed', () => {
    expect(failureOf('talker', new PipeEnd())).toBeUndefined();
    expect(failureOf('talker', frameFault('too long'))?.code).toBe('ORR_GUEST_PROTOCOL');
    const flood = floodOf('talker', 10, undefined);
    expect(failureOf('talker', flood)).toBe(flood);
    expect(() => failureOf('talker', new RangeError('own mistake'))).toThrow('own mistake');
  });
});

describe('policies of a guest', () => {
  function read(numbers: readonly [number, number, number, number, number, number]) {
    const [history, reliability, durability, liveliness, depth, deadline] = numbers;
    const small = Uint8Array.of(history, reliability, durability, liveliness);
    const bytes = new FrameWriter().raw(small).u32(depth).i64(deadline).i64(-1).i64(0).take();
    const frame = new Frame();
    frame.point(0, 0, 0, Buffer.from(bytes), 0, bytes.length);
    return readQos(frame);
  }

  it('are those of rmw by number; a bound that is absent is -1', () => {
    expect(read([1, 1, 2, 1, 10, 0])).toEqual(DEFAULT_QOS);
    const other = read([2, 2, 1, 3, 0, 5e6]);
    expect(other).toMatchObject({ history: 'keep_all', depth: 1, deadline: 5e6 });
    expect(describeQos(other)).toEqual({
      ...{ history: 2, depth: 1, reliability: 2, durability: 1, liveliness: 3 },
      ...{ deadline: 5e6, lifespan: -1, lease: -1 },
    });
  });
});
