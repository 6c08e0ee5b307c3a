import { PassThrough } from 'node:stream';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';
import { serveInput } from './serve_input.js';

afterEach(() => vi.useRealTimers());

function serve(stream: PassThrough, live = false) {
  const { port1: port, port2: input } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const close = serveInput(stream, { input, answered, live });
  return { close, answered, next: () => receiveMessageOnPort(port)?.message as unknown };
}

it('answers once, when all input has arrived', async () => {
  const stream = new PassThrough();
  const { answered, next } = serve(stream);
  stream.write('a');
  stream.end('b');
  await new Promise((done) => stream.once('close', done));
  expect(answered[0]).toBe(1);
  expect(Buffer.from(next() as Uint8Array).toString()).toBe('ab');
});

it('refuses input that does not end', () => {
  vi.useFakeTimers();
  const { answered, next } = serve(new PassThrough());
  vi.advanceTimersByTime(9999);
  expect(answered[0]).toBe(0);
  vi.advanceTimersByTime(1);
  expect([answered[0], next()]).toEqual([1, { refused: 'endless' }]);
});

it('refuses a terminal, except in real time', () => {
  const terminal = () => Object.assign(new PassThrough(), { isTTY: true });
  expect(serve(terminal()).next()).toEqual({ refused: 'terminal' });
  const { close, next } = serve(terminal(), true);
  expect(next()).toBeUndefined();
  close();
});
