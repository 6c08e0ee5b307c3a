/**
 * A thread next to a debugged run: it passes commands of the parent process on to the inspector of
 * the main thread, and messages of the inspector and the run to the parent. Started by
 * `debugged_run.ts`. When the parent has gone, it ends the process, even while the run stands
 * still.
 */
import { type InspectorNotification, Session } from 'node:inspector';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { parentPort } from 'node:worker_threads';
import type { DebugReport } from './debug_report.js';

/** The pipe to the parent, on which both send lines of JSON. */
const PARENT = 3;

interface Command {
  readonly id: number;
  /** A command of the inspector protocol; `start` starts the run. */
  readonly method: string;
  readonly params?: object;
}

const parent = new Socket({ fd: PARENT });
const send = (content: object) => void parent.write(`${JSON.stringify(content)}\n`);
const session = new Session();

const end = () => process.kill(process.pid, 'SIGKILL');
parent.on('close', end).on('error', end);

createInterface(parent).on('line', (line) => {
  const { id, method, params } = JSON.parse(line) as Command;
  if (method === 'start') parentPort!.postMessage(method);
  else session.post(method, params, (error, result) => send({ id, error, result }));
});
session.on('inspectorNotification', ({ method, params }: InspectorNotification<object>) =>
  send({ method, params }),
);
parentPort!.on('message', (report: DebugReport) => send({ report }));
session.connectToMainThread();
