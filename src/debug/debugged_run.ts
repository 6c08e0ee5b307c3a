/**
 * The process in which a recorded run is repeated under the inspector. Started by
 * `DebuggedProcess`, which also kills it.
 */
import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { real } from '../guard/index.js';
import type { GuestDebugger } from '../guests/index.js';
import { describeErrors, readRunConfig } from '../record/index.js';
import { SystemRun } from '../run/index.js';
import { type RunConfig, withChanges } from '../system/index.js';
import { RecordedRun } from '../verify/index.js';
import { DebugControl } from './debug_control.js';
import type { DebugJob, DebugReport } from './debug_report.js';
import { HaltingObserver } from './halting_observer.js';
import { TraceFollower } from './trace_follower.js';

const PROGRESS_EVERY_MS = 100;

const job = JSON.parse(process.argv[2]!) as DebugJob;
const thread = new Worker(new URL('./inspector_thread.js', import.meta.url));
// Captured before the guard is installed.
const post = thread.postMessage.bind(thread);
const report = (content: DebugReport) => post(content);

/** The process does nothing more; the parent knows why and ends it. */
function standStill(content: DebugReport): never {
  report(content);
  for (;;) real.atomicsWait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** The recorded run, without its outputs and without whatever concerned only the wall clock. */
function repeatable(config: RunConfig): RunConfig {
  return withChanges(config, {
    clock: { rate: undefined },
    stop: { wallSeconds: undefined },
    output: {
      digest: 'content',
      directory: undefined,
      recording: undefined,
      recordingsTo: job.recordingsTo,
    },
    proof: { disturbMs: undefined, measure: undefined },
  });
}

async function repeat(): Promise<DebugReport> {
  const { config } = readRunConfig(job.directory);
  const recorded = await RecordedRun.open(job.directory);
  const follower = new TraceFollower(recorded, BigInt(recorded.file.time.start));
  follower.onDivergence = (divergence) => standStill({ kind: 'diverged', divergence });
  let reported = real.performanceNow();
  const python: GuestDebugger = { address: job.pythonDoor, armed: false };
  const run = await SystemRun.create(repeatable(config), {
    callbacks: follower,
    look({ kernel: { now, callbacks, held } }) {
      if (real.performanceNow() - reported < PROGRESS_EVERY_MS) return undefined;
      reported = real.performanceNow();
      report({ kind: 'progress', now, callbacks, held });
      return undefined;
    },
    debugger: python,
    instrument(graph) {
      const control = new DebugControl(graph, follower, job, python);
      control.onCut = () => standStill({ kind: 'cut' });
      graph.observers.add('callback', new HaltingObserver(control));
    },
  });
  const { digest, end, callbacks, errors } = await run.run();
  const divergence = follower.check();
  if (divergence !== undefined) return { kind: 'diverged', divergence };
  return { kind: 'ended', digest: digest.total, end, callbacks, errors };
}

await new Promise((resolve) => {
  thread.once('message', resolve);
  inspector.open(0, '127.0.0.1');
  report({ kind: 'opened', url: inspector.url()! });
});
try {
  report(await repeat());
} catch (error) {
  report({ kind: 'failed', errors: describeErrors(error) });
}
