/** The acceptance tests T1 to T20 of the orchestrator: the tests that show each, or what is missing. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Evidence {
  /** Titles of tests, by file. */
  readonly shown: readonly (readonly [file: string, title: string])[];
  /** What no test shows. */
  readonly open?: string;
}

const SCENARIOS = 'test/orchestrator_scenarios.test.ts';
const PROCESSES = 'test/orchestrator.test.ts';
const FAULTS = 'test/orchestrator_faults.test.ts';
const DEFINED = 'test/orchestrator_ros2_def.test.ts';
const VARIETY = 'test/orchestrator_variety.test.ts';
const GRAPH = 'src/orchestrator/actions/action_graph.test.ts';
const MODELLED = 'src/orchestrator/actions/run_modelled.test.ts';
const REMAPS = 'src/orchestrator/intercepted_names.test.ts';
const ATTACHED = 'test/orchestrator_attach.test.ts';
const HISTORY = 'src/orchestrator/actions/historical_files.test.ts';
const TIME = 'test/orchestrator_time.test.ts';
const READ = 'src/orchestrator/actions/read_node_models.test.ts';

const scenario = [
  [SCENARIOS, 'has one order of processes in C'],
  [SCENARIOS, 'has one order of Python nodes'],
] as const;

const FREE = [
  SCENARIOS,
  'without Orrery shows several outcomes, or says that it does not',
] as const;

const ACCEPTANCE: Readonly<Record<string, Evidence>> = {
  'T1 drop': {
    shown: [...scenario, FREE],
  },
  'T2 parallel inputs': {
    shown: [...scenario, FREE, [PROCESSES, 'two paths of different lengths meet in one order']],
  },
  'T3 same output topic': {
    shown: [
      ...scenario,
      FREE,
      [PROCESSES, 'two publishers of a topic, and a timer, meet in one order'],
    ],
  },
  'T4 service calls': {
    shown: [
      ...scenario,
      FREE,
      [PROCESSES, 'calls of services within callbacks are served in one order'],
    ],
  },
  'T5 graph of two inputs': {
    shown: [[GRAPH, 'has 20 vertices after two inputs of parallel chains']],
  },
  'T6 remaps': {
    shown: [
      [REMAPS, 'remaps inputs under their own names and those of the system, and no outputs'],
      [REMAPS, 'remaps the nodes of two parallel inputs'],
      [REMAPS, 'remaps the clock of a node with timers'],
      [ATTACHED, 'are ordered in one domain with the remappings that Orrery prints'],
    ],
  },
  'T7 configuration files': {
    shown: [
      [READ, 'is read with all fields, in the names of the system'],
      [READ, 'orders nodes as ros2_def does, by priority first'],
      [HISTORY, 'is read unchanged, with services and topics in one mapping'],
      [HISTORY, 'has the order of the rule %s'],
      [HISTORY, 'runs to its end in one order, by %s'],
    ],
  },
  'T8 timers at the start': {
    shown: [
      [PROCESSES, 'two publishers of a topic, and a timer, meet in one order'],
      [TIME, 'run as often as rcl calls them when the first clock reads %s s'],
    ],
  },
  'T9 skipped time': {
    shown: [
      [
        GRAPH,
        'starts timers that expire together by one clock message, before anything that they cause',
      ],
      [TIME, 'miss nothing when a simulator skips time, and what they send arrives'],
    ],
  },
  'T10 reconfiguration': {
    shown: [
      [GRAPH, 'admits nothing while a callback may request another configuration'],
      [DEFINED, 'a node announces another configuration, and inputs wait until it is there'],
    ],
  },
  'T11 approximate time': {
    shown: [
      [MODELLED, 'withholds the outputs of messages that do not complete a set'],
      [
        'src/orchestrator/networks.test.ts',
        'time_sync: a filter sends when a set is complete, which nothing needs to predict',
      ],
      [
        'test/orchestrator_fast_dds.test.ts',
        'pair messages by approximate time as C++ does, in one order',
      ],
    ],
    open: '`orrery graph order` models the algorithm of Python only; real nodes do not need a model',
  },
  'T12 cycles': {
    shown: [
      [GRAPH, 'refuses a configuration whose messages multiply without end'],
      ['test/orchestrator_mixed.test.ts', 'and with one over DDS'],
    ],
  },
  'T13 no, one or three outputs': {
    shown: [
      [
        VARIETY,
        'send nothing, one or three messages in a callback, from equal names in two namespaces',
      ],
    ],
  },
  'T14 QoS': {
    shown: [
      [
        VARIETY,
        'send nothing, one or three messages in a callback, from equal names in two namespaces',
      ],
      [VARIETY, 'get what was published before they were there, if both sides keep it'],
    ],
  },
  'T15 equal names in two namespaces': {
    shown: [
      [
        VARIETY,
        'send nothing, one or three messages in a callback, from equal names in two namespaces',
      ],
    ],
  },
  'T16 killed and stopped processes': {
    shown: [
      [PROCESSES, 'a process that is killed is named, the others go on, and none is left'],
      [
        FAULTS,
        'that are stopped for longer than their lease are named, with the states of their threads',
      ],
      [FAULTS, 'go on after such a stop, with the same digest'],
    ],
  },
  'T17 recordings as input': {
    shown: [
      [
        'test/orchestrator_bags.test.ts',
        'a recording with gaps and jitter gives the same recording twice',
      ],
    ],
  },
  'T18 fan-in of 50': {
    shown: [
      ['test/orchestrator_fan_in.test.ts', 'answer a message in one order, fifty or more of them'],
    ],
  },
  'T19 load and middleware': {
    shown: [
      ['test/orchestrator_mixed.test.ts', 'can be verified, and asked why across the processes'],
      [
        'test/orchestrator_fast_dds.test.ts',
        'have one order with others on Cyclone DDS, with timers of their own',
      ],
    ],
  },
  'T20 Status messages': {
    shown: [
      [GRAPH, 'removes an omitted output with everything it would have caused'],
      [DEFINED, 'are followed by their declared outputs and Status messages'],
      [DEFINED, 'are followed by a Status message of each callback'],
    ],
  },
};

it.each(Object.entries(ACCEPTANCE))('%s is shown by tests, or its gap is named', (_, evidence) => {
  const { shown, open } = evidence;
  expect(shown.length > 0 || open !== undefined).toBe(true);
  for (const [file, title] of shown) {
    expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).toContain(title);
  }
});

it('leaves none out, and the documents have the same table', () => {
  const numbers = Object.keys(ACCEPTANCE).map((name) => Number(/^T(\d+)/.exec(name)?.[1]));
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  const text = readFileSync(new URL('../docs/orchestrator.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| T\d/.test(line));
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  const expected = Object.entries(ACCEPTANCE).map(([name, { shown, open = '' }]) => {
    const files = [...new Set(shown.map(([file]) => `\`${file}\``))];
    return ['', name, files.join(', '), open, ''];
  });
  expect(cells).toEqual(expected);
});
