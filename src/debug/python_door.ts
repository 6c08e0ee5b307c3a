import { mkdirSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';

/** pdb prints this at the end of its output when it waits for a command. */
const PROMPT = '(Pdb) ';
/** Ends output that must be shown at once because pdb waits for something other than a command. */
const AT_ONCE = '\f';

/**
 * Where the pdb of a Python program connects when it stops in a callback: a socket with a name in the
 * scratch folder of the debugger, for one conversation at a time.
 */
export class PythonDoor {
  readonly path: string;
  readonly #server: Server;
  #socket: Socket | undefined;
  #said = '';
  #heard: ((said: string) => void) | undefined;
  readonly #aloud: (text: string) => void;

  /** @param aloud - passes on output that must be shown at once */
  constructor(path: string, aloud: (text: string) => void) {
    this.path = path;
    this.#aloud = aloud;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#server = createServer((socket) => this.#enter(socket));
    this.#server.listen(path).unref();
  }

  /** Whether pdb waits for a command. */
  get open(): boolean {
    return this.#socket !== undefined;
  }

  /** The output of pdb until it waits for a command again or has left the callback. */
  heard(): Promise<string> {
    return new Promise((resolve) => {
      this.#heard = resolve;
      this.#pass();
    });
  }

  /** Gives pdb a command; returns its output. */
  ask(command: string): Promise<string> {
    this.#socket?.write(`${command}\n`);
    return this.heard();
  }

  close(): void {
    this.#socket?.destroy();
    this.#server.close();
  }

  #enter(socket: Socket): void {
    this.#socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      this.#said += text;
      this.#pass();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#socket = undefined;
      this.#settle(this.#said);
    });
  }

  #pass(): void {
    const urgent = this.#said.lastIndexOf(AT_ONCE);
    if (urgent >= 0) {
      this.#aloud(this.#said.slice(0, urgent).replaceAll(AT_ONCE, ''));
      this.#said = this.#said.slice(urgent + 1);
    }
    if (this.#said.endsWith(PROMPT)) this.#settle(this.#said.slice(0, -PROMPT.length));
  }

  #settle(said: string): void {
    const heard = this.#heard;
    if (heard === undefined) return;
    this.#said = '';
    this.#heard = undefined;
    heard(said.trimEnd());
  }
}
