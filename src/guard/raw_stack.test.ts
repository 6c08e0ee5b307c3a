import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { RawStack } from './raw_stack.js';

const linesOf = (stack: RawStack): string[] => {
  const lines: string[] = [];
  for (let line = stack.line(0); line !== undefined; line = stack.line(lines.length)) {
    lines.push(line);
  }
  return lines;
};

/** The lines where Node itself calls a listener, the only place where both stacks can be taken. */
function fromNode<T>(take: () => T): T {
  let taken: T | undefined;
  new EventEmitter().on('now', () => (taken = take())).emit('now');
  return taken as T;
}

describe('a raw stack', () => {
  it('has the lines of error.stack', () => {
    // Without line and column, which source maps change.
    const places = (lines: readonly string[]) =>
      lines.map((line) => line.replace(/:\d+:\d+\)?$/, ''));
    const [raw, formatted] = fromNode(() => [
      linesOf(new RawStack(4)),
      new Error().stack!.split('\n').slice(1, 5),
    ]);
    expect(raw[2]).toContain('node:events');
    expect(places(raw.slice(2))).toEqual(places(formatted.slice(2)));
  });

  it('does not ask for the working directory', () => {
    const { cwd } = process;
    let asked = 0;
    process.setSourceMapsEnabled(true);
    process.cwd = () => {
      asked += 1;
      return cwd.call(process);
    };
    try {
      fromNode(() => linesOf(new RawStack(60)));
    } finally {
      process.cwd = cwd;
    }
    expect(asked).toBe(0);
  });

  it('leaves what programs can see of stacks as it was', () => {
    const limit = Error.stackTraceLimit;
    const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
    const formatter = () => 'mine';
    new RawStack(60);
    expect(Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')).toEqual(before);
    try {
      Error.prepareStackTrace = formatter;
      expect(linesOf(new RawStack(60)).length).toBeGreaterThan(1);
      expect(Error.prepareStackTrace).toBe(formatter);
    } finally {
      if (before === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
      else Object.defineProperty(Error, 'prepareStackTrace', before);
    }
    expect(Error.stackTraceLimit).toBe(limit);
  });

  it('can be taken while another is formatted', () => {
    const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
    let inside: string[] = [];
    try {
      Error.prepareStackTrace = () => {
        inside = linesOf(new RawStack(60));
        return '';
      };
      void new Error().stack;
    } finally {
      if (before === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
      else Object.defineProperty(Error, 'prepareStackTrace', before);
    }
    expect(inside.every((line) => line.startsWith('    at '))).toBe(true);
    expect(inside.length).toBeGreaterThan(0);
  });
});
