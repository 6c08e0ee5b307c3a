import { Problems } from '../../errors/index.js';
import {
  isNamespace,
  isNodeName,
  isRemappableName,
  parseRosArguments,
} from '../../parameters/index.js';
import type {
  ComponentDescription,
  ContainerAction,
  ExecutableAction,
  LaunchRemap,
  LoadComponentsAction,
  NodeAction,
  NodeDescription,
  ProcessSettings,
} from './actions.js';
import type { Entity } from './entity.js';
import { EntityReader } from './entity_reader.js';
import { expandCommandLine } from './expand_command_line.js';
import { expandExecutor } from './expand_executor.js';
import { expandLaterValue, expandParameters } from './expand_parameters.js';
import { GRAMMAR } from './grammar.js';
import type { LaunchContext } from './launch_context.js';

/**
 * Joins namespaces as `push_ros_namespace` does: an absolute one replaces the one before, an empty one leaves it, or is the
 * root.
 */
function joinNamespace(base: string | null, pushed: string | null): string | null {
  if (pushed === null) return base;
  if (pushed === '') return base ?? '/';
  if (pushed.startsWith('/')) return pushed;
  return base === null || base === '/' ? `/${pushed}` : `${base}/${pushed}`;
}

/** `/ns` and `name` as `/ns/name`. */
export function fullyQualifiedName(namespace: string | null, name: string): string {
  return namespace === null || namespace === '/' ? `/${name}` : `${namespace}/${name}`;
}

/** Reads a namespace attribute and joins it with the one in force. */
export function expandNamespace(reader: EntityReader, context: LaunchContext): string | null {
  const written = reader.text('namespace');
  const joined = joinNamespace(context.scope.namespace, written ?? null);
  if (joined === null) return null;
  const trimmed = joined.length > 1 ? joined.replace(/\/$/, '') : joined;
  if (!isNamespace(trimmed)) {
    const message = `"${written}" is not a valid namespace (letters, digits and _ between slashes).`;
    reader.refuse('ORR_LAUNCH_NAME', message, 'namespace');
    return null;
  }
  return trimmed;
}

/** Reads a `from`/`to` pair. */
export function expandRemap(part: Entity, context: LaunchContext): LaunchRemap | undefined {
  const reader = new EntityReader(part, context);
  const from = reader.text('from');
  const to = reader.text('to');
  for (const [side, name] of [['from', from] as const, ['to', to] as const]) {
    // A rule may name a node and a scheme: node:rostopic://name.
    const bare = name
      ?.replace(/^[A-Za-z_]\w*:(?!\/\/)/, '')
      .replace(/^ros(topic|service):\/\//, '');
    if (bare === undefined || isRemappableName(bare)) continue;
    reader.refuse('ORR_LAUNCH_NAME', `"${name}" is not a valid topic or service name.`, side);
    return undefined;
  }
  return from === undefined || to === undefined ? undefined : { from, to };
}

function describeNode(
  reader: EntityReader,
  context: LaunchContext,
  isComponent: boolean,
): NodeDescription {
  const namespace = expandNamespace(reader, context);
  let name = reader.text('name') ?? null;
  if (name !== null && !isNodeName(name)) {
    const message = `"${name}" is not a valid node name (letters, digits and _, no slash).`;
    reader.refuse('ORR_LAUNCH_NAME', message, 'name');
    name = null;
  }
  const isFull = name !== null && namespace !== null && !isComponent;
  const pattern = isFull ? fullyQualifiedName(namespace, name!) : '/**';
  const readBy = isComponent ? 'component' : 'process';
  const own = expandParameters(reader.parts('param'), pattern, context, readBy);
  const remaps = reader.parts('remap').map((part) => expandRemap(part, context));
  return {
    name,
    namespace,
    parameters: [...context.scope.parameters, ...own],
    remappings: [...context.scope.remaps, ...remaps.filter((remap) => remap !== undefined)],
    ...expandExecutor(reader, context),
  };
}

function expandEnvironment(
  reader: EntityReader,
  context: LaunchContext,
): Pick<ProcessSettings, 'env' | 'unsetEnv'> {
  const env = new Map([...context.scope.env, ...reader.pairs('env')]);
  const names = [...new Set([...env.keys(), ...context.initialEnv.keys()])].sort();
  const changed = names.filter(
    (name) => env.has(name) && env.get(name) !== context.initialEnv.get(name),
  );
  return {
    env: Object.fromEntries(changed.map((name) => [name, env.get(name)!])),
    unsetEnv: names.filter((name) => !env.has(name)),
  };
}

function expandProcess(reader: EntityReader, context: LaunchContext): ProcessSettings {
  return {
    place: reader.place,
    ...expandEnvironment(reader, context),
    cwd: reader.text('cwd') ?? null,
    prefix: reader.text('launch-prefix') ?? null,
    output: reader.text('output') ?? 'log',
    respawn: reader.boolean('respawn', false),
    respawnDelayNs: reader.nanoseconds('respawn_delay', 0),
    respawnMaxRetries: reader.count('respawn_max_retries', -1),
    sigtermTimeoutNs: reader.nanoseconds('sigterm_timeout', 5),
    sigkillTimeoutNs: reader.nanoseconds('sigkill_timeout', 5),
    shell: reader.boolean('shell', false),
    emulateTty: reader.boolean('emulate_tty', false),
    onExit: reader.text('on_exit') === 'shutdown' ? 'shutdown' : null,
  };
}

function words(reader: EntityReader, name: string, context: LaunchContext): string[] {
  const source = reader.attribute(name)?.texts[0];
  if (source === undefined) return [];
  const splitsAll = reader.boolean('split_arguments', false);
  return expandCommandLine(source.text, context, source.place, splitsAll);
}

function expandRosArguments(reader: EntityReader, context: LaunchContext): string[] {
  const args = words(reader, 'ros_args', context);
  const problems = new Problems();
  try {
    parseRosArguments(args);
  } catch (error) {
    problems.absorb(error);
  }
  for (const { code, message } of problems.sorted()) reader.refuse(code, message, 'ros_args');
  return args;
}

function readerOf(entity: Entity, context: LaunchContext): EntityReader {
  return new EntityReader(entity, context, GRAMMAR.get(entity.tag)?.attributes);
}

function expandExecution(reader: EntityReader, context: LaunchContext) {
  return {
    ...describeNode(reader, context, false),
    ...expandProcess(reader, context),
    package: reader.text('pkg') ?? null,
    executable: reader.text('exec') ?? '',
    execName: reader.text('exec_name') ?? null,
    arguments: words(reader, 'args', context),
    rosArguments: expandRosArguments(reader, context),
  };
}

export function expandNode(entity: Entity, context: LaunchContext): NodeAction {
  const reader = readerOf(entity, context);
  return {
    kind: 'node',
    ...expandExecution(reader, context),
    lifecycle: entity.tag === 'lifecycle_node',
    autostart: reader.boolean('autostart', false),
  };
}

export function expandContainer(entity: Entity, context: LaunchContext): ContainerAction {
  const reader = readerOf(entity, context);
  const execution = expandExecution(reader, context);
  return {
    kind: 'container',
    ...execution,
    package: execution.package ?? 'rclcpp_components',
    executable: reader.has('exec') ? execution.executable : 'component_container',
    components: expandComponents(reader, context),
  };
}

export function expandExecutable(entity: Entity, context: LaunchContext): ExecutableAction {
  const reader = readerOf(entity, context);
  const command = words(reader, 'cmd', context);
  if (command.length === 0 && reader.has('cmd')) {
    reader.refuse('ORR_LAUNCH_ATTRIBUTE', 'The command of "executable" is empty.', 'cmd');
  }
  return {
    kind: 'executable',
    name: reader.text('name') ?? null,
    ...expandProcess(reader, context),
    command,
  };
}

export function expandLoadComponents(entity: Entity, context: LaunchContext): LoadComponentsAction {
  const reader = readerOf(entity, context);
  return {
    kind: 'load_components',
    place: reader.place,
    target: reader.text('target') ?? '',
    components: expandComponents(reader, context),
  };
}

function expandComponents(reader: EntityReader, context: LaunchContext): ComponentDescription[] {
  const components: ComponentDescription[] = [];
  for (const part of reader.parts('composable_node')) {
    const each = new EntityReader(part, context);
    if (!each.isWanted()) continue;
    const extraArguments = each.parts('extra_arg').flatMap((extra) => {
      const argument = new EntityReader(extra, context);
      const name = argument.text('name');
      const value = expandLaterValue(argument, context);
      return name === undefined || value === undefined ? [] : [{ name, value }];
    });
    components.push({
      place: each.place,
      package: each.text('pkg') ?? '',
      plugin: each.text('plugin') ?? '',
      ...describeNode(each, context, true),
      extraArguments,
    });
  }
  return components;
}
