import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { OrreryError, whyUnreadable } from '../../errors/index.js';
import { type ConfigNode, ConfigProblems, ConfigReader, parseConfig } from '../../models/index.js';
import type { CallbackModel, NodeModel, Trigger } from './node_model.js';
import {
  absolute,
  nodeReader,
  topicsOf,
  type WrittenCallback,
  type WrittenNode,
} from './node_reader.js';

/** A larger file cannot be a configuration that a person wrote. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_NODES = 1000;

/** The `share` folder of a package. */
export type FindShare = (packageName: string) => string;

/**
 * Reads a launch configuration of ros2_def (`*_launch_config.json`) and the node configurations that it names, in
 * the names of the whole system. `priority` may stand in either of the two; the names of nodes may begin with one
 * slash or two.
 *
 * @throws OrreryError `ORR_ORCHESTRATOR_CONFIG` with every mistake and its place; `ORR_ORCHESTRATOR_CONFIG_FILE`
 *   for a file that cannot be read
 */
export function readNodeModels(file: string, shareOf: FindShare): readonly NodeModel[] {
  const problems = new ConfigProblems('ORR_ORCHESTRATOR_CONFIG', `The configuration ${file}`);
  const reader = new ConfigReader(problems);
  const root = parseConfig(textOf(file), file, problems);
  // "inputs" lists what the data provider sends; nothing reads it, as in ros2_def.
  const known = reader.object<{ inputs: true; nodes: ConfigNode }>(
    { inputs: () => true, nodes: (node) => node },
    ['nodes'],
  )(root);
  const entries = known?.nodes.entries;
  if (known !== undefined && entries === undefined) {
    reader.refuse(known.nodes, 'Write a mapping from node names to their entries here.');
  }
  const launch = new LaunchNodes(reader, file, shareOf);
  const nodes: NodeModel[] = [];
  for (const [key, each] of [...(entries ?? [])].slice(0, MOST_NODES)) {
    const node = launch.read(key, each);
    if (node !== undefined) nodes.push(node);
  }
  if ((entries?.size ?? 0) > MOST_NODES) {
    reader.refuse(root, `There are more than ${MOST_NODES} nodes.`);
  }
  problems.throwIfAny();
  return nodes;
}

interface WrittenEntry {
  readonly config_file: string;
  readonly remappings?: ReadonlyMap<string, ConfigNode>;
  readonly priority?: number;
  readonly state_sequence?: readonly string[];
}

class LaunchNodes {
  readonly #reader: ConfigReader;
  readonly #file: string;
  readonly #shareOf: FindShare;
  readonly #names = new Set<string>();

  constructor(reader: ConfigReader, file: string, shareOf: FindShare) {
    this.#reader = reader;
    this.#file = file;
    this.#shareOf = shareOf;
  }

  read(key: string, place: ConfigNode): NodeModel | undefined {
    const reader = this.#reader;
    const name = key.replace(/^\/+/, '');
    if (this.#names.has(name)) reader.refuse(place, `The node ${name} is given twice.`);
    this.#names.add(name);
    const entry = reader.object<WrittenEntry>(
      {
        config_file: (node) => this.#path(node),
        remappings: (node) => node.entries ?? reader.refuse(node, 'A mapping is needed here.'),
        priority: reader.number(-1e9, 1e9),
        state_sequence: reader.list(reader.text),
      },
      ['config_file'],
    )(place);
    if (entry === undefined) return undefined;
    const { config_file: file } = entry;
    const root = parseConfig(textOf(file), file, reader.problems);
    const written = nodeReader(reader)(root);
    if (written === undefined) return undefined;
    const rename = this.#renaming(written, entry.remappings ?? new Map());
    return {
      name,
      priority: entry.priority ?? written.priority ?? 0,
      services: (written.services ?? []).map(rename),
      callbacks: written.callbacks.flatMap((each) => callbacksOf(each, rename)),
      remappings: new Map([...(entry.remappings ?? [])].map(([from]) => [from, rename(from)])),
    };
  }

  /** A path, or `[package, file]` for a file in `config` of the package, formerly in `configs`. */
  #path(node: ConfigNode): string | undefined {
    if (node.items === undefined) {
      const path = this.#reader.text(node);
      return path === undefined ? undefined : resolve(dirname(this.#file), path);
    }
    const [packageName, file, ...more] = node.items.map(({ value }) => value);
    if (typeof packageName !== 'string' || typeof file !== 'string' || more.length > 0) {
      return this.#reader.refuse(node, 'Write a path, or ["package", "file"].');
    }
    const share = this.#shareOf(packageName);
    const [now, before] = [join(share, 'config', file), join(share, 'configs', file)];
    if (existsSync(now) && existsSync(before)) {
      return this.#reader.refuse(
        node,
        `The package ${packageName} has two files ${file}: in config and in configs; remove one.`,
      );
    }
    return existsSync(before) ? before : now;
  }

  /** Maps the names that a node uses to those of the system. */
  #renaming(
    { callbacks, services = [] }: WrittenNode,
    remappings: ReadonlyMap<string, ConfigNode>,
  ): (name: string) => string {
    const used = [
      ...callbacks.flatMap(({ trigger, outputs, service_calls = [] }) => [
        ...[...topicsOf(trigger), ...outputs, ...service_calls],
      ]),
      ...services,
      ...(callbacks.some(({ trigger }) => trigger.type === 'timer') ? ['clock'] : []),
    ].map(absolute);
    const names = new Map(used.map((name) => [name, name]));
    const renamed = new Set<string>();
    for (const [key, to] of remappings) {
      const from = absolute(key);
      const target = this.#reader.text(to);
      if (!names.has(from)) {
        this.#reader.refuse(
          to,
          `"${key}" is not a topic or service of the node; it has ${[...names.keys()].join(', ')}.`,
        );
      } else if (renamed.has(from)) {
        this.#reader.refuse(to, `"${key}" is remapped twice.`);
      } else if (target !== undefined) names.set(from, absolute(target));
      renamed.add(from);
    }
    return (name) => names.get(absolute(name))!;
  }
}

/** The callbacks of a node: a filter yields one for each of its topics. */
function callbacksOf(
  written: WrittenCallback,
  rename: (name: string) => string,
): readonly CallbackModel[] {
  const outputs = written.outputs.map(rename);
  return triggersOf(written, rename).map((trigger) => ({
    trigger,
    outputs,
    serviceCalls: (written.service_calls ?? []).map(rename),
    sendsStatus: outputs.length === 0 || written.trigger.type === 'approximate_time_sync',
    changesDataProviderState: written.changes_dataprovider_state ?? false,
    mayCauseReconfiguration: written.may_cause_reconfiguration ?? false,
  }));
}

function triggersOf(
  { trigger }: WrittenCallback,
  rename: (name: string) => string,
): readonly Trigger[] {
  if (trigger.type === 'timer') return [{ kind: 'timer', period: trigger.period }];
  const topics = topicsOf(trigger).map(rename);
  if (trigger.type === 'topic') return topics.map((topic) => ({ kind: 'topic', topic }));
  const slop = Math.round(trigger.slop * 1e9);
  const filter = { topics, slop, queueSize: trigger.queue_size };
  return topics.map((topic) => ({ kind: 'topic', topic, filter }));
}

function textOf(file: string): string {
  let reason: string;
  try {
    const { size } = statSync(file);
    if (size <= MOST_BYTES) return readFileSync(file, 'utf8');
    reason = `it has ${size} bytes, more than the limit of ${MOST_BYTES}`;
  } catch (cause) {
    reason = whyUnreadable(cause);
  }
  throw new OrreryError(
    'ORR_ORCHESTRATOR_CONFIG_FILE',
    `The configuration "${file}" cannot be read (${reason}); check the path.`,
    { place: { file } },
  );
}
