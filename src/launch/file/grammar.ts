/**
 * What an attribute holds:
 * `text` a text with substitutions; `literal` a text without; `bool`, `seconds`, `count` texts
 * with substitutions whose result must be of that form; `value` a parameter value, also a list.
 */
export type AttributeKind = 'text' | 'literal' | 'bool' | 'seconds' | 'count' | 'value';

export interface AttributeRule {
  readonly kind: AttributeKind;
  readonly required: boolean;
  /** If given, the only texts allowed (after substitution). */
  readonly choices?: readonly string[];
}

export interface TagRule {
  readonly attributes: ReadonlyMap<string, AttributeRule>;
  /** Tags that describe this one, e.g. `param` of a node. */
  readonly parts: ReadonlyMap<string, TagRule>;
  /** Whether actions may be nested. */
  readonly nestsActions: boolean;
}

type AttributeTable = Readonly<Record<string, AttributeRule>>;

function attribute(
  kind: AttributeKind,
  required = false,
  choices?: readonly string[],
): AttributeRule {
  return choices === undefined ? { kind, required } : { kind, required, choices };
}

const TEXT = attribute('text');
const TEXT_REQUIRED = attribute('text', true);
const BOOL = attribute('bool');
const SECONDS = attribute('seconds');
const CONDITIONS: AttributeTable = { if: TEXT, unless: TEXT };

function tag(
  attributes: AttributeTable,
  parts: Readonly<Record<string, TagRule>> = {},
  nestsActions = false,
): TagRule {
  return {
    attributes: new Map(Object.entries(attributes)),
    parts: new Map(Object.entries(parts)),
    nestsActions,
  };
}

function action(
  attributes: AttributeTable,
  parts: Readonly<Record<string, TagRule>> = {},
  nestsActions = false,
): TagRule {
  return tag({ ...attributes, ...CONDITIONS }, parts, nestsActions);
}

const PARAMETER_TYPES = [
  'bool',
  'int',
  'float',
  'str',
  'list_of_bool',
  'list_of_int',
  'list_of_float',
  'list_of_str',
] as const;

const NAME_AND_VALUE = tag({ name: TEXT_REQUIRED, value: TEXT_REQUIRED });
const REMAP = tag({ from: TEXT_REQUIRED, to: TEXT_REQUIRED });

function parameterTag(): TagRule {
  const parts = new Map<string, TagRule>();
  const rule: TagRule = {
    attributes: new Map(
      Object.entries({
        name: TEXT,
        value: attribute('value'),
        type: attribute('literal', false, PARAMETER_TYPES),
        from: TEXT,
        allow_substs: BOOL,
        content: TEXT,
        ...CONDITIONS,
      }),
    ),
    parts,
    nestsActions: false,
  };
  parts.set('param', rule);
  parts.set('file', tag({ path: TEXT_REQUIRED }));
  return rule;
}

const PARAM = parameterTag();

const PROCESS: AttributeTable = {
  name: TEXT,
  cwd: TEXT,
  'launch-prefix': TEXT,
  output: attribute('text', false, ['screen', 'log', 'both', 'own_log', 'full']),
  respawn: BOOL,
  respawn_delay: SECONDS,
  respawn_max_retries: attribute('count'),
  sigterm_timeout: SECONDS,
  sigkill_timeout: SECONDS,
  shell: BOOL,
  emulate_tty: BOOL,
  log_cmd: BOOL,
  split_arguments: BOOL,
  on_exit: attribute('text', false, ['shutdown']),
};

/** A callback group; ROS 2 has no such tag, see docs/models.md. */
export const CALLBACK_GROUP = tag({
  name: TEXT_REQUIRED,
  type: attribute('text', true, ['mutually_exclusive', 'reentrant']),
  callbacks: TEXT_REQUIRED,
  executor: TEXT,
});

const NODE: AttributeTable = {
  ...PROCESS,
  executor: TEXT,
  pkg: TEXT,
  exec: TEXT_REQUIRED,
  namespace: TEXT,
  exec_name: TEXT,
  args: TEXT,
  ros_args: TEXT,
};

const NODE_PARTS = {
  param: PARAM,
  remap: REMAP,
  env: NAME_AND_VALUE,
  callback_group: CALLBACK_GROUP,
};

const COMPOSABLE_NODE = tag(
  {
    ...{ pkg: TEXT_REQUIRED, plugin: TEXT_REQUIRED, name: TEXT, namespace: TEXT, executor: TEXT },
    ...CONDITIONS,
  },
  {
    param: PARAM,
    remap: REMAP,
    callback_group: CALLBACK_GROUP,
    extra_arg: tag({ name: TEXT_REQUIRED, value: attribute('value', true) }),
  },
);

const LOG_LEVELS = ['debug', 'info', 'warn', 'warning', 'error', 'fatal', 'critical'];
const LOG_MESSAGE: AttributeTable = { message: TEXT_REQUIRED };
const NAMESPACE_PUSH = action({ namespace: TEXT_REQUIRED });
const TIMER = action({ period: attribute('seconds', true) }, {}, true);
const TRANSITIONS = ['configure', 'activate', 'deactivate', 'cleanup', 'shutdown'];

const RULES = {
  arg: action(
    { name: attribute('literal', true), default: TEXT, description: attribute('literal') },
    { choice: tag({ value: attribute('literal', true) }) },
  ),
  bool_arg: action({
    name: attribute('literal', true),
    default: TEXT,
    description: attribute('literal'),
  }),
  let: action({ name: TEXT_REQUIRED, value: TEXT_REQUIRED }),
  unset: action({ name: TEXT_REQUIRED }),
  group: action({ scoped: BOOL, forwarding: BOOL }, { keep: NAME_AND_VALUE }, true),
  include: action({ file: TEXT_REQUIRED }, { arg: NAME_AND_VALUE, let: NAME_AND_VALUE }),
  node: action(NODE, NODE_PARTS),
  lifecycle_node: action(
    { ...NODE, name: TEXT_REQUIRED, namespace: TEXT, autostart: BOOL },
    NODE_PARTS,
  ),
  node_container: action(
    { ...NODE, exec: TEXT, name: TEXT_REQUIRED },
    { ...NODE_PARTS, composable_node: COMPOSABLE_NODE },
  ),
  load_composable_node: action({ target: TEXT_REQUIRED }, { composable_node: COMPOSABLE_NODE }),
  executable: action({ ...PROCESS, cmd: TEXT_REQUIRED }, { env: NAME_AND_VALUE }),
  push_ros_namespace: NAMESPACE_PUSH,
  'push-ros-namespace': NAMESPACE_PUSH,
  set_parameter: action({ name: TEXT_REQUIRED, value: attribute('value', true) }),
  set_parameters_from_file: action({ filename: TEXT_REQUIRED }),
  set_use_sim_time: action({ value: attribute('bool', true) }),
  set_remap: action({ from: TEXT_REQUIRED, to: TEXT_REQUIRED }),
  set_env: action({ name: TEXT_REQUIRED, value: TEXT_REQUIRED }),
  unset_env: action({ name: TEXT_REQUIRED }),
  push_env: action({}),
  pop_env: action({}),
  reset_env: action({}),
  rep_env: action({}, { env: NAME_AND_VALUE }),
  push_vars: action({}),
  pop_vars: action({}),
  for: action({ len: attribute('count', true), name: attribute('literal', true) }, {}, true),
  for_each: action({ values: TEXT_REQUIRED }, {}, true),
  set_ros_log_dir: action({ new_log_dir: TEXT_REQUIRED }),
  append_env: action({
    name: TEXT_REQUIRED,
    value: TEXT_REQUIRED,
    prepend: BOOL,
    separator: TEXT,
  }),
  timer: TIMER,
  ros_timer: TIMER,
  reset: action({}, { keep: NAME_AND_VALUE }),
  shutdown: action({ reason: TEXT }),
  log: action({ ...LOG_MESSAGE, level: attribute('text', false, LOG_LEVELS) }),
  log_debug: action(LOG_MESSAGE),
  log_info: action(LOG_MESSAGE),
  log_warning: action(LOG_MESSAGE),
  log_error: action(LOG_MESSAGE),
  on_process_exit: action({ target: TEXT_REQUIRED, once: BOOL }, {}, true),
  on_state_transition: action(
    { target: TEXT_REQUIRED, start_state: TEXT, goal_state: TEXT_REQUIRED, once: BOOL },
    {},
    true,
  ),
  lifecycle_transition: action({
    target: TEXT_REQUIRED,
    transition: attribute('text', true, TRANSITIONS),
  }),
};

/** A tag that may stand where an action may stand. */
export type ActionTag = keyof typeof RULES;

/** The rule of every such tag. */
export const GRAMMAR: ReadonlyMap<string, TagRule> = new Map(Object.entries(RULES));

/** The root element. */
export const ROOT: TagRule = tag(
  { version: attribute('literal'), deprecated: attribute('literal') },
  {},
  true,
);
