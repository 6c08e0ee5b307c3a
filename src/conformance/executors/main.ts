/**
 * Compares our executors with recordings of the real ones: `npm run vectors:executors -- <files or folders>`. Prints
 * one line for each recorded result, `ok` or `FAIL` with the first difference; the exit code is 1 if one failed.
 */
import { type OrderInKind, unorderedMapOrder } from '../../executors/index.js';
import { TypeRegistry } from '../../interfaces/index.js';
import { vectorFiles } from '../vector_files.js';
import {
  type ExecutorVector,
  type MapOrderVector,
  type RecordedVariant,
  readExecutorVector,
} from './executor_vector.js';
import { firstDifference } from './first_difference.js';
import { runWorkload } from './run_workload.js';
import { parseWorkload, type Workload } from './workload.js';

/** One recorded result, and how ours differs from it; undefined if it is equal. */
export interface Verdict {
  readonly what: string;
  readonly difference: string | undefined;
}

/** Compares everything in one file. */
export function judgeFile(file: string, types: TypeRegistry): Verdict[] {
  const vector = readExecutorVector(file);
  return 'cases' in vector ? judgeMapOrders(vector) : judgeWorkload(vector, file, types);
}

function judgeMapOrders({ cases }: MapOrderVector): Verdict[] {
  return cases.map(({ keys, order }) => {
    const ours = unorderedMapOrder(keys).join(' ');
    const difference = ours === order.join(' ') ? undefined : `${ours}, not ${order.join(' ')}`;
    return { what: `${keys.length} keys`, difference };
  });
}

function judgeWorkload(vector: ExecutorVector, file: string, types: TypeRegistry): Verdict[] {
  const workload = parseWorkload(vector.workload, file);
  return vector.results.flatMap(({ executor, intra_process, variants }) =>
    variants.map((variant) => {
      const what = `${executor}${intra_process ? ', intra-process' : ''}`;
      const sorted = executor.startsWith('MultiThreaded');
      let first: string | undefined;
      for (const order of orders(workload, variant, executor)) {
        const choice = { executor, intraProcess: intra_process, order };
        const ours = runWorkload(workload, choice, types);
        const difference = firstDifference(variant.events, ours, sorted, workload.end);
        if (difference === undefined) return { what, difference };
        first ??= difference;
      }
      return { what, difference: first };
    }),
  );
}

/**
 * The orders that the wait set may have had. Those of the subscriptions were recorded; those of
 * other kinds were not, and are assumed to be the usual ones. The clock's own subscription is not
 * in the recorded orders, so every position is possible.
 */
function orders(workload: Workload, variant: RecordedVariant, executor: string): OrderInKind[] {
  const recorded = variant.subscription_map_orders.filter((order) => order.length > 0);
  const topics = recorded.map((order) => order.map((name) => `/${name}`));
  const listed = topics.flatMap((names) =>
    workload.simTime === 'no_clock_thread' ? withClock(names) : [names],
  );
  return [
    ...listed.map((names): OrderInKind => ({ policy: 'listed', names })),
    { policy: 'reverse' },
    // The events executor orders timers in a heap, where either may be first.
    ...(executor.startsWith('Events') ? [{ policy: 'registration' } as const] : []),
  ];
}

function withClock(names: readonly string[]): string[][] {
  return Array.from({ length: names.length + 1 }, (_, place) =>
    names.toSpliced(names.length - place, 0, '/clock'),
  );
}

function main(paths: readonly string[]): number {
  if (paths.length === 0) {
    process.stderr.write('usage: npm run vectors:executors -- <files or folders>\n');
    return 2;
  }
  const types = new TypeRegistry({ amentPrefixPath: '' });
  let failed = 0;
  for (const file of vectorFiles(paths)) {
    for (const { what, difference } of judge(file, types)) {
      if (difference !== undefined) failed++;
      const verdict = difference === undefined ? 'ok  ' : 'FAIL';
      const detail = difference === undefined ? '' : `: ${difference}`;
      process.stdout.write(`${verdict} ${file} ${what}${detail}\n`);
    }
  }
  return failed === 0 ? 0 : 1;
}

function judge(file: string, types: TypeRegistry): Verdict[] {
  try {
    return judgeFile(file, types);
  } catch (error) {
    const difference = error instanceof Error ? error.message : String(error);
    return [{ what: '', difference }];
  }
}

if (process.argv[1]?.endsWith('executors/main.js')) {
  process.exitCode = main(process.argv.slice(2));
}
