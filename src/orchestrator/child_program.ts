/** A program of ROS 2 as a process: started, watched and ended by the socket thread. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { ProcessEnd, ProcessStart } from './thread_protocol.js';

/** Keeps Cyclone DDS and Fast DDS on the loopback and on UDP, which Orrery can hear. */
const CYCLONE =
  '<CycloneDDS><Domain Id="any"><General><Interfaces><NetworkInterface name="lo"/></Interfaces>' +
  '<AllowMulticast>false</AllowMulticast></General><Discovery><ParticipantIndex>auto</ParticipantIndex>' +
  '<MaxAutoParticipantIndex>9</MaxAutoParticipantIndex><Peers><Peer Address="127.0.0.1"/></Peers>' +
  '</Discovery></Domain></CycloneDDS>';

function middlewareEnvironment(domain: number): Record<string, string> {
  return {
    ROS_DOMAIN_ID: String(domain),
    ROS_AUTOMATIC_DISCOVERY_RANGE: 'LOCALHOST',
    CYCLONEDDS_URI: CYCLONE,
    FASTDDS_BUILTIN_TRANSPORTS: 'UDPv4',
  };
}

/** What the socket thread needs to know about a program that it orders. */
export interface OrderedProgram {
  /** Undefined for a program that Orrery has not started. */
  readonly pid: number | undefined;
  /** How the program ended; undefined while it runs. */
  readonly end: ProcessEnd | undefined;
  signal(name: NodeJS.Signals): void;
  stop(patienceMs: number): Promise<void>;
}

export class ChildProgram implements OrderedProgram {
  end: ProcessEnd | undefined;
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;

  constructor({ file, args, cwd, env }: ProcessStart, domain: number, changed: () => void) {
    this.#child = spawn(file, args, {
      cwd,
      // Signals of the terminal go to Orrery only; processes that the program starts end with it.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...middlewareEnvironment(domain), ...env, ROS_DOMAIN_ID: String(domain) },
    });
    this.ended = new Promise((resolve) => {
      const done = (end: ProcessEnd) => {
        this.end = end;
        changed();
        resolve();
      };
      this.#child.once('error', (failure) =>
        done({ code: undefined, signal: undefined, failure: failure.message }),
      );
      this.#child.once('exit', (code, signal) =>
        done({ code: code ?? undefined, signal: signal ?? undefined }),
      );
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  signal(name: NodeJS.Signals): void {
    const { pid } = this;
    if (pid === undefined) return;
    try {
      process.kill(-pid, name);
    } catch {
      // The process group is gone already.
    }
  }

  /** Interrupts it as Ctrl-C does; after `patienceMs`, kills it with all processes that it started. */
  async stop(patienceMs: number): Promise<void> {
    if (this.end === undefined) {
      this.signal('SIGINT');
      // A stopped process receives the signal only when it continues.
      this.signal('SIGCONT');
      const late = new Promise((resolve) => setTimeout(resolve, patienceMs));
      await Promise.race([this.ended, late]);
    }
    this.signal('SIGKILL');
    await this.ended;
  }
}
