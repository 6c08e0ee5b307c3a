/**
 * `orrery debug` lets an editor attach to a callback in Python; the test is a client of the protocol, with the real
 * debugpy.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { COMMAND, ROOT, temporaryDirectory } from './orrery_command.js';

const ADDER = join(ROOT, 'test/programs/debug/adder.py');

/** A Python interpreter that has debugpy. */
const PYTHON = ['python3', '/usr/bin/python3'].find(
  (command) => spawnSync(command, ['-c', 'import debugpy']).status === 0,
);

interface Message {
  readonly type: string;
  readonly event?: string;
  readonly request_seq?: number;
  readonly body?: Record<string, unknown>;
}

/** An editor, as the Debug Adapter Protocol sees it. */
class Editor {
  readonly #socket: Socket;
  readonly #messages: Message[] = [];
  #woken: (() => void) | undefined;
  #rest = Buffer.alloc(0);
  #sent = 0;
  #ended = false;
  #thread: unknown;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (data) => this.#take(data));
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#ended = true;
      this.#woken?.();
    });
  }

  /** Attaches with breakpoints in these lines. */
  async attach(file: string, lines: readonly number[]): Promise<void> {
    await this.ask('initialize', { adapterID: 'orrery', pathFormat: 'path', linesStartAt1: true });
    this.#send('attach', { justMyCode: true });
    await this.#event('initialized');
    const breakpoints = lines.map((line) => ({ line }));
    await this.ask('setBreakpoints', { source: { path: file }, breakpoints });
    this.#send('configurationDone');
  }

  /** The frames at the next stop, innermost first, as function and line, and the value of an expression there. */
  async stopped(expression: string): Promise<{ frames: string[]; value: unknown }> {
    const { body } = await this.#event('stopped');
    this.#thread = body!.threadId;
    const trace = await this.ask('stackTrace', { threadId: this.#thread });
    const frames = trace.stackFrames as { id: number; name: string; line: number }[];
    const frameId = frames[0]?.id;
    const { result } = await this.ask('evaluate', { expression, frameId });
    return { frames: frames.map(({ name, line }) => `${name} ${line}`), value: result };
  }

  async goOn(command: 'continue' | 'next'): Promise<void> {
    await this.ask(command, { threadId: this.#thread });
  }

  async ask(command: string, words: object = {}): Promise<Record<string, unknown>> {
    const number = this.#send(command, words);
    const { body } = await this.#find((each) => each.request_seq === number);
    return body ?? {};
  }

  /** Waits until the program has ended. */
  async end(): Promise<void> {
    while (!this.#ended) await this.#more();
  }

  #event(name: string): Promise<Message> {
    return this.#find(({ event }) => event === name);
  }

  async #find(is: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const at = this.#messages.findIndex(is);
      if (at >= 0) return this.#messages.splice(at, 1)[0]!;
      if (this.#ended) throw new Error('debugpy has gone');
      await this.#more();
    }
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#woken = resolve;
    });
  }

  #send(command: string, words: object = {}): number {
    const seq = ++this.#sent;
    const text = JSON.stringify({ seq, type: 'request', command, arguments: words });
    this.#socket.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    return seq;
  }

  #take(data: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, data]);
    for (;;) {
      const head = this.#rest.indexOf('\r\n\r\n');
      const length = Number(
        /Content-Length: (\d+)/.exec(this.#rest.toString('latin1', 0, head))?.[1],
      );
      if (head < 0 || this.#rest.length < head + 4 + length) break;
      this.#messages.push(JSON.parse(this.#rest.toString('utf8', head + 4, head + 4 + length)));
      this.#rest = this.#rest.subarray(head + 4 + length);
    }
    this.#woken?.();
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** The command, and what it has printed so far. */
function begin(words: readonly string[]) {
  const env = { ...process.env, ORRERY_PYTHON: PYTHON };
  const child = spawn(process.execPath, [COMMAND, ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said.text += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { said, ended };
}

describe.skipIf(PYTHON === undefined)('debugpy at a callback in Python', () => {
  it('stops there, steps, and stops again after the run has gone back', {
    timeout: 170_000,
  }, async () => {
    const folder = temporaryDirectory();
    const [file, run] = [join(folder, 'adder.py'), join(folder, 'run')];
    cpSync(ADDER, file);
    expect(await begin(['run', file, '--until', '5s', '--record', run]).ended).toBe(0);
    const port = await freePort();
    const commands = ['next', `debugpy ${port}`, 'to #6', `debugpy ${port}`, 'continue'];
    const debug = begin(['debug', run, '--at', '4s', ...commands.flatMap((each) => ['-c', each])]);
    const waits = `debugpy waits for an editor at 127.0.0.1:${port}\n`;
    for (const sums of [18, 9]) {
      while (!debug.said.text.includes(waits)) await pause(20);
      debug.said.text = debug.said.text.replace(waits, '');
      const editor = new Editor(connect(port, '127.0.0.1'));
      await editor.attach(file, [21]);
      const first = await editor.stopped('self.sum');
      expect(first).toEqual({ frames: ['heard 20', '<module> 25'], value: String(sums) });
      await editor.goOn('continue');
      const second = await editor.stopped('before, message.data');
      expect(second.frames).toEqual(['heard 21', '<module> 25']);
      expect(second.value).toBe(`(${sums}, ${sums === 18 ? 12 : 9})`);
      await editor.ask('disconnect');
      await editor.end();
    }
    expect(await debug.ended, debug.said.text).toBe(0);
    expect(debug.said.text.match(/This callback is over/g)).toHaveLength(2);
    expect(debug.said.text).toContain('The run is over: "until" at 5.000000000 s.');
  });
});
