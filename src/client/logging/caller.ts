import { basename } from 'node:path';

/** Where in the program something was called. */
export interface Caller {
  readonly functionName: string;
  readonly fileName: string;
  readonly lineNumber: number;
}

const UNKNOWN: Caller = { functionName: 'unknown', fileName: 'unknown', lineNumber: 0 };
const FRAME = /^\s*at\s+(?:(.+?)\s+\()?(?:file:\/\/)?(.+?):(\d+):\d+\)?$/;

/** The frame that called the function `callee`. */
export function callerOf(callee: (...args: never[]) => unknown): Caller {
  const holder: { stack?: string } = {};
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 1;
  Error.captureStackTrace(holder, callee);
  Error.stackTraceLimit = stackTraceLimit;
  const match = FRAME.exec(String(holder.stack).split('\n')[1] ?? '');
  if (match === null) return UNKNOWN;
  return {
    functionName: match[1] ?? '(anonymous)',
    fileName: basename(match[2] as string),
    lineNumber: Number(match[3]),
  };
}
