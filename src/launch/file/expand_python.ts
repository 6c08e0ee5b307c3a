import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { formatPlace, type Place } from '../../errors/index.js';
import type { DeclaredArgument, LaunchAction, LaunchParameter, LaunchRemap } from './actions.js';
import type { LaunchContext } from './launch_context.js';
import { pythonEnvironment, pythonProgram } from './python_environment.js';
import { holdsActions } from './wanted_name.js';

/** The variables that are the same in every run. */
const FIXED: ReadonlySet<string> = new Set(['LANG', 'LC_ALL', 'TZ']);
/** A launch file that takes longer than this many ms is assumed to wait for something. */
const PATIENCE = 120_000;

/** How the program of a launch starts and ends. */
const RUNNING = {
  kind: 'running_launch',
  leftOut: [],
  ...{ env: {}, unsetEnv: [], cwd: null, prefix: null, output: 'screen', shell: false },
  ...{ respawn: false, respawnDelayNs: 0, respawnMaxRetries: -1, onExit: null },
  ...{ sigtermTimeoutNs: 5e9, sigkillTimeoutNs: 5e9, emulateTty: false },
} as const;

/** An XML or YAML file included by a Python file, with the scope of the include. */
interface IncludeAction {
  readonly kind: 'include';
  readonly file: string;
  readonly configurations: Readonly<Record<string, string>>;
  readonly namespace: string | null;
  readonly parameters: readonly LaunchParameter[];
  readonly remaps: readonly LaunchRemap[];
  readonly env: Readonly<Record<string, string>>;
}

/** The answer of `orrery_launch` in `python/`, which documents it. */
interface Answer {
  readonly actions: readonly (LaunchAction | IncludeAction)[];
  /** What needs a launch that goes on while its processes run. */
  readonly reactions: readonly string[];
  readonly arguments: readonly DeclaredArgument[];
  readonly configurations: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  /** Variables that the files requested but the run was not given. */
  readonly withheld: readonly { readonly what: string; readonly place: Place }[];
  /** Names that the files read or mention; also true: they looked at everything that was given. */
  readonly reads: readonly string[];
  readonly readsEverything: boolean;
  readonly mayDeclareMore: boolean;
  /** Packages that were left out. */
  readonly leftOut: readonly string[];
  readonly error?: { readonly type: string; readonly message: string; readonly place?: Place };
}

/** Expands another launch file. */
type ExpandOther = (file: string, askedAt: Place, context: LaunchContext) => LaunchAction[];

/** Whether a launch file is a Python program. */
export function isPythonLaunchFile(file: string): boolean {
  return file.endsWith('.py');
}

/** A launch file and the scope in which it is evaluated. */
function requestFor(file: string, context: LaunchContext) {
  const { configurations, env, namespace, parameters, remaps } = context.scope;
  const { initialTime = 0n } = context.options;
  return {
    file,
    configurations: Object.fromEntries([...configurations].filter(([, v]) => v !== undefined)),
    env: Object.fromEntries(env),
    initialEnv: Object.fromEntries(context.initialEnv),
    initialTime: initialTime === 'real' ? null : String(initialTime),
    ...{ namespace, parameters, remaps, without: context.options.without ?? [] },
  };
}

type Request = ReturnType<typeof requestFor>;

/** Has Python evaluate the file; a returned text says why that failed. */
function ask(request: Request, context: LaunchContext): Answer | string {
  const { budget, withheld = [] } = context.options;
  const unseen = [...withheld].filter((name) => !FIXED.has(name));
  const python = pythonProgram();
  const { error, stdout, status, signal } = spawnSync(python, ['-m', 'orrery_launch'], {
    input: JSON.stringify({ ...request, withheld: unseen }),
    env: pythonEnvironment(context),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
    timeout: Math.min(PATIENCE, budget?.left ?? PATIENCE),
    // A file may catch SIGTERM and SIGINT.
    killSignal: 'SIGKILL',
  });
  const isLate = (error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT';
  if (isLate && budget?.left === 1) throw budget.usedUp(`the Python launch file "${request.file}"`);
  if (signal !== null && status === null) {
    return `it did not end within ${PATIENCE / 1000} s; it must not wait for input or a network`;
  }
  if (error !== undefined) {
    return `${python} cannot be run (${error.message}); install Python 3.10 or newer, or name it in ORRERY_PYTHON`;
  }
  if (stdout === '') return `Python ended with ${status} before it answered`;
  return JSON.parse(stdout) as Answer;
}

function notGiven(what: string): string {
  return `${what} is of this machine and was not given to the run; --env NAME gives a variable.`;
}

/** Replaces the includes of files in other formats by their actions. */
function withIncludes(
  actions: readonly (LaunchAction | IncludeAction)[],
  context: LaunchContext,
  askedAt: Place,
  expandOther: ExpandOther,
  unique: (id: string | undefined) => { readonly id?: string },
): LaunchAction[] {
  return actions.flatMap((action): LaunchAction[] => {
    if (action.kind !== 'include' && holdsActions(action)) {
      const inner = withIncludes(action.actions, context, askedAt, expandOther, unique);
      if (action.kind !== 'event_handler') return [{ ...action, actions: inner }];
      const { id: targetId } = unique(action.targetId);
      return [{ ...action, ...(targetId !== undefined && { targetId }), actions: inner }];
    }
    if ('id' in action) return [{ ...action, ...unique(action.id) }];
    if (action.kind !== 'include') return [action];
    let included: LaunchAction[] = [];
    context.scoped(() => {
      context.scope = {
        configurations: new Map(Object.entries(action.configurations)),
        env: new Map(Object.entries(action.env)),
        namespace: action.namespace,
        parameters: action.parameters,
        remaps: action.remaps,
      };
      included = expandOther(action.file, askedAt, context);
    });
    return included;
  });
}

/**
 * Expands a Python launch file: runs it once, with stand-ins for `launch` and `launch_ros` that
 * record what would be started. Its changes to the launch configurations persist.
 */
export function expandPython(
  file: string,
  askedAt: Place,
  context: LaunchContext,
  expandOther: ExpandOther,
): LaunchAction[] {
  if (!existsSync(file)) {
    const message = `The launch file "${file}" cannot be read: it does not exist.`;
    context.refuse('ORR_LAUNCH_FILE', message, askedAt);
    return [];
  }
  const request = requestFor(file, context);
  const answer = ask(request, context);
  if (typeof answer === 'string') {
    const message = `The Python launch file "${file}" could not be evaluated: ${answer}.`;
    context.refuse('ORR_LAUNCH_PYTHON', message, askedAt);
    return [];
  }
  const read = answer.readsEverything ? Object.keys(context.options.args ?? {}) : answer.reads;
  for (const name of read) context.readVariables.add(name);
  // A file that failed may not have reached all its declarations.
  if (answer.mayDeclareMore || answer.error !== undefined) context.mayDeclareMore = true;
  for (const name of answer.leftOut) context.leftOutPackages.add(name);
  for (const declared of answer.arguments) context.declared.set(declared.name, declared);
  for (const { what, place } of answer.withheld) {
    if (context.options.strict) context.refuse('ORR_LAUNCH_PYTHON', notGiven(what), place);
    else context.warnings.push(`${formatPlace(place)}: ${notGiven(what)}`);
  }
  if (answer.error !== undefined) {
    const { type, message, place } = answer.error;
    context.refuse('ORR_LAUNCH_PYTHON', `${type}: ${message}`, place ?? askedAt);
    return [];
  }
  for (const [name, value] of Object.entries(answer.configurations)) {
    context.scope.configurations.set(name, value);
  }
  context.warnings.push(...answer.warnings.map((warning) => `${file}: ${warning}.`));
  const evaluation = context.evaluations++;
  const actions = withIncludes(answer.actions, context, askedAt, expandOther, (id) =>
    id === undefined ? {} : { id: `${evaluation}.${id}` },
  );
  if (answer.reactions.length === 0) return actions;
  const place = { file, line: 1, column: 1 };
  const { reactions } = answer;
  return [{ ...RUNNING, place, file, request: JSON.stringify(request), reactions, actions }];
}
