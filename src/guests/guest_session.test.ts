/** Hostile guests: random frames end in an error that names the guest, and never hang. */
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { OrreryError } from '../errors/index.js';
import { Simulation } from '../simulation/index.js';
import { Channel } from './channel.js';
import { FrameFault, PipeEnd } from './frame_fault.js';
import { DEFAULT_LIMITS, FrameKind, HEADER_BYTES, MAGIC } from './frame_kinds.js';
import { FrameWriter } from './frame_writer.js';
import { GuestRound } from './guest_round.js';
import { GuestSession } from './guest_session.js';
import { MessageTooLarge } from './message_in.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-frames-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LIMITS = { ...DEFAULT_LIMITS, frame: 1 << 20, entities: 50, waiters: 8, printed: 1 << 16 };
const RUNS = Number(process.env.ORRERY_FUZZ ?? 300);

/** A channel that reads these bytes and then the end of the pipe. */
function channelOver(bytes: Uint8Array): Channel {
  const path = join(folder, 'said');
  writeFileSync(path, bytes);
  return new Channel(openSync(path, 'r'), openSync('/dev/null', 'w'), LIMITS.frame);
}

function hello(): Uint8Array {
  const out = new FrameWriter().begin(FrameKind.HELLO).u32(MAGIC).u16(1).u16(1);
  return out.raw(Uint8Array.of(2)).text('').raw(Uint8Array.of(0, 0)).u32(1).u16(0).end().take();
}

/** A frame with a correct header and any content. */
const frames = fc
  .tuple(
    fc.constantFrom(...Object.values(FrameKind)),
    fc.integer({ min: 0, max: 1 }),
    fc.integer({ min: 0, max: 6 }),
    fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      // The beginning of a plausible declaration: small numbers, a name, a type.
      fc
        .tuple(
          fc.integer({ min: 0, max: 6 }),
          fc.constantFrom('/a', 'b', '', '/a?', 'std_msgs/msg/String'),
        )
        .map(([node, name]) => declaration(node, name)),
    ),
  )
  .map(([kind, flags, subject, body]) => {
    const frame = Buffer.alloc(HEADER_BYTES + body.length);
    frame.writeUInt32LE(frame.length - 4, 0);
    frame[4] = kind;
    frame[5] = flags;
    frame.writeUInt32LE(subject, 8);
    frame.set(body, HEADER_BYTES);
    return frame;
  });

function declaration(node: number, name: string): Uint8Array {
  const text = Buffer.from(name);
  const head = Buffer.alloc(6);
  head.writeUInt32LE(node, 0);
  head.writeUInt16LE(text.length, 4);
  const type = Buffer.from('std_msgs/msg/String');
  const length = Buffer.alloc(2);
  length.writeUInt16LE(type.length, 0);
  return Buffer.concat([head, text, length, type, Buffer.alloc(34)]);
}

describe('the frames of a guest', () => {
  it('end in a fault or at the end of the pipe, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const channel = channelOver(bytes);
        try {
          for (;;) {
            const frame = channel.read();
            frame.u16();
            frame.string();
            frame.i64();
          }
        } catch (error) {
          expect(error instanceof FrameFault || error instanceof PipeEnd).toBe(true);
        } finally {
          channel.close();
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('keep their bytes if they are large, and arrive whole at any place of the stream', () => {
    const sizes = [10, 65_520, 65_525, 200_000, 3, 900_000];
    const contents = sizes.map((size, i) => new Uint8Array(size).fill(i + 1));
    const sent = contents.map((content, i) => {
      const parts = new FrameWriter().begin(FrameKind.PUBLISH, i).raw(content).end().takeParts();
      return Buffer.concat(parts);
    });
    const channel = channelOver(Buffer.concat(sent));
    const kept: Uint8Array[] = [];
    for (const [i, content] of contents.entries()) {
      const frame = channel.read();
      expect([frame.kind, frame.subject]).toEqual([FrameKind.PUBLISH, i]);
      const rest = frame.rest();
      expect(Buffer.compare(rest, content)).toBe(0);
      kept.push(frame.keepsBytes ? rest : new Uint8Array(rest));
    }
    expect(kept.every((bytes, i) => Buffer.compare(bytes, contents[i]!) === 0)).toBe(true);
    channel.close();
  });

  it('that claim more bytes than they have take no memory', () => {
    const head = Buffer.alloc(HEADER_BYTES);
    head.writeUInt32LE(LIMITS.frame, 0);
    const channel = channelOver(head);
    expect(() => channel.read()).toThrow(PipeEnd);
    channel.close();
    head.writeUInt32LE(LIMITS.frame + 1, 0);
    const tooLarge = channelOver(head);
    expect(() => tooLarge.read()).toThrow(/a frame of \d+ bytes is larger than the limit/);
    tooLarge.close();
    head[4] = FrameKind.PUBLISH;
    const message = channelOver(head);
    expect(() => message.read()).toThrow(MessageTooLarge);
    message.close();
  });

  it('in any order end the session, or cause an error that says what is wrong', () => {
    fc.assert(
      fc.property(fc.array(frames, { maxLength: 12 }), (said) => {
        const channel = channelOver(Buffer.concat([hello(), ...said]));
        const session = new GuestSession({
          simulation: new Simulation(),
          channel,
          limits: LIMITS,
          times: undefined,
          host: { print: () => {}, leak: () => {}, warn: () => {} },
          name: 'fuzzed',
          token: '',
          welcome: {},
          debug: undefined,
          turn: { begin: () => {}, end: () => {} },
          round: new GuestRound(true),
          over: () => {},
        });
        try {
          session.start();
        } catch (error) {
          if (!(error instanceof OrreryError)) throw error;
        } finally {
          session.executor.end();
          session.entities.removeAll();
          channel.close();
        }
      }),
      { numRuns: RUNS },
    );
  });
});
