import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { OrreryError } from '../../errors/index.js';
import { outside, real } from '../../guard/index.js';
import { PeerConnection } from './peer_connection.js';

export interface NetworkProgramOptions {
  /** Name for messages, such as "ns-3". */
  readonly name: string;
  readonly file: string;
  /** Its arguments; `--listen PATH` follows. */
  readonly args: readonly string[];
  /** How long it may take to listen, in ms. */
  readonly connectTimeout: number;
}

/** How much of a program's output is kept, in characters. */
const MAX_OUTPUT = 4096;

/** A network simulator that Orrery starts and ends, connected by a socket that only the two know. */
export class NetworkProgram {
  readonly connection: PeerConnection;
  readonly #child: ChildProcess;

  private constructor(connection: PeerConnection, child: ChildProcess) {
    this.connection = connection;
    this.#child = child;
  }

  /** @throws OrreryError `ORR_NETSIM_PEER` when it does not start, or ends before it listens */
  static async start(options: NetworkProgramOptions): Promise<NetworkProgram> {
    const { name, file, args, connectTimeout } = options;
    const { fs, os, childProcess } = real;
    const folder = fs.mkdtempSync(join(os.tmpdir(), `orrery-netsim-${real.pid}-`));
    const path = join(folder, 'socket');
    const child = outside(() =>
      childProcess.spawn(file, [...args, '--listen', path], {
        // Signals of the terminal are Orrery's.
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      }),
    );
    child.unref();
    try {
      const ended = endOf(child, name);
      const connected = PeerConnection.connect({
        role: `network simulator ${name}`,
        address: { path },
        connectTimeout,
      });
      // Whichever settles second must not remain an unhandled rejection.
      connected.catch(() => {});
      return new NetworkProgram(await Promise.race([connected, ended]), child);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    } finally {
      // Connected peers no longer need the socket's name.
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Ends the program, even if it hangs. */
  close(): void {
    this.connection.close();
    this.#child.kill('SIGKILL');
  }
}

/** Rejects when a program ends, with its last output. */
function endOf(child: ChildProcess, name: string): Promise<never> {
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-MAX_OUTPUT);
  });
  const end = new Promise<never>((_, reject) => {
    const fail = (what: string) => {
      const sentence = `The network simulator ${name} ${what}; see its output${output === '' ? '' : `: ${output.trim()}`}.`;
      reject(new OrreryError('ORR_NETSIM_PEER', sentence));
    };
    child.once('error', (error) => fail(`does not start: ${error.message}`));
    child.once('close', (code, signal) => fail(`ended with ${signal ?? `code ${code}`}`));
  });
  end.catch(() => {});
  return end;
}
