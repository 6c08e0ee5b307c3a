/** Which room may import which: the architecture of Orrery as a table. */

/** The most that each room may import; its `index.ts` says in words what it does import. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  math: ['errors'],
  parameters: ['errors'],
  kernel: ['errors'],
  interfaces: ['errors'],
  graph: ['errors', 'kernel', 'interfaces'],
  models: ['errors', 'math', 'kernel', 'interfaces', 'graph'],
  executors: ['errors', 'kernel', 'graph', 'models'],
  schedule: ['errors', 'kernel', 'graph', 'models'],
  simulation: ['errors', 'kernel', 'interfaces', 'graph', 'models', 'executors'],
  client: [
    ...['errors', 'parameters', 'kernel', 'interfaces', 'graph', 'models', 'executors'],
    'simulation',
  ],
  tf2: ['errors', 'math', 'client'],
  guard: ['errors', 'math'],
  trace: ['errors', 'kernel', 'interfaces', 'graph'],
  bag: ['errors', 'kernel', 'interfaces', 'graph'],
  job: [
    ...['errors', 'parameters', 'kernel', 'interfaces', 'graph', 'models', 'simulation', 'client'],
    ...['tf2', 'guard', 'schedule', 'trace', 'bag'],
  ],
  doctor: ['parameters', 'job'],
  eval: ['errors', 'math'],
  conformance: ['errors', 'kernel', 'interfaces', 'graph', 'models', 'executors', 'simulation'],
  testing: ['errors', 'parameters', 'interfaces', 'models', 'trace', 'bag', 'job'],
  analysis: ['errors', 'models', 'trace', 'bag'],
  verify: ['errors', 'kernel', 'interfaces', 'guard', 'trace', 'bag', 'job'],
  compare: ['errors', 'models', 'trace', 'bag', 'testing', 'verify'],
  explore: ['errors', 'math', 'kernel', 'schedule', 'job', 'testing'],
  debug: ['errors', 'kernel', 'graph', 'guard', 'simulation', 'trace', 'bag', 'job', 'verify'],
  dds: ['errors', 'interfaces'],
  orchestrator: ['errors', 'kernel', 'interfaces', 'graph', 'simulation', 'job', 'dds'],
  netsim: ['errors', 'math', 'kernel', 'interfaces', 'graph', 'models', 'simulation'],
  sweep: ['errors', 'trace', 'job'],
  studio: ['errors', 'interfaces', 'trace', 'bag'],
  cli: [
    ...['errors', 'kernel', 'interfaces', 'graph', 'models', 'executors', 'simulation', 'client'],
    ...[
      'guard',
      'trace',
      'bag',
      'job',
      'parameters',
      'doctor',
      'eval',
      'conformance',
      'explore',
      'debug',
      'schedule',
      'testing',
      'dds',
      'orchestrator',
    ],
    ...['netsim', 'sweep', 'studio', 'verify', 'analysis', 'compare', 'tf2'],
  ],
};

/** The room that a path such as `src/graph/qos.ts` is in; `undefined` outside rooms. */
export function roomOf(path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(path)?.[1];
}
