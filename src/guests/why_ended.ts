import { constants } from 'node:os';
import { OrreryError } from '../errors/index.js';
import type { Waitable } from '../graph/index.js';
import { FrameFault, PipeEnd } from './frame_fault.js';
import type { GuestProgram } from './guest_command.js';
import type { ProcessEnd } from './guest_process.js';
import { MessageTooLarge } from './message_in.js';
import type { GuestEnd } from './session_options.js';
import type { HangReason } from './watchdog.js';

/** What a shell shows for a program that Ctrl-C has ended. */
export const INTERRUPTED = 130;

/** Signals by which a program is told that the run is over. */
const TOLD: readonly (string | undefined)[] = ['SIGINT', 'SIGTERM'];

/** What is known about a program that has ended. */
export interface EndedGuest {
  readonly program: GuestProgram;
  /** What it said itself; undefined: nothing. */
  readonly said: GuestEnd | undefined;
  readonly process: ProcessEnd;
  /** Why it was ended, if it did not stop by itself. */
  readonly hung: HangReason | undefined;
  /** The callback that it was in, as `whereOf` describes it. */
  readonly where: string;
}

/** What runs, where its code stands, and the virtual time, as ` in …`; empty if nothing runs. */
export function whereOf(entity: Waitable | undefined): string {
  if (entity === undefined) return '';
  const at = `at ${(entity.node.graph.kernel.now / 1e9).toFixed(3)} s`;
  if (entity.place === undefined) return ` in ${entity.label()} ${at}`;
  const { file, line, function: name } = entity.place;
  return ` in ${entity.label()}, ${file}:${line} (${name}), ${at}`;
}

/** The error for a program that could not be started. */
export function notStarted({ name, file }: GuestProgram, { failure }: ProcessEnd): OrreryError {
  const isMissing = failure?.code === 'ENOENT';
  const why = isMissing
    ? 'python3 was not found; install Python 3.10 or newer, or name another with ORRERY_PYTHON'
    : (failure?.message ?? 'the system refused');
  return new OrreryError('ORR_GUEST_START', `The program ${name} cannot be started: ${why}.`, {
    place: { file },
    cause: failure,
  });
}

/** The error for a program that prints endlessly. */
export function floodOf(name: string, most: number, running: Waitable | undefined): OrreryError {
  return new OrreryError(
    'ORR_GUEST_FLOOD',
    `The program ${name} has printed more than ${most} bytes${whereOf(running)} without waiting once; print less.`,
  );
}

/** The error that ended the session with a program, if the program caused it; undefined: its pipe was closed. */
export function failureOf(name: string, error: unknown): OrreryError | undefined {
  if (error instanceof PipeEnd) return undefined;
  if (error instanceof OrreryError) return error;
  if (!(error instanceof FrameFault)) throw error;
  if (error instanceof MessageTooLarge) {
    const what = `The program ${name} sends ${error.message}.`;
    return new OrreryError('ORR_MESSAGE_TOO_LARGE', what, { cause: error });
  }
  return new OrreryError(
    'ORR_GUEST_PROTOCOL',
    `The program ${name} does not keep to the guest protocol: ${error.message}.`,
    { cause: error },
  );
}

/** Whether a program ended with an exit code that it said itself, and without a fault. */
export function isExit({ said, hung }: EndedGuest): boolean {
  return hung === undefined && said !== undefined && said.fault === undefined;
}

/** Its exit code as Python's `subprocess` shows it: negative for a signal. */
export function codeOf({ said, process: { code, signal } }: EndedGuest): number {
  if (said !== undefined) return said.code;
  return signal === undefined ? (code ?? 1) : -constants.signals[signal as NodeJS.Signals];
}

/** A program whose end was not a good one when its run was over. */
export interface GuestMishap {
  readonly program: GuestProgram;
  /** Its exit code; undefined: it did not end by itself, and was killed. */
  readonly code: number | undefined;
  /** What is wrong; undefined: its exit code says it. */
  readonly error: OrreryError | undefined;
}

/** What is wrong with the end of a program that was told that its run is over; undefined: nothing. */
export function mishapOf(guest: EndedGuest): GuestMishap | undefined {
  const { program, said, process, hung } = guest;
  const code = codeOf(guest);
  // By the default action of what it was told, or by `os._exit` without a goodbye.
  const isQuiet = said === undefined && (code === 0 || TOLD.includes(process.signal));
  if (hung === undefined && (isQuiet || code === 0 || code === INTERRUPTED)) return undefined;
  return { program, code, error: whyEnded(guest) };
}

/** The error for the end of a program that has not said itself, on its standard error, why it ended; undefined: it has. */
export function unsaid(guest: EndedGuest): OrreryError | undefined {
  const code = guest.said?.fault?.code;
  const isReported = code === 'deadlock' || code === 'strict' || guest.hung !== undefined;
  return isReported ? whyEnded(guest) : undefined;
}

/** The error for the end of a program; undefined: it ended as it should. */
export function whyEnded(guest: EndedGuest): OrreryError | undefined {
  const { program, said, process, hung, where } = guest;
  const { name, file } = program;
  const place = { file };
  if (hung !== undefined) return hangOf(guest, hung);
  if (said === undefined) {
    const { code, signal } = process;
    const how = signal === undefined ? `with exit code ${code}` : `by ${signal}`;
    return new OrreryError('ORR_GUEST_DIED', `The program ${name} died${where} ${how}.`, { place });
  }
  return said.fault && guestFault(program, said.fault, where);
}

function hangOf(
  { program: { name, file }, said, where }: EndedGuest,
  reason: HangReason,
): OrreryError {
  const { code = '', text = '' } = said?.fault ?? {};
  // The last line says where the program was, if it could still say it.
  const last = code === 'hang' ? text.trimEnd().split('\n').at(-1) : undefined;
  const at = last === undefined ? '' : ` at ${last}`;
  const options = { place: { file }, ...(last !== undefined && { cause: text }) };
  if (reason === 'patience') {
    return new OrreryError(
      'ORR_GUEST_HANG',
      `The program ${name} ran on${where} without waiting for anything, for longer than is allowed; it was ended${at}.`,
      options,
    );
  }
  if (reason === 'interrupted') {
    return new OrreryError(
      'ORR_RUN_INTERRUPTED',
      `The run was interrupted and the program ${name} ran on${where} without waiting for anything; it was ended${at}.`,
      options,
    );
  }
  return new OrreryError(
    'ORR_WALL_LIMIT',
    `The wall-clock budget is used up and the program ${name} ran on${where} without waiting for anything; it was ended${at}.`,
    options,
  );
}

/** The reason that a guest gives for its own end: a traceback, a deadlock, an escape that strict runs refuse. */
function guestFault(
  { name, file }: GuestProgram,
  { code, text }: NonNullable<GuestEnd['fault']>,
  where: string,
): OrreryError {
  const [last = ''] = text.trimEnd().split('\n').slice(-1);
  const place = { file };
  switch (code) {
    case 'deadlock':
      return new OrreryError('ORR_GUEST_DEADLOCK', `The program ${name} waits forever: ${text}`, {
        place,
      });
    case 'strict':
      return new OrreryError(
        'ORR_GUEST_STRICT',
        `The program ${name} left the virtual world: ${text}`,
        { place },
      );
    case 'import':
      return new OrreryError(
        'ORR_GUEST_IMPORT',
        `The program ${name} imports a module that is not installed: ${last}`,
        { place, cause: text },
      );
    default:
      return new OrreryError(
        'ORR_GUEST_EXCEPTION',
        `The program ${name} ended${where} with an exception that nothing handled: ${last}`,
        { place, cause: text },
      );
  }
}
