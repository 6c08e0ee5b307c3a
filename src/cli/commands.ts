import type { Command } from 'commander';
import type { CommandLine } from './command_line.js';

/** A command as the main help shows it; its file is loaded only when the command is chosen. */
export interface CommandEntry {
  readonly description: string;
  readonly load: (line: CommandLine) => Promise<Command>;
}

/** The commands, in the order of the help. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  run: {
    description: 'Run JavaScript and Python programs, components or a job in virtual time.',
    load: async (line) => (await import('./run.js')).runCommand(line),
  },
  launch: {
    description: 'Run the system that a ROS 2 launch file (YAML, XML or Python) describes.',
    load: async (line) => (await import('./launch.js')).launchCommand(line),
  },
  doctor: {
    description: 'Run a system, or examine a run, and explain what fails silently in ROS 2.',
    load: async (line) => (await import('./doctor.js')).doctorCommand(line),
  },
  verify: {
    description: 'Repeat a run in disturbed processes; exit with 1 unless all runs are the same.',
    load: async (line) => (await import('./verify.js')).verifyCommand(line),
  },
  compare: {
    description: 'Run a system in several variants and compare the results in one table.',
    load: async (line) => (await import('./compare.js')).compareCommand(line),
  },
  diff: {
    description: 'Show what differed first between two runs, and why; exit with 1 if they differ.',
    load: async () => (await import('./diff.js')).diffCommand(),
  },
  debug: {
    description: 'Travel in time: re-execute a recorded run to a point, under the inspector.',
    load: async () => (await import('./debug.js')).debugCommand(),
  },
  analyze: {
    description: 'Show response times, executors, priority inversions, chains and bounds of a run.',
    load: async () => (await import('./analyze.js')).analyzeCommand(),
  },
  studio: {
    description: 'Look at a run, or at where two runs part, in the browser.',
    load: async () => (await import('./studio.js')).studioCommand(),
  },
  ask: {
    description: 'Ask recordings what follows what: "/a not followed by /b within 50ms".',
    load: async () => (await import('./ask.js')).askCommand(),
  },
  graph: {
    description: 'Show, learn or draw what a configuration of ros2_def fixes.',
    load: async () => (await import('./graph.js')).graphCommand(),
  },
  export: {
    description: 'Write the trace of a run for other tools: Perfetto, CSV, JSON.',
    load: async () => (await import('./export.js')).exportCommand(),
  },
  explore: {
    description:
      'Search possible orders, delays, losses and faults for those that break the system.',
    load: async (line) => (await import('./explore.js')).exploreCommand(line),
  },
  sweep: {
    description:
      'Make thousands of runs of a system; report how often it fails, how badly, and where.',
    load: async (line) => (await import('./sweep.js')).sweepCommand(line),
  },
  runs: {
    description: 'List what runs have left behind, remove it, or mark it to be kept.',
    load: async () => (await import('./runs.js')).runsCommand(),
  },
  bag: {
    description: 'Inspect, compare, convert, play and record bags.',
    load: async (line) => (await import('./bag.js')).bagCommand(line),
  },
  topic: {
    description:
      'Look at topics of a live system, as with ros2 topic: list, info, echo, hz, bw, delay, pub, find.',
    load: async () => (await import('./topic.js')).topicCommand(),
  },
  node: {
    description: 'Look at nodes of a live system: list, info.',
    load: async () => (await import('./node.js')).nodeCommand(),
  },
  service: {
    description:
      'Look at services of a live system, or call them: list, type, find, info, call, echo.',
    load: async () => (await import('./service.js')).serviceCommand(),
  },
  action: {
    description:
      'Look at actions of a live system, or send goals: list, info, type, find, echo, send_goal.',
    load: async () => (await import('./action.js')).actionCommand(),
  },
  param: {
    description:
      'Read and set parameters of live nodes: list, get, set, describe, dump, load, delete.',
    load: async () => (await import('./param.js')).paramCommand(),
  },
  lifecycle: {
    description:
      'Look at lifecycle nodes of a live system, or change their state: nodes, list, get, set.',
    load: async () => (await import('./lifecycle.js')).lifecycleCommand(),
  },
  component: {
    description:
      'Look at containers of a live system, or load components: list, types, load, unload.',
    load: async () => (await import('./component.js')).componentCommand(),
  },
  interface: {
    description: 'Show definitions of messages, services and actions: show, list, package, proto.',
    load: async () => (await import('./interface.js')).interfaceCommand(),
  },
  multicast: {
    description: 'Find out whether multicast gets from one machine to another: send, receive.',
    load: async () => (await import('./multicast.js')).multicastCommand(),
  },
  bridge: {
    description:
      'Join topics, services and actions of two networks, e.g. a simulation and a robot.',
    load: async () => (await import('./bridge.js')).bridgeCommand(),
  },
  import: {
    description: 'Turn a data set into a bag.',
    load: async () => (await import('./import.js')).importCommand(),
  },
  eval: {
    description: 'Measure a trajectory against a reference, with the semantics of evo.',
    load: async () => (await import('./eval.js')).evalCommand(),
  },
  netsim: {
    description:
      'Simulate networks alone, or with simulators that speak the protocol of ROS-NetSim.',
    load: async () => (await import('./netsim.js')).netsimCommand(),
  },
  types: {
    description: 'Write types of interface packages for TypeScript, or stubs for Python.',
    load: async () => (await import('./types.js')).typesCommand(),
  },
  completion: {
    description: 'Print the completion script for a shell: bash or zsh.',
    load: async (line) => (await import('./completion.js')).completionCommand(line),
  },
};
