import {
  formatParameterValue,
  type ParameterValue,
  parseParameterValue,
} from '../../parameters/index.js';
import type {
  CallbackGroupDescription,
  ComponentDescription,
  ContainerAction,
  DeclaredArgument,
  LaunchAction,
  LaunchDescription,
  LaunchParameter,
  NodeAction,
  NodeDescription,
  ProcessSettings,
} from './actions.js';
import { secondsText } from './attribute_value.js';
import { type Block, block, setList, type TaggedBlock, writeBlocks } from './print_blocks.js';
import { escapeTemplate } from './template.js';
import { namesByIds, withNamesOfTargets } from './wanted_name.js';
import { joinCommandLine } from './word_splitter.js';

function quote(text: string): string {
  return formatParameterValue({ type: 'string', value: escapeTemplate(text) });
}

/** A parameter value whose strings cannot be mistaken for substitutions. */
function quoteValue(yaml: string): string {
  const parameter = parseParameterValue(yaml);
  if (parameter.type === 'string') return quote(parameter.value);
  if (parameter.type !== 'string_array') return formatParameterValue(parameter);
  const escaped: ParameterValue = { ...parameter, value: parameter.value.map(escapeTemplate) };
  return formatParameterValue(escaped);
}

function text(value: string | null): string | null {
  return value === null ? null : quote(value);
}

/** Prints only what differs from the default. */
function unless<T>(fallback: T, value: T, format: (value: T) => string): string | null {
  return value === fallback ? null : format(value);
}

function parameterBlock(parameter: LaunchParameter): Block {
  if (parameter.kind === 'value') {
    return block([
      ['name', quote(parameter.name)],
      ['value', quoteValue(parameter.value)],
    ]);
  }
  return block([
    ['from', quote(parameter.path)],
    ['content', text(parameter.content)],
  ]);
}

function pairs(record: Readonly<Record<string, string>>): Block[] {
  return Object.entries(record).map(([name, value]) =>
    block([
      ['name', quote(name)],
      ['value', quote(value)],
    ]),
  );
}

function processEntries(action: ProcessSettings): [string, string | null][] {
  const seconds = (value: number): string => secondsText(value);
  return [
    ['cwd', text(action.cwd)],
    ['launch-prefix', text(action.prefix)],
    ['output', unless('log', action.output, quote)],
    ['respawn', unless(false, action.respawn, String)],
    ['respawn_delay', unless(0, action.respawnDelayNs, seconds)],
    ['respawn_max_retries', unless(-1, action.respawnMaxRetries, String)],
    ['sigterm_timeout', unless(5e9, action.sigtermTimeoutNs, seconds)],
    ['sigkill_timeout', unless(5e9, action.sigkillTimeoutNs, seconds)],
    ['shell', unless(false, action.shell, String)],
    ['emulate_tty', unless(false, action.emulateTty, String)],
    ['on_exit', action.onExit],
  ];
}

function words(list: readonly string[]): string | null {
  return list.length === 0 ? null : quote(joinCommandLine(list));
}

/**
 * Parameters that ROS 2 files under `/**` although the node has a full name came from outside the
 * node; they are printed outside, because their precedence depends on it.
 */
function splitParameters(
  node: NodeDescription,
): readonly [outside: readonly LaunchParameter[], own: readonly LaunchParameter[]] {
  if (node.name === null || node.namespace === null) return [[], node.parameters];
  let count = 0;
  node.parameters.forEach((parameter, i) => {
    if (parameter.kind === 'value' && parameter.pattern === '/**') count = i + 1;
  });
  return [node.parameters.slice(0, count), node.parameters.slice(count)];
}

function groupBlock({ name, type, callbacks, executor }: CallbackGroupDescription): Block {
  return block([
    ['name', quote(name)],
    ['type', type],
    ['callbacks', quote(callbacks.join(' '))],
    ['executor', text(executor)],
  ]);
}

function addNodeLists(
  into: Block,
  node: NodeDescription,
  parameters: readonly LaunchParameter[],
): void {
  setList(into, 'param', parameters.map(parameterBlock));
  const remaps = node.remappings.map(({ from, to }) =>
    block([
      ['from', quote(from)],
      ['to', quote(to)],
    ]),
  );
  setList(into, 'remap', remaps);
  setList(into, 'callback_group', node.callbackGroups.map(groupBlock));
}

function componentBlock(component: ComponentDescription): Block {
  const result = block([
    ['pkg', quote(component.package)],
    ['plugin', quote(component.plugin)],
    ['name', text(component.name)],
    ['namespace', text(component.namespace)],
    ['executor', text(component.executor)],
  ]);
  addNodeLists(result, component, component.parameters);
  const extra = component.extraArguments.map(({ name, value }) =>
    block([
      ['name', quote(name)],
      ['value', quoteValue(value)],
    ]),
  );
  setList(result, 'extra_arg', extra);
  return result;
}

function nodeTag(action: NodeAction | ContainerAction): string {
  if (action.kind === 'container') return 'node_container';
  return action.lifecycle ? 'lifecycle_node' : 'node';
}

function nodeBlock(
  action: NodeAction | ContainerAction,
  parameters: readonly LaunchParameter[],
): TaggedBlock {
  const result = block([
    ['pkg', text(action.package)],
    ['exec', quote(action.executable)],
    ['name', text(action.name)],
    ['namespace', text(action.namespace)],
    ['executor', text(action.executor)],
    ['exec_name', text(action.execName)],
    ['autostart', action.kind === 'node' ? unless(false, action.autostart, String) : null],
    ['args', words(action.arguments)],
    ['ros_args', words(action.rosArguments)],
    ...processEntries(action),
  ]);
  addNodeLists(result, action, parameters);
  setList(result, 'env', pairs(action.env));
  if (action.kind === 'container') {
    setList(result, 'composable_node', action.components.map(componentBlock));
  }
  return { tag: nodeTag(action), block: result };
}

function globalBlock(parameter: LaunchParameter): TaggedBlock {
  if (parameter.kind === 'value') return { tag: 'set_parameter', block: parameterBlock(parameter) };
  const filename = block([['filename', quote(parameter.path)]]);
  return { tag: 'set_parameters_from_file', block: filename };
}

/** Wraps the tag in a group for what cannot be written in the tag itself. */
function wrapped(
  inner: TaggedBlock,
  unsetEnv: readonly string[],
  outside: readonly LaunchParameter[],
): TaggedBlock {
  if (unsetEnv.length === 0 && outside.length === 0) return inner;
  const children = [
    ...unsetEnv.map((name) => ({ tag: 'unset_env', block: block([['name', quote(name)]]) })),
    ...outside.map(globalBlock),
    inner,
  ];
  return { tag: 'group', block: new Map([['children', children]]) };
}

function withChildren(entries: Block, actions: readonly LaunchAction[]): Block {
  if (actions.length > 0) entries.set('children', actions.map(actionBlock));
  return entries;
}

function actionBlock(action: LaunchAction): TaggedBlock {
  switch (action.kind) {
    case 'running_launch':
      return { tag: 'group', block: withChildren(new Map(), action.actions) };
    case 'node':
    case 'container': {
      const [outside, own] = splitParameters(action);
      return wrapped(nodeBlock(action, own), action.unsetEnv, outside);
    }
    case 'load_components': {
      const result = block([['target', quote(action.target)]]);
      setList(result, 'composable_node', action.components.map(componentBlock));
      return { tag: 'load_composable_node', block: result };
    }
    case 'executable': {
      const result = block([
        ['cmd', quote(joinCommandLine(action.command))],
        ['name', text(action.name)],
        ...processEntries(action),
      ]);
      setList(result, 'env', pairs(action.env));
      return wrapped({ tag: 'executable', block: result }, action.unsetEnv, []);
    }
    case 'timer': {
      const period = block([['period', secondsText(action.delayNs)]]);
      return { tag: 'timer', block: withChildren(period, action.actions) };
    }
    default:
      return smallActionBlock(action);
  }
}

function smallActionBlock(
  action: Extract<
    LaunchAction,
    { kind: 'shutdown' | 'log' | 'lifecycle_transition' | 'event_handler' }
  >,
): TaggedBlock {
  switch (action.kind) {
    case 'shutdown':
      return { tag: 'shutdown', block: block([['reason', quote(action.reason)]]) };
    case 'log': {
      const entries = block([
        ['level', action.level],
        ['message', quote(action.message)],
      ]);
      return { tag: 'log', block: entries };
    }
    case 'lifecycle_transition': {
      const entries = block([
        ['target', quote(action.target)],
        ['transition', action.transition],
      ]);
      return { tag: action.kind, block: entries };
    }
    case 'event_handler': {
      const entries = block([
        ['target', quote(action.target)],
        ['start_state', text(action.startState)],
        ['goal_state', text(action.goalState)],
        ['once', unless(false, action.once ?? false, String)],
      ]);
      return { tag: `on_${action.event}`, block: withChildren(entries, action.actions) };
    }
  }
}

function argumentBlock(argument: DeclaredArgument): TaggedBlock {
  const entries = block([
    ['name', quote(argument.name)],
    ['default', quote(argument.value!)],
    ['description', argument.description === '' ? null : quote(argument.description)],
  ]);
  const choices = argument.choices.map((choice) => block([['value', quote(choice)]]));
  setList(entries, 'choice', choices);
  return { tag: 'arg', block: entries };
}

/**
 * The expanded system as text (`--print`): itself a YAML launch file without substitutions,
 * conditions and includes, that expands to the same system again. Only values that differ from the
 * defaults appear; the text does not depend on how the original was written.
 */
export function printLaunch(description: LaunchDescription): string {
  const declared = description.arguments.filter((argument) => argument.value !== null);
  const actions = withNamesOfTargets(description.actions, namesByIds(description.actions));
  const items = [...declared.map(argumentBlock), ...actions.map(actionBlock)];
  return writeBlocks('launch', items);
}
