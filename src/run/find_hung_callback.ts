import { type Debugger, type InspectorNotification, Session } from 'node:inspector';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ScriptPlaces, type StackPlace } from '../guard/index.js';

/** What a thread does that does not come back. */
export interface HungCallback {
  /** The callback, e.g. `/scan → /filter`, or the node; undefined: the program itself, or unknown. */
  readonly label: string | undefined;
  /** Where in the user's code it is. */
  readonly place: StackPlace | undefined;
  /** The function there. */
  readonly functionName: string;
}

/** A thread that has not stopped by then is not running JavaScript. */
const PATIENCE_MS = 4000;
/** Files are written by then, also on a machine that is busy. */
const KEEPING_MS = 10_000;
const OWN = fileURLToPath(new URL('..', import.meta.url));

/** Of the frames of Orrery itself, the innermost that knows which entity or node is served. */
const WHO = `(() => {
  if (typeof this?.label === 'function' && this.node !== undefined) return this.label();
  const name = this?.graph?.owner?.fullName;
  return typeof name === 'string' && name !== '/' ? name : '';
})()`;

/** Asked where the crank is turned: completes the files of the run, with what it has recorded so far. */
const KEEP = `typeof this?.onHang === 'function' && (this.onHang(), true)`;
/** What may be in the midst of writing these files, by its folder. */
const WRITERS = ['bag', 'record', 'trace'].map((room) => join(OWN, room, sep));
/** Functions of Orrery that a callback has called may be left before its files are completed. */
const MOST_STEPS = 100;

/**
 * Looks by Node's inspector at what a thread of this process is doing, and lets it complete its files. The inspector is
 * not there before, so this costs nothing to runs that end.
 *
 * @returns undefined when that cannot be seen: the thread runs no JavaScript, or this is itself a
 * thread, which cannot look into others
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

/** A thread as the inspector of its process sees it. */
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
      // Its `workerId` only counts the workers that the session sees.
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

  /** Lets the function at which the thread is halted return; the frames that are left. */
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

/** Methods that know what they serve; a question in others, of the module loader, is not answered. */
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
  // What is inside of a package is shown at the line of the user's that called it.
  const top = frames.find(isUsers);
  const place = top && thread.places.placeOf(top.location);
  const label = await soon(
    labelOf(
      thread,
      frames.filter((each) => isOwn(each) && isTurn(each)),
    ),
  );
  await keepRecord(thread, frames, isOwn, isUsers);
  // A thread that is left halted cannot be ended.
  await soon(thread.send('Debugger.resume'));
  return { label, place, functionName: top?.functionName ?? '' };
}

type Judge = (frame: Debugger.CallFrame) => boolean;

/** Completes the files, once the thread is not in the midst of writing them. */
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
    // What Orrery does for a callback may be half done.
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

/** The answer, unless the thread owes it for too long: while it loads modules it may not answer. */
async function soon<T>(answer: Promise<T>, ms = PATIENCE_MS / 4): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
