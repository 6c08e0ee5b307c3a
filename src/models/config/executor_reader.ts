import type {
  CallbackGroupModel,
  ExecutorModel,
  ExecutorPolicy,
  PolicyName,
  PriorityRule,
} from '../system_models.js';
import type { ConfigNode } from './config_node.js';
import type { ConfigReader, Read } from './config_reader.js';

/** The settings of each policy beyond the common ones. */
export const POLICY_SETTINGS: Readonly<Record<PolicyName, readonly (keyof ExecutorPolicy)[]>> = {
  events: ['separate_timer_thread'],
  single: ['order_in_kind'],
  static: ['order_in_kind'],
  multi: ['order_in_kind', 'threads'],
  rclc: ['order', 'always', 'timeout', 'trigger', 'semantics', 'period', 'outputs'],
  priority: ['order_in_kind', 'priorities'],
  wait_set: [],
};

const COMMON: readonly string[] = ['policy', 'name', 'nodes', 'intra_process', 'blocking_calls'];

function policyFields(reader: ConfigReader) {
  const { text, flag } = reader;
  const one = reader.object<{ one: string }>({ one: text }, ['one']);
  const word = reader.choice('any', 'all', 'always');
  const trigger: Read<'any' | 'all' | 'always' | { readonly one: string }> = (node) =>
    node.entries === undefined ? word(node) : one(node);
  return {
    policy: reader.choice(...(Object.keys(POLICY_SETTINGS) as PolicyName[])),
    threads: reader.number(1, 1024, true),
    order_in_kind: reader.choice('registration', 'reverse', 'seeded_shuffle', 'libstdcxx'),
    intra_process: flag,
    blocking_calls: flag,
    separate_timer_thread: flag,
    order: reader.list(text),
    always: reader.list(text),
    timeout: reader.duration,
    trigger,
    semantics: reader.choice('rclcpp', 'let'),
    period: reader.duration,
    loop: (node: ConfigNode) => reader.refuse(node, 'A loop is a function: give it in code.'),
    outputs: reader.choice('callback', 'period'),
    priorities: reader.list(
      reader.object<PriorityRule>(
        { node: text, callback: text, priority: reader.number(-1e9, 1e9) },
        ['callback', 'priority'],
      ),
    ),
  };
}

export function policyReader(reader: ConfigReader): Read<ExecutorPolicy> {
  const read = reader.object<ExecutorPolicy>(policyFields(reader), ['policy']);
  return (node) => checked(reader, node, read(node));
}

export function executorReader(reader: ConfigReader): Read<ExecutorModel> {
  const fields = { ...policyFields(reader), name: reader.text, nodes: reader.list(reader.text) };
  const read = reader.object<ExecutorModel>(fields, ['policy', 'name']);
  return (node) => checked(reader, node, read(node));
}

/** Refuses settings that the policy does not have, so that nothing is silently ignored. */
function checked<T extends ExecutorPolicy>(
  reader: ConfigReader,
  node: ConfigNode,
  value: T | undefined,
): T | undefined {
  if (value === undefined) return undefined;
  const known = POLICY_SETTINGS[value.policy] as readonly string[];
  for (const key of Object.keys(value)) {
    if (COMMON.includes(key) || known.includes(key)) continue;
    reader.refuse(node.entries!.get(key)!, `An executor "${value.policy}" has no ${key}.`);
  }
  if (value.policy === 'rclc' && value.outputs === 'period' && value.period === undefined) {
    reader.refuse(node, 'Outputs at the end of the period need a period.');
  }
  for (const setting of ['period', 'timeout'] as const) {
    if (value[setting] === 0) reader.refuse(node, `The ${setting} must not be 0.`);
  }
  return value;
}

export function groupReader(reader: ConfigReader): Read<CallbackGroupModel> {
  const { text } = reader;
  return reader.object<CallbackGroupModel>(
    {
      node: text,
      name: text,
      type: reader.choice('mutually_exclusive', 'reentrant'),
      callbacks: reader.list(text),
      executor: text,
    },
    ['node', 'name', 'type', 'callbacks'],
  );
}
