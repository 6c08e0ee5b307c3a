/** Which room may import which: the architecture of Orrery as a table. */

/** The most that each room may import; its `index.ts` says in words what it does import. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  math: ['errors'],
  packages: [],
  parameters: ['errors', 'packages'],
  kernel: ['errors'],
  interfaces: ['errors'],
  graph: ['errors', 'kernel', 'interfaces'],
  models: ['errors', 'math', 'packages', 'kernel', 'interfaces', 'graph'],
  executors: ['errors', 'kernel', 'graph', 'models'],
  schedule: ['errors', 'kernel', 'graph', 'models'],
  simulation: ['errors', 'kernel', 'interfaces', 'graph', 'models', 'executors'],
  guard: ['errors', 'math'],
  guests: ['errors', 'kernel', 'interfaces', 'graph', 'models', 'simulation', 'guard'],
  trace: ['errors', 'kernel', 'interfaces', 'graph'],
  bag: ['errors', 'packages', 'kernel', 'interfaces', 'graph'],
  dds: ['errors', 'interfaces'],
  rosbridge: ['errors', 'interfaces', 'dds'],
  live: [
    ...['errors', 'kernel', 'interfaces', 'graph', 'simulation', 'guard', 'bag', 'dds'],
    'rosbridge',
  ],
  client: [
    ...['errors', 'packages', 'parameters', 'kernel', 'interfaces', 'graph', 'models', 'executors'],
    ...['simulation', 'live'],
  ],
  tf2: ['errors', 'math', 'client'],
  middleware: ['errors', 'kernel', 'interfaces', 'graph', 'models', 'dds', 'live'],
  orchestrator: [
    ...['errors', 'kernel', 'interfaces', 'graph', 'models', 'simulation', 'guard', 'guests'],
    ...['dds', 'live'],
  ],
  tools: ['errors', 'parameters', 'interfaces', 'bag', 'dds', 'live'],
  physics: [
    ...['errors', 'math', 'packages', 'kernel', 'interfaces', 'graph', 'models', 'simulation'],
  ],
  netsim: [
    ...['errors', 'math', 'packages', 'kernel', 'interfaces', 'graph', 'models', 'simulation'],
    ...['guard', 'dds'],
  ],
  system: ['errors', 'parameters', 'kernel', 'models', 'schedule', 'simulation', 'bag', 'live'],
  ask: ['errors', 'kernel', 'bag', 'system'],
  launch: ['errors', 'packages', 'parameters', 'kernel', 'models', 'simulation', 'live', 'system'],
  record: [
    ...['errors', 'kernel', 'interfaces', 'graph', 'schedule', 'guard', 'trace', 'bag', 'system'],
  ],
  run: [
    ...['errors', 'packages', 'parameters', 'kernel', 'interfaces', 'graph', 'models'],
    ...[
      'simulation',
      'client',
      'tf2',
      'guard',
      'guests',
      'schedule',
      'trace',
      'bag',
      'live',
      'middleware',
      'physics',
      'orchestrator',
      'netsim',
      'system',
      'launch',
    ],
    'record',
  ],
  doctor: ['errors', 'parameters', 'record'],
  eval: ['errors', 'math'],
  conformance: [
    ...['errors', 'kernel', 'interfaces', 'graph', 'models', 'executors', 'simulation', 'netsim'],
  ],
  testing: ['errors', 'system', 'launch', 'record', 'run'],
  analysis: ['errors', 'packages', 'kernel', 'models', 'trace', 'bag', 'record'],
  verify: [
    ...['errors', 'kernel', 'interfaces', 'guard', 'trace', 'bag', 'system', 'record', 'run'],
  ],
  compare: ['errors', 'models', 'trace', 'bag', 'system', 'record', 'run', 'verify'],
  explore: ['errors', 'math', 'kernel', 'schedule', 'ask', 'system', 'record', 'run'],
  debug: [
    ...['errors', 'kernel', 'graph', 'guard', 'guests', 'simulation', 'trace', 'bag', 'system'],
    ...['record', 'run', 'verify'],
  ],
  campaigns: [
    ...['errors', 'math', 'kernel', 'models', 'bag', 'system', 'record', 'run', 'verify'],
    ...['compare', 'explore'],
  ],
  studio: [
    ...['errors', 'kernel', 'interfaces', 'schedule', 'trace', 'bag', 'system', 'record', 'doctor'],
    ...['analysis', 'ask', 'tf2', 'verify'],
  ],
  cli: [
    ...['errors', 'kernel', 'interfaces', 'graph', 'models', 'executors', 'simulation', 'client'],
    ...[
      'guard',
      'trace',
      'bag',
      'system',
      'launch',
      'record',
      'run',
      'parameters',
      'doctor',
      'eval',
      'conformance',
      'explore',
      'debug',
      'schedule',
      'testing',
      'dds',
      'live',
      'tools',
      'orchestrator',
    ],
    ...['netsim', 'campaigns', 'studio', 'verify', 'analysis', 'compare', 'tf2', 'ask'],
  ],
};

/** The room that a path such as `src/graph/qos.ts` is in; `undefined` outside rooms. */
export function roomOf(path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(path)?.[1];
}
