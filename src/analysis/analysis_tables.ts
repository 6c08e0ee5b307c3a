import type { ReportColumn, ReportTable } from '../report/index.js';
import { exceeds } from './alarms_of.js';
import type { RunAnalysis } from './analyze_run.js';
import type { CallbackAnalysis } from './callback_statistics.js';
import type { ChainAnalysis } from './chain_tracker.js';
import { milliseconds as ms, percent, thousands } from './text_table.js';

const left = (heading: string): ReportColumn => ({ heading, align: 'left' });
const right = (heading: string): ReportColumn => ({ heading, align: 'right' });

/** All tables that have content. */
export function analysisTables(analysis: RunAnalysis): ReportTable[] {
  const tables = [
    responseTable(analysis),
    lossTable(analysis),
    executorTable(analysis),
    inversionTable(analysis),
    chainTable(analysis),
    ...analysis.chains.filter(({ latency }) => latency.count > 0).map(hopTable),
    ...boundTables(analysis),
    chainBoundTable(analysis),
    sensitivityTable(analysis),
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

function responseTable({ callbacks }: RunAnalysis): ReportTable {
  const figures = ['mean', 'p50', 'p90', 'p99', 'max', 'waiting', 'running'];
  // Only some client libraries say where the code of a callback stands.
  const placed = callbacks.some(({ place }) => place !== null);
  return {
    title: 'Callbacks',
    note: 'response time: from the arrival of the input to the end; waiting, running: the longest; ms',
    columns: [
      ...[left('callback'), right('count'), ...figures.map(right)],
      ...(placed ? [left('code')] : []),
    ],
    rows: callbacks
      .filter(({ response }) => response.count > 0)
      .map((c) => {
        const { mean, p50, p90, p99, max } = c.response;
        const times = [mean, p50, p90, p99, max, c.queueing.max, c.execution.max];
        const code = placed ? [c.place ?? ''] : [];
        return [label(c), thousands(c.response.count), ...times.map(ms), ...code];
      }),
  };
}

function label({ node, name }: { readonly node: string; readonly name: string }): string {
  return `${node} ${name}`;
}

function lossTable({ callbacks }: RunAnalysis): ReportTable {
  const suffers = (c: CallbackAnalysis) =>
    c.overwritten + c.waiting + c.outOfOrder + c.lateDeliveries > 0 ||
    c.deadline !== null ||
    c.qosDeadline !== null;
  const missed = (limit: number | null, misses: number) =>
    limit === null ? '' : `${thousands(misses)} of ${ms(limit)}`;
  return {
    title: 'Losses and deadlines',
    note: 'misses of the declared deadline, and of that of the QoS: longer gaps between messages; ms',
    columns: [
      left('callback'),
      ...['overwritten', 'left waiting', 'out of order', 'late'].map(right),
      ...['deadline', 'QoS deadline'].map(right),
    ],
    rows: callbacks
      .filter(suffers)
      .map((c) => [
        label(c),
        ...[c.overwritten, c.waiting, c.outOfOrder, c.lateDeliveries].map(thousands),
        missed(c.deadline, c.deadlineMisses),
        missed(c.qosDeadline, c.qosDeadlineMisses),
      ]),
  };
}

function executorTable({ executors }: RunAnalysis): ReportTable {
  return {
    title: 'Executors',
    note: 'ready: callbacks that waited, on average and at most at one time; utilisation by thread',
    columns: [
      left('executor'),
      left('policy'),
      right('callbacks'),
      right('ready (mean)'),
      right('(most)'),
      left('utilisation'),
    ],
    rows: executors.map((e) => [
      e.name,
      e.policy,
      thousands(e.callbacks),
      e.meanReady.toFixed(3),
      String(e.longestReady),
      e.utilisation.map(percent).join(', '),
    ]),
  };
}

function inversionTable({ inversions }: RunAnalysis): ReportTable {
  return {
    title: 'Priority inversions',
    note: 'waited while a less urgent callback ran; passed over: one was even started meanwhile; ms',
    columns: [
      left('callback'),
      ...['priority', 'count', 'passed over', 'total', 'longest'].map(right),
      left('mostly because of'),
    ],
    rows: inversions.map((i) => [
      label(i),
      String(i.priority),
      ...[i.count, i.passedOver].map(thousands),
      ...[i.total, i.longest].map(ms),
      i.by,
    ]),
  };
}

function chainTable({ chains }: RunAnalysis): ReportTable {
  return {
    title: 'Cause–effect chains',
    note: 'latency: from a sample to the first output of it; reaction: from an event just missed; ms',
    columns: [
      left('chain'),
      right('outputs'),
      ...['mean', 'p50', 'p99', 'max', 'age (max)', 'reaction (max)'].map(right),
    ],
    rows: chains.map(({ name, latency, age, reaction }) => [
      name,
      thousands(age.count),
      ...[latency.mean, latency.p50, latency.p99, latency.max, age.max, reaction.max].map(ms),
    ]),
  };
}

function hopTable({ name, hops }: ChainAnalysis): ReportTable {
  return {
    title: `Steps of ${name}`,
    note: 'time under way, waiting for its callback, and until the next output: mean and longest; ms',
    columns: [
      left('topic → node'),
      ...['sent', 'lost', 'used'].map(right),
      ...['transit', '(max)', 'waiting', '(max)', 'output', '(max)'].map(right),
    ],
    rows: hops.map((hop) => {
      const { transit, queueing, processing } = hop;
      const times = [transit, queueing, processing].flatMap(({ mean, max }) => [mean, max]);
      return [
        `${hop.topic} → ${hop.node ?? '(published)'}`,
        ...[hop.published, hop.lost, hop.used].map(thousands),
        ...times.map(ms),
      ];
    }),
  };
}

function boundTables({ bounds, otherRuns }: RunAnalysis): ReportTable[] {
  return bounds.flatMap(({ executor, source, assumptions, restsOn, callbacks }): ReportTable[] => {
    const holds = assumptions.every(({ state }) => state !== 'violated');
    const checks: ReportTable = {
      title: `Worst case of executor ${executor}: ${holds ? 'assumptions' : 'no bound, because of what is violated'}`,
      note: source,
      columns: [left('assumption'), left('state'), left('why')],
      rows: assumptions.map(({ assumption, state, reason }) => [assumption, state, reason]),
      prose: true,
    };
    // An exceeded bound is an alarm, and invalidates all others of its executor.
    if (!holds || callbacks.some(exceeds)) return [checks];
    const condition = restsOn === 'run' ? ', if nothing is worse than in this run' : '';
    const figures: ReportTable = {
      title: `Worst case of executor ${executor}: response times${condition}`,
      note: 'least gap: between two arrivals; seen: taken from this run, not from a model; ms',
      columns: [
        left('callback'),
        ...['bound', 'observed', ...elsewhere(otherRuns), 'of bound', 'WCET', 'least gap'].map(
          right,
        ),
      ],
      rows: callbacks.map((c) => [
        label(c),
        c.bound === null ? 'none' : ms(c.bound),
        ms(c.observed),
        ...(otherRuns > 0 ? [observedElsewhere(c)] : []),
        c.bound ? percent(c.observed / c.bound) : '',
        `${ms(c.longest)}${c.longestFrom === 'observed' ? ' (seen)' : ''}`,
        c.leastDistance === null
          ? 'once'
          : `${ms(c.leastDistance)}${c.arrivalsFrom === 'observed' ? ' (seen)' : ''}`,
      ]),
    };
    return [checks, figures];
  });
}

/** The heading of what other runs observed. */
function elsewhere(otherRuns: number): string[] {
  return otherRuns > 0 ? [`in ${thousands(otherRuns)} others`] : [];
}

function observedElsewhere({ observedElsewhere: most }: { observedElsewhere: number | null }) {
  return most === null ? '' : ms(most);
}

function chainBoundTable({ chainBounds, otherRuns }: RunAnalysis): ReportTable {
  const hasDeadlines = chainBounds.some(({ deadline }) => deadline !== null);
  return {
    title: 'Worst case of chains, if transit and arrivals are never worse than in this run',
    note: 'bound: the sum of the longest transits of this run and of the bounds of its callbacks; ms',
    columns: [
      left('chain'),
      ...['bound', 'observed', ...elsewhere(otherRuns), 'of bound'].map(right),
      ...(hasDeadlines ? [right('deadline')] : []),
    ],
    rows: chainBounds
      .filter((each) => each.bound !== null && !exceeds(each))
      .map((each) => [
        each.chain,
        ms(each.bound ?? 0),
        ms(each.observed),
        ...(otherRuns > 0 ? [observedElsewhere(each)] : []),
        each.bound ? percent(each.observed / each.bound) : '',
        ...(hasDeadlines ? [each.deadline === null ? '' : ms(each.deadline)] : []),
      ]),
  };
}

function sensitivityTable({ sensitivity }: RunAnalysis): ReportTable {
  return {
    title: 'Which execution time may grow by how much',
    note: 'each alone, until a bound misses a declared deadline or does not exist; ms',
    columns: [left('callback'), ...['WCET', 'may grow by', 'to'].map(right), left('then')],
    rows: sensitivity.map(({ longest, growth, limit, ...of }) => [
      label(of),
      ms(longest),
      growth === null ? 'any' : ms(growth),
      growth === null ? '' : ms(longest + growth),
      limit,
    ]),
  };
}
