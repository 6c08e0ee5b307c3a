import { type Debugger, type InspectorNotification, Session } from 'node:inspector';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ScriptPlaces, type StackPlace } from '../guard/index.js';

/** What a thread that does not return is doing. */
export interface HungCallback {
  /** The callback, such as `/scan → /filter`, or the node; undefined: the program itself, or unknown. */
  readonly label: string | undefined;
  /** The place in the user's code. */
  readonly place: StackPlace | undefined;
  /** The function at that place. */
  readonly functionName: string;
}

/** A thread that has not halted by then is not running JavaScript. */
const PATIENCE_MS = 4000;
/** Enough to write the files even on a busy machine. */
const KEEPING_MS = 10_000;
const OWN = fileURLToPath(new URL('..', import.meta.url));

/** Among Orrery's own frames, the innermost one that knows which entity or node is being served. */
const WHO = `(() => {
  if (typeof this?.label === 'function' && this.node !== undefined) return this.label();
  const name = this?.graph?.owner?.fullName;
  return typeof name === 'string' && name !== '/' ? name : '';
})()`;

/** Evaluated where the crank is turned: completes the files of the run with what it has recorded so far. */
const KEEP = `typeof this?.onHang === 'function' && (this.onHang(), true)`;
/** Frames in these folders may be in the middle of writing those files. */
const WRITERS = ['bag', 'record', 'trace'].map((room) => join(OWN, room, sep));
/** At most this many functions that a callback has called return before its files are completed. */
const MOST_STEPS = 100;

/**
 * Uses Node's inspector to see what a thread of this process is doing, and makes the thread complete its files. The
 * inspector is only opened here, so runs that end normally pay nothing for it.
 *
 * @returns undefined when the inspector cannot tell: the thread is not running JavaScript, or the caller is itself
 *   a thread, which cannot inspect others
 */
export async function findHungCallback(threadId: number): Promise<HungCallback | undefined> {
  const session = new Session();
  let timer: NodeJS.Timeout | undefined;
  try {
    session.connect();
    return await new Promise<HungCallback | undefined>((resolve, reject) => {
      timer = setTimeout(resolve, PATIENCE_MS, undefined);
      const thread = new InspectedThread(session, threadId);
      thread.onPaused = (frames) => {
        clearTimeout(timer);
        describe(thread, frames).then(resolve, reject);
      };
      session.post('NodeWorker.enable', { waitForDebuggerOnStart: false }, (error) => {
        if (error !== null) reject(error);
      });
    });
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    session.disconnect();
  }
}

/** A thread as seen by the inspector of its process. */
class InspectedThread {
  readonly places = new ScriptPlaces();
  onPaused: ((frames: readonly Debugger.CallFrame[]) => void) | undefined;
  readonly #session: Session;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #sessionId: string | undefined;
  #sent = 0;

  constructor(session: Session, threadId: number) {
    this.#session = session;
    session.on('NodeWorker.attachedToWorker', ({ params }) => {
      // Its `workerId` only numbers the workers that the session sees.
      if (!params.workerInfo.title.startsWith(`[worker ${threadId}]`)) return;
      this.#sessionId = params.sessionId;
      void this.send('Debugger.enable');
      void this.send('Debugger.pause');
    });
    session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
      if (params.sessionId === this.#sessionId) this.#receive(params.message);
    });
  }

  send(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#sent;
    const message = JSON.stringify({ id, method, params });
    this.#session.post('NodeWorker.sendMessageToWorker', {
      sessionId: this.#sessionId!,
      message,
    });
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  async evaluate(callFrameId: string, expression: string): Promise<unknown> {
    const question = { callFrameId, expression, returnByValue: true, silent: true };
    const answer = (await this.send('Debugger.evaluateOnCallFrame', question)) as {
      readonly result?: { readonly value?: unknown };
    };
    return answer?.result?.value;
  }

  /** Runs the thread until the function at which it is halted returns; returns the remaining frames. */
  stepOut(): Promise<readonly Debugger.CallFrame[]> {
    const halted = new Promise<readonly Debugger.CallFrame[]>((resolve) => {
      this.onPaused = resolve;
    });
    void this.send('Debugger.stepOut');
    return halted;
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as {
      readonly id?: number;
      readonly result?: unknown;
    } & Partial<
      InspectorNotification<Debugger.ScriptParsedEventDataType & Debugger.PausedEventDataType>
    >;
    if (message.id !== undefined) this.#waiting.get(message.id)?.(message.result);
    else if (message.method === 'Debugger.scriptParsed') this.places.add(message.params!);
    else if (message.method === 'Debugger.paused') this.onPaused?.(message.params!.callFrames);
  }
}

/**
 * Methods that know what they serve. Evaluating an expression in other frames, such as the module loader's, yields no
 * answer.
 */
function isTurn({ functionName }: Debugger.CallFrame): boolean {
  return /^#?(run|turn)$/.test(functionName);
}

async function describe(
  thread: InspectedThread,
  frames: readonly Debugger.CallFrame[],
): Promise<HungCallback> {
  const isOwn = (frame: Debugger.CallFrame) =>
    thread.places.fileOf(frame.location.scriptId)?.startsWith(OWN) ?? false;
  const isUsers = (frame: Debugger.CallFrame) => {
    const file = thread.places.fileOf(frame.location.scriptId);
    return file !== undefined && !isOwn(frame) && !/[\\/]node_modules[\\/]/.test(file);
  };
  // A place inside a package is reported as the line in the user's code that called it.
  const top = frames.find(isUsers);
  const place = top && thread.places.placeOf(top.location);
  const label = await soon(
    labelOf(
      thread,
      frames.filter((each) => isOwn(each) && isTurn(each)),
    ),
  );
  await keepRecord(thread, frames, isOwn, isUsers);
  // A thread that is left halted cannot be terminated.
  await soon(thread.send('Debugger.resume'));
  return { label, place, functionName: top?.functionName ?? '' };
}

type Judge = (frame: Debugger.CallFrame) => boolean;

/** Completes the files once the thread is no longer in the middle of writing them. */
async function keepRecord(
  thread: InspectedThread,
  frames: readonly Debugger.CallFrame[],
  isOwn: Judge,
  isUsers: Judge,
): Promise<void> {
  for (let step = 0; step < MOST_STEPS && frames.some(isUsers); step++) {
    const writes = frames.some(({ location }) => {
      const file = thread.places.fileOf(location.scriptId);
      return WRITERS.some((folder) => file?.startsWith(folder));
    });
    // Orrery may be halfway through an operation of the callback.
    if (!writes && !frames.slice(0, frames.findIndex(isUsers)).some(isOwn)) {
      for (const { callFrameId } of frames.filter((each) => isOwn(each) && isTurn(each))) {
        await soon(thread.evaluate(callFrameId, KEEP), KEEPING_MS);
      }
      return;
    }
    const left = await soon(thread.stepOut());
    if (left === undefined) return;
    frames = left;
  }
}

async function labelOf(
  thread: InspectedThread,
  frames: readonly Debugger.CallFrame[],
): Promise<string | undefined> {
  for (const { callFrameId } of frames) {
    const value = await thread.evaluate(callFrameId, WHO);
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** The answer, or undefined if it takes too long: a thread that is loading modules may not answer. */
async function soon<T>(answer: Promise<T>, ms = PATIENCE_MS / 4): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
