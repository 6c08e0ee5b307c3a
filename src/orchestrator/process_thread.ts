/** The thread that speaks DDS with the processes of a run, which waits for it. */
import { availableParallelism } from 'node:os';
import { workerData } from 'node:worker_threads';
import { OrphanWatch } from '../guests/index.js';
import { DdsProcess } from './dds_process.js';
import { seekNodes } from './seek_nodes.js';
import { StartSlots } from './start_slots.js';
import type {
  ProcessCommand,
  ProcessThreadData,
  SeekCommand,
  SoughtAnswer,
  ThreadAnswer,
  ThreadCommand,
  ThreadNews,
} from './thread_protocol.js';

const { port, signal, domains, first } = workerData as ProcessThreadData;
const processes = new Map<number, DdsProcess>();
const orphans = new OrphanWatch();
const starts = new StartSlots(Math.max(4, 2 * availableParallelism()));

/** The list of domains, rotated to begin at a place. */
function from(place: number): number[] {
  const at = place % domains.length;
  return [...domains.slice(at), ...domains.slice(0, at)];
}

function say(news: ThreadNews): void {
  port.postMessage(news);
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
}

type Answer = Omit<ThreadAnswer, 'kind' | 'ticket'>;

const NOTHING: Omit<Answer, 'state'> = {
  ...{
    outputs: [],
    strays: [],
    doubts: [],
    declared: [],
    gone: [],
    usesClock: false,
    means: 'quiet',
  },
  end: undefined,
  report: undefined,
};

/** Reports a failure as the end of the process. */
function failed(error: unknown): Answer {
  const failure = error instanceof Error ? error.message : String(error);
  return { ...NOTHING, state: 'ended', end: { code: undefined, signal: undefined, failure } };
}

async function handle(command: ProcessCommand): Promise<Answer> {
  const { process } = command;
  if (command.kind === 'start') {
    const made = new DdsProcess(command);
    processes.set(process, made);
    const isWanted = () => processes.get(process) === made;
    const start = () =>
      made.start(from(first + process), (pid) => {
        // It was stopped before there was anything to stop.
        if (!isWanted()) globalThis.process.kill(-pid, 'SIGKILL');
        orphans.spawned(pid);
        say({ kind: 'spawned', process, pid });
      });
    return starts.take(async () => (isWanted() ? start() : { ...NOTHING, state: 'ended' }));
  }
  const known = processes.get(process);
  if (known === undefined) return { ...NOTHING, state: 'ended' };
  if (command.kind === 'release') {
    return known.release(command.clock, command.input, command.end);
  }
  processes.delete(process);
  const last = await known.stop(command.isCrash);
  const { pid } = known;
  if (pid !== undefined) {
    orphans.gone(pid);
    say({ kind: 'exited', process, pid });
  }
  return { ...NOTHING, ...last, state: 'ended' };
}

async function seek({ ticket, sought, within, gidBytes }: SeekCommand): Promise<SoughtAnswer> {
  const answer = { kind: 'sought', ticket } as const;
  try {
    const news = await seekNodes(sought, within, gidBytes);
    return { ...answer, ...news, failure: undefined };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { ...answer, found: [], seen: [], failure };
  }
}

globalThis.process.on('uncaughtException', ({ stack = '' }) =>
  say({ kind: 'crashed', text: stack }),
);

port.on('message', (command: ThreadCommand) => {
  if (command.kind === 'seek') {
    void seek(command).then(say);
    return;
  }
  void handle(command)
    .catch(failed)
    .then((answer) => say({ kind: 'answer', ticket: command.ticket, ...answer }));
});
