import { basename } from 'node:path';
import { isOrrerys } from '../../errors/index.js';

/** Where in the program something was called. */
export interface Caller {
  readonly functionName: string;
  readonly fileName: string;
  readonly lineNumber: number;
}

const UNKNOWN: Caller = { functionName: 'unknown', fileName: 'unknown', lineNumber: 0 };
const FRAME = /^\s*at\s+(?:(.+?)\s+\()?(?:file:\/\/)?(.+?):(\d+):\d+\)?$/;

/**
 * The frame that called the function `callee`. Orrery's own frames count as unknown: they differ
 * between builds, and the digest includes what is logged.
 */
export function callerOf(callee: (...args: never[]) => unknown): Caller {
  const holder: { stack?: string } = {};
  const { stackTraceLimit } = Error;
  Reflect.set(Error, 'stackTraceLimit', 1);
  Error.captureStackTrace(holder, callee);
  Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
  const match = FRAME.exec(String(holder.stack).split('\n')[1] ?? '');
  const [, functionName = '(anonymous)', file] = match ?? [];
  if (match === null || file === undefined || isOrrerys(file)) return UNKNOWN;
  return {
    functionName,
    fileName: basename(file),
    lineNumber: Number(match[3]),
  };
}
