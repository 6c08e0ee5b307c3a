import { dirname, resolve } from 'node:path';
import { OrreryError, readRegularFile, whyUnreadable } from '../../errors/index.js';
import type { Distribution } from '../distribution.js';
import { MAX_DOMAIN } from '../parse_attached_node.js';
import type {
  AttachedNode,
  CallbackEndRule,
  DeclaredOrder,
  DiscoveryModel,
  DiscoveryRule,
  ExecutionTimeRule,
  LinkRule,
  MachineModel,
  ProcessLimitsModel,
  SystemModels,
  TopicDelay,
  WaitRule,
} from '../system_models.js';
import { BIT_RATES } from './bit_rates.js';
import { pointReader } from './channel_reader.js';
import { type ConfigNode, ConfigProblems, parseConfig } from './config_node.js';
import { ConfigReader, type Read } from './config_reader.js';
import { distributionReader } from './distribution_reader.js';
import { executorReader, groupReader, policyReader } from './executor_reader.js';
import { faultReader } from './fault_reader.js';
import { networkReader } from './network_reader.js';
import { physicsReader } from './physics_reader.js';

/**
 * Parses a model file.
 * @param file - its name, for messages, and to resolve the paths in it
 * @throws OrreryError `ORR_MODELS_INVALID` with every mistake of the file and its place
 */
export function parseSystemModels(text: string, file: string): SystemModels {
  const problems = new ConfigProblems('ORR_MODELS_INVALID', `The model file ${file}`);
  const root = parseConfig(text, file, problems);
  if (root.value === null && root.entries === undefined) return {};
  const models = modelsReader(new ConfigReader(problems), file)(root);
  if (models !== undefined) checkNames(models, root, problems);
  problems.throwIfAny();
  return models ?? {};
}

/**
 * Reads a model file.
 * @throws OrreryError `ORR_MODELS_UNREADABLE`, `ORR_MODELS_INVALID`
 */
export function readSystemModels(file: string): SystemModels {
  let text: string;
  const place = { file };
  try {
    text = readRegularFile(file);
  } catch (cause) {
    const why = whyUnreadable(cause);
    const message = `The model file "${file}" cannot be read: ${why}; check the path.`;
    throw new OrreryError('ORR_MODELS_UNREADABLE', message, { place, cause });
  }
  return parseSystemModels(text, file);
}

/** Reads models; the paths in them are relative to `file`. */
export function modelsReader(reader: ConfigReader, file: string): Read<SystemModels> {
  const distribution = distributionReader(reader, file);
  const { text } = reader;
  return reader.object<SystemModels>({
    executors: reader.list(executorReader(reader)),
    default_executor: policyReader(reader),
    callback_groups: reader.list(groupReader(reader)),
    execution_times: reader.list(timeReader(reader, distribution)),
    machines: reader.named(
      reader.object<MachineModel>(
        { nodes: reader.list(text), cpu_speed: reader.number(1e-6, 1e6) },
        ['nodes'],
      ),
    ),
    links: reader.list(linkReader(reader, distribution)),
    topic_delays: reader.named(topicDelayReader(reader, distribution)),
    faults: reader.list(faultReader(reader, distribution)),
    discovery: reader.object<DiscoveryModel>(
      {
        rules: reader.list(
          reader.object<DiscoveryRule>({ topic: text, node: text, time: distribution }, ['time']),
        ),
      },
      ['rules'],
    ),
    middleware: reader.choice('direct', 'rtps'),
    clock_advances: reader.flag,
    waits_inside: reader.list(reader.object<WaitRule>({ node: text, service: text }, ['service'])),
    callback_ends: reader.list(
      reader.object<CallbackEndRule>(
        { node: text, by: reader.choice('status', 'outputs', 'quiet') },
        ['by'],
      ),
    ),
    process_limits: reader.object<ProcessLimitsModel>({
      start: reader.positiveDuration,
      callback: reader.positiveDuration,
    }),
    attach: reader.list(attachedReader(reader)),
    ros2_def: orderReader(reader, file),
    data_provider: pathReader(reader, file),
    network: networkReader(reader, distribution),
    physics: physicsReader(reader, file, pointReader(reader)),
  });
}

function attachedReader(reader: ConfigReader): Read<AttachedNode> {
  const { text, duration } = reader;
  const domain = reader.number(0, MAX_DOMAIN, true);
  return reader.object<AttachedNode>({ node: text, domain, within: duration }, ['node']);
}

/** A path relative to the file. */
function pathReader(reader: ConfigReader, file: string): Read<string> {
  return (node) => {
    const path = reader.text(node);
    return path === undefined ? undefined : resolve(dirname(file), path);
  };
}

function orderReader(reader: ConfigReader, file: string): Read<DeclaredOrder> {
  const names = reader.list(reader.text);
  const word = reader.choice('thesis', 'develop');
  return reader.object<DeclaredOrder>(
    {
      launch_config: pathReader(reader, file),
      rule: (node) => (node.items === undefined ? word(node) : names(node)),
    },
    ['launch_config'],
  );
}

function timeReader(
  reader: ConfigReader,
  distribution: Read<Distribution>,
): Read<ExecutionTimeRule> {
  const part = reader.number(0, 1);
  const offsets = reader.list(reader.duration);
  const outputs: Read<number | readonly number[]> = (node) =>
    node.items === undefined ? part(node) : offsets(node);
  return reader.object<ExecutionTimeRule>(
    {
      node: reader.text,
      callback: reader.text,
      kind: reader.choice('timer', 'subscription', 'service', 'client', 'user_timer'),
      time: distribution,
      outputs,
    },
    ['time'],
  );
}

function linkReader(reader: ConfigReader, distribution: Read<Distribution>): Read<LinkRule> {
  const { text } = reader;
  return reader.object<LinkRule>({
    topic: text,
    from: text,
    to: text,
    from_machine: text,
    to_machine: text,
    delay: distribution,
    bandwidth: reader.quantity(BIT_RATES, '10Mbit/s'),
    queue: reader.number(0, 1e9, true),
    reorder: reader.flag,
  });
}

function topicDelayReader(
  reader: ConfigReader,
  distribution: Read<Distribution>,
): Read<TopicDelay> {
  const measured = reader.object<{ values: number[]; skew: number }>(
    { values: reader.list(reader.duration), skew: reader.number(0, 1e6) },
    ['values', 'skew'],
  );
  return (node) => {
    const inner = node.entries?.get('measured');
    if (inner === undefined) return distribution(node);
    const value = measured(inner);
    if (value?.values.length === 0) return reader.refuse(inner, 'At least one value is needed.');
    return value && { measured: value };
  };
}

/** Executors and machines that are referred to must exist, and each name must be unique. */
function checkNames(models: SystemModels, root: ConfigNode, problems: ConfigProblems): void {
  const names = (models.executors ?? []).map(({ name }) => name);
  names.forEach((name, index) => {
    if (names.indexOf(name) === index) return;
    const place = root.entries?.get('executors')?.items?.[index]?.place ?? root.place;
    problems.add(place, `There are two executors named ${name}.`);
  });
  (models.callback_groups ?? []).forEach(({ executor }, index) => {
    if (executor === undefined || names.includes(executor)) return;
    const item = root.entries?.get('callback_groups')?.items?.[index];
    const place = item?.entries?.get('executor')?.place ?? root.place;
    problems.add(place, `There is no executor named ${executor} in this file.`);
  });
  const machines = models.machines ?? {};
  (models.links ?? []).forEach((link, index) => {
    for (const end of ['from_machine', 'to_machine'] as const) {
      const machine = link[end];
      if (machine === undefined || Object.hasOwn(machines, machine)) continue;
      const item = root.entries?.get('links')?.items?.[index];
      const place = item?.entries?.get(end)?.place ?? root.place;
      problems.add(place, `There is no machine named ${machine} in this file.`);
    }
  });
}
