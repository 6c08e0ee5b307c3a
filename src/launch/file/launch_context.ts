import type { ErrorCode } from '../../errors/index.js';
import { type Place, Problems } from '../../errors/index.js';
import type { DeclaredArgument, LaunchAction, LaunchParameter, LaunchRemap } from './actions.js';
import type { Entity } from './entity.js';
import type { WallBudget } from './wall_budget.js';

/** Finds packages; each method throws an OrreryError that names what is missing. */
export interface LaunchPackages {
  /** The absolute `share/<package>` folder. */
  packageShare(name: string): string;
  /** The absolute installation prefix of the package. */
  packagePrefix(name: string): string;
  /** The absolute file of an executable. */
  executable(packageName: string, executable: string): string;
  /** Folders in which Python launch files find source packages. */
  sourceTrees?(): readonly string[];
  /** Folders from which they import modules of source packages. */
  pythonFolders?(): readonly string[];
}

/** Options of `loadLaunchFile`. */
export interface LaunchOptions {
  /** Launch arguments, `name:=value` on the command line. */
  readonly args?: Readonly<Record<string, string>>;
  /** The environment that `$(env)` sees; default empty, so that a run depends on no machine. */
  readonly env?: Readonly<Record<string, string>>;
  /** Names of variables that the machine has but the run was not given. */
  readonly withheld?: ReadonlySet<string>;
  /** Whether using one of them, even with a default, is an error instead of a warning. */
  readonly strict?: boolean;
  readonly packages?: LaunchPackages;
  /**
   * Finds further mistakes in the result, which are reported together with the others; also gets the packages that
   * were left out.
   */
  readonly check?: (actions: readonly LaunchAction[], leftOut: ReadonlySet<string>) => void;
  /** Packages whose launch files are left out, among other words of `--without`. */
  readonly without?: readonly string[];
  /** Whether `$(command)` may start a program while the file is loaded; default false. */
  readonly allowCommand?: boolean;
  /** Keeps the processes that the file starts within the wall time of the run; default: no limit. */
  readonly budget?: WallBudget;
  /** What the clock shows while a Python file is evaluated, in ns; `real`: that of the machine. Default: 0. */
  readonly initialTime?: bigint | 'real';
  /** Part of the names that `$(anon)` makes; default 0. */
  readonly seed?: number;
  /** What `$(log_dir)` gives; default `log`. */
  readonly logDirectory?: string;
}

/**
 * What actions change and groups restore. In ROS 2, namespace, global parameters and remappings
 * belong to the launch configurations, so resetting those resets these.
 */
export interface Scope {
  /** `undefined` marks a variable whose value could not be computed; that was reported already. */
  configurations: Map<string, string | undefined>;
  env: Map<string, string>;
  namespace: string | null;
  parameters: readonly LaunchParameter[];
  remaps: readonly LaunchRemap[];
}

/** More actions than this count as an endless recursion of includes. */
const MOST_ACTIONS = 20_000;

/** Everything that one expansion knows; shared by all files that it includes. */
export class LaunchContext {
  readonly options: LaunchOptions;
  readonly problems = new Problems();
  /** Warnings of Python launch files and substitutions. */
  readonly warnings: string[] = [];
  readonly initialEnv: ReadonlyMap<string, string>;
  readonly declared = new Map<string, DeclaredArgument>();
  /** Names that `$(var)` has asked for. */
  readonly readVariables = new Set<string>();
  /** How many Python files were evaluated; each counts its processes by itself. */
  evaluations = 0;
  /** Whether there may be declarations that were not seen: in Python, or in a file left out. */
  mayDeclareMore = false;
  /** Files that were read and validated, so that repeated includes do not read them again. */
  readonly sources = new Map<string, Entity>();
  /** Packages that were left out, with their launch files. */
  readonly leftOutPackages = new Set<string>();
  scope: Scope;
  /** The launch file that is being expanded. */
  file = '';
  depth = 0;
  /** The values of `for` and `for_each` for `$(index)` and `$(for-var)`. */
  loopVariables: ReadonlyMap<string, string> = new Map();
  /** What `push_env` has saved. */
  readonly savedEnvironments: Map<string, string>[] = [];
  /** What `push_vars` has saved. */
  readonly savedVariables: Omit<Scope, 'env'>[] = [];
  readonly #anonymous = new Map<string, string>();
  #actions = 0;

  constructor(options: LaunchOptions) {
    this.options = options;
    this.initialEnv = new Map(Object.entries(options.env ?? {}));
    this.scope = {
      configurations: new Map(Object.entries(options.args ?? {})),
      env: new Map(this.initialEnv),
      namespace: null,
      parameters: [],
      remaps: [],
    };
  }

  refuse(code: ErrorCode, message: string, place: Place): undefined {
    this.problems.add(code, message, place);
    return undefined;
  }

  /** A text uses a variable that the machine has but the run was not given. */
  noteWithheld(name: string): void {
    const text = `$(env ${name}): ${name} is set on this machine but was not given to the run; --env ${name} gives it`;
    if (!this.warnings.includes(text)) this.warnings.push(text);
  }

  /** Runs `body` in a copy of the scope and restores the scope afterwards. */
  scoped(body: () => void): void {
    const saved = this.scope;
    this.scope = {
      ...saved,
      configurations: new Map(saved.configurations),
      env: new Map(saved.env),
    };
    body();
    this.scope = saved;
  }

  /** Removes all launch configurations except `kept`. */
  resetConfigurations(kept: ReadonlyMap<string, string | undefined>): void {
    this.scope.configurations = new Map(kept);
    this.scope.namespace = null;
    this.scope.parameters = [];
    this.scope.remaps = [];
  }

  /** The name that stands for `$(anon base)` everywhere in this expansion. */
  anonymousName(base: string): string {
    let name = this.#anonymous.get(base);
    if (name === undefined) {
      name = `${base}_${this.options.seed ?? 0}_${this.#anonymous.size}`;
      this.#anonymous.set(base, name);
    }
    return name;
  }

  /** Counts an action; returns false, after one report, once there are too many. */
  countAction(place: Place): boolean {
    if (++this.#actions <= MOST_ACTIONS) return true;
    this.refuse(
      'ORR_LAUNCH_RECURSION',
      `More than ${MOST_ACTIONS} actions: does the file include itself endlessly?`,
      place,
    );
    return false;
  }
}
