import { dirname, resolve } from 'node:path';
import type { Place } from '../../errors/index.js';
import type { LogLevel } from '../../system/index.js';
import type { LaunchAction } from './actions.js';
import { declareAll, declareArgument } from './declare_argument.js';
import type { Entity } from './entity.js';
import { EntityReader } from './entity_reader.js';
import {
  appendEnvironment,
  popEnvironment,
  popVariables,
  pushEnvironment,
  pushVariables,
  replaceEnvironment,
  resetEnvironment,
  setEnvironment,
  setLogDirectory,
} from './expand_environment.js';
import { expandFor, expandForEach } from './expand_for.js';
import {
  expandContainer,
  expandExecutable,
  expandLoadComponents,
  expandNamespace,
  expandNode,
  expandRemap,
} from './expand_node.js';
import { expandLaterValue, expandParameterFile } from './expand_parameters.js';
import { expandPython, isPythonLaunchFile } from './expand_python.js';
import { type ActionTag, GRAMMAR } from './grammar.js';
import { isLeftOutFile } from './is_left_out_file.js';
import type { LaunchContext } from './launch_context.js';
import { readLaunchSource } from './source.js';

type Handler = (reader: EntityReader, context: LaunchContext) => readonly LaunchAction[];

const DEEPEST_INCLUDE = 32;

function setVariable(reader: EntityReader, context: LaunchContext): [] {
  const name = reader.text('name');
  if (name !== undefined) context.scope.configurations.set(name, reader.text('value'));
  return [];
}

function keptVariables(
  reader: EntityReader,
  context: LaunchContext,
): Map<string, string | undefined> {
  const kept = new Map<string, string | undefined>();
  for (const part of reader.parts('keep')) {
    const each = new EntityReader(part, context);
    const name = each.text('name');
    if (name !== undefined) kept.set(name, each.text('value'));
  }
  return kept;
}

function expandGroup(reader: EntityReader, context: LaunchContext): LaunchAction[] {
  const actions: LaunchAction[] = [];
  const kept = keptVariables(reader, context);
  const isForwarding = reader.boolean('forwarding', true);
  const run = (): void => {
    for (const [name, value] of kept) context.scope.configurations.set(name, value);
    actions.push(...expandNested(reader.entity, context));
  };
  if (!reader.boolean('scoped', true)) {
    run();
    return actions;
  }
  context.scoped(() => {
    if (!isForwarding) {
      context.resetConfigurations(kept);
      context.scope.env = new Map(context.initialEnv);
    }
    run();
  });
  return actions;
}

function expandInclude(reader: EntityReader, context: LaunchContext): readonly LaunchAction[] {
  const written = reader.text('file');
  const given = reader.entity.children.filter(({ tag }) => tag === 'arg' || tag === 'let');
  // All values are computed before any is set, so that none sees another.
  const values = given.map((part) => {
    const each = new EntityReader(part, context);
    return [each.text('name'), each.text('value')] as const;
  });
  for (const [name, value] of values) {
    if (name !== undefined) context.scope.configurations.set(name, value);
  }
  if (written === undefined) return [];
  if (context.depth >= DEEPEST_INCLUDE) {
    const message = `Files include each other more than ${DEEPEST_INCLUDE} deep; end the recursion with "if".`;
    reader.refuse('ORR_LAUNCH_RECURSION', message, 'file');
    return [];
  }
  const file = resolve(dirname(context.file), written);
  return expandLaunchFile(file, reader.placeOf('file'), context);
}

/** Reads and expands a launch file of any kind; `askedAt` is the place that names it. */
export function expandLaunchFile(
  file: string,
  askedAt: Place,
  context: LaunchContext,
): LaunchAction[] {
  if (isLeftOutFile(file, context)) return [];
  if (isPythonLaunchFile(file)) {
    return expandPython(file, askedAt, context, expandLaunchFile);
  }
  const root = context.sources.get(file) ?? readLaunchSource(file, context.problems, askedAt);
  if (root === undefined) return [];
  context.sources.set(file, root);
  return expandFile(root, file, context);
}

function addGlobalParameter(
  name: string | undefined,
  value: string | undefined,
  context: LaunchContext,
): [] {
  if (name !== undefined && value !== undefined) {
    const parameter = { kind: 'value', name, value, pattern: '/**' } as const;
    context.scope.parameters = [...context.scope.parameters, parameter];
  }
  return [];
}

function expandTimer(reader: EntityReader, context: LaunchContext): LaunchAction[] {
  const delayNs = reader.nanoseconds('period', 0);
  return [{ kind: 'timer', place: reader.place, delayNs, actions: expandLater(reader, context) }];
}

/** Nested actions that run later see the scope as it is here and do not change it. */
function expandLater(reader: EntityReader, context: LaunchContext): LaunchAction[] {
  let actions: LaunchAction[] = [];
  context.scoped(() => {
    actions = expandNested(reader.entity, context);
  });
  return actions;
}

const LEVELS = new Map<string, LogLevel>([
  ['debug', 'debug'],
  ['info', 'info'],
  ['warn', 'warn'],
  ['warning', 'warn'],
  ['error', 'error'],
  ['fatal', 'fatal'],
  ['critical', 'fatal'],
]);

function log(level?: LogLevel): Handler {
  return (reader) => {
    const message = reader.text('message') ?? '';
    const chosen = level ?? LEVELS.get((reader.text('level') ?? 'info').toLowerCase()) ?? 'info';
    return [{ kind: 'log', place: reader.place, level: chosen, message }];
  };
}

function eventHandler(event: 'process_exit' | 'state_transition'): Handler {
  return (reader, context) => [
    {
      kind: 'event_handler',
      place: reader.place,
      event,
      target: reader.text('target') ?? '',
      startState: reader.text('start_state') ?? null,
      goalState: reader.text('goal_state') ?? null,
      ...(reader.boolean('once', false) && { once: true }),
      actions: expandLater(reader, context),
    },
  ];
}

type Transition = Extract<LaunchAction, { kind: 'lifecycle_transition' }>['transition'];

function pushNamespace(reader: EntityReader, context: LaunchContext): [] {
  context.scope.namespace = expandNamespace(reader, context);
  return [];
}

/**
 * What each action does; one without a rule in the grammar, or the other way round, does not
 * compile.
 */
const HANDLERS: ReadonlyMap<string, Handler> = new Map(
  Object.entries<Handler>({
    arg: declareArgument,
    bool_arg: declareArgument,
    let: setVariable,
    unset: (reader, context) => {
      context.scope.configurations.delete(reader.text('name') ?? '');
      return [];
    },
    group: expandGroup,
    include: expandInclude,
    node: (reader, context) => [expandNode(reader.entity, context)],
    lifecycle_node: (reader, context) => [expandNode(reader.entity, context)],
    node_container: (reader, context) => [expandContainer(reader.entity, context)],
    load_composable_node: (reader, context) => [expandLoadComponents(reader.entity, context)],
    executable: (reader, context) => [expandExecutable(reader.entity, context)],
    push_ros_namespace: pushNamespace,
    'push-ros-namespace': pushNamespace,
    set_parameter: (reader, context) => {
      const value = expandLaterValue(reader, context);
      return addGlobalParameter(reader.text('name'), value, context);
    },
    set_parameters_from_file: (reader, context) => {
      const files = expandParameterFile(reader, 'filename', context, 'process');
      context.scope.parameters = [...context.scope.parameters, ...files];
      return [];
    },
    set_use_sim_time: (reader, context) =>
      addGlobalParameter('use_sim_time', String(reader.boolean('value', false)), context),
    set_remap: (reader, context) => {
      const remap = expandRemap(reader.entity, context);
      if (remap !== undefined) context.scope.remaps = [...context.scope.remaps, remap];
      return [];
    },
    set_env: setEnvironment,
    unset_env: (reader, context) => {
      context.scope.env.delete(reader.text('name') ?? '');
      return [];
    },
    append_env: appendEnvironment,
    push_env: pushEnvironment,
    pop_env: popEnvironment,
    reset_env: resetEnvironment,
    rep_env: replaceEnvironment,
    push_vars: pushVariables,
    pop_vars: popVariables,
    set_ros_log_dir: setLogDirectory,
    for: (reader, context) => expandFor(reader, context, () => nested(reader, context)),
    for_each: (reader, context) => expandForEach(reader, context, () => nested(reader, context)),
    timer: expandTimer,
    ros_timer: expandTimer,
    reset: (reader, context) => {
      context.resetConfigurations(keptVariables(reader, context));
      return [];
    },
    shutdown: (reader) => [
      {
        kind: 'shutdown',
        place: reader.place,
        reason: reader.text('reason') ?? 'reason not given',
      },
    ],
    log: log(),
    log_debug: log('debug'),
    log_info: log('info'),
    log_warning: log('warn'),
    log_error: log('error'),
    on_process_exit: eventHandler('process_exit'),
    on_state_transition: eventHandler('state_transition'),
    lifecycle_transition: (reader) => {
      const transition = (reader.text('transition') ?? 'configure') as Transition;
      const target = reader.text('target') ?? '';
      return [{ kind: 'lifecycle_transition', place: reader.place, target, transition }];
    },
  } satisfies Readonly<Record<ActionTag, Handler>>),
);

const nested: Handler = ({ entity }, context) => expandNested(entity, context);

function expandNested(entity: Entity, context: LaunchContext): LaunchAction[] {
  const actions: LaunchAction[] = [];
  for (const child of entity.children) {
    const handler = HANDLERS.get(child.tag);
    // Parts such as `keep` are read by their owner; unknown tags were reported.
    if (handler === undefined) continue;
    if (!context.countAction(child.place)) break;
    const reader = new EntityReader(child, context, GRAMMAR.get(child.tag)!.attributes);
    if (reader.isWanted()) actions.push(...handler(reader, context));
    else if (includesFile(child)) context.mayDeclareMore = true;
  }
  return actions;
}

/** Whether an action that is left out would have read another file. */
function includesFile({ tag, children }: Entity): boolean {
  return tag === 'include' || children.some(includesFile);
}

/** Expands one launch file; `root` was validated. */
export function expandFile(root: Entity, file: string, context: LaunchContext): LaunchAction[] {
  const outer = context.file;
  context.file = file;
  context.depth++;
  const reason = new EntityReader(root, context).text('deprecated');
  if (reason !== undefined)
    context.warnings.push(`${file}: a launch file is deprecated: ${reason}.`);
  declareAll(root, context);
  const actions = expandNested(root, context);
  context.depth--;
  context.file = outer;
  return actions;
}
