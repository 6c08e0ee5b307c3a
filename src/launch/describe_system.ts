import { dirname, resolve } from 'node:path';
import { parseRosArguments } from '../parameters/index.js';
import {
  initialTimeOf,
  type Program,
  plainRosWords,
  processNames,
  programNameOf,
  type RunConfig,
  unknownProcess,
} from '../system/index.js';
import { componentPrograms } from './component_programs.js';
import type { ComponentArgument, PackageIndex } from './components/index.js';
import { type LaunchOptions, WallBudget } from './file/index.js';
import { packageProgram } from './find_in_package.js';
import { type GivenEnvironment, givenEnvironment } from './given_environment.js';
import { givenInput } from './given_input.js';
import { isLaunchFile, launchNameOf } from './launch_name.js';
import { mainFileOf } from './main_file.js';
import { prepareLaunch } from './prepare_launch.js';
import { moduleFolder, PYTHON_MODULE } from './python_packages.js';
import { packagesOf } from './shared_packages.js';
import { type SystemOptions, settingsOf } from './system_options.js';

/** What to run. */
export interface SystemTarget {
  /**
   * One launch file, or program files (a folder stands for its main file), or a package, one of its
   * executables and arguments.
   */
  readonly files: readonly string[];
  /** Components in addition to the programs, as on rslcpp's command line. */
  readonly components?: readonly ComponentArgument[];
  /** The name of the run. Default: that of the first file or package. */
  readonly name?: string;
}

/** A system that is ready to run. */
export interface DescribedSystem {
  readonly config: RunConfig;
  /** Warnings about a launch file that probably does not mean what it says. */
  readonly warnings: readonly string[];
}

/**
 * The run that options describe: the only way from text to a {@link RunConfig}, for the command
 * line, for test suites and for everything that runs a system many times.
 *
 * @throws OrreryError for everything that is wrong with the target or the options
 */
export function describeSystem(target: SystemTarget, options: SystemOptions = {}): DescribedSystem {
  const [first = ''] = target.files;
  const given = givenEnvironment(options);
  const described = isLaunchFile(first)
    ? describeLaunch(first, target, options, given)
    : describePrograms(target, options, given);
  checkProcesses(described.config);
  return described;
}

/** If a run waits for a process to end, that process must exist. */
function checkProcesses({ system, stop }: RunConfig): void {
  const known = processNames(system);
  for (const name of stop.exited ?? []) {
    const error = unknownProcess(name, known, '--until-exit');
    if (error !== undefined) throw error;
  }
}

/** Where to look for packages, starting from a folder. */
export function packageIndexOf(
  { packages = [] }: Pick<SystemOptions, 'packages'>,
  from: string,
): PackageIndex {
  const { AMENT_PREFIX_PATH: amentPrefixPath } = process.env;
  return packagesOf({
    directories: packages,
    ...(amentPrefixPath === undefined ? {} : { amentPrefixPath }),
    nodeModulesFrom: from,
  });
}

/** The environment that a launch file sees. */
export function launchEnvironmentOf(
  options: Pick<SystemOptions, 'env' | 'envFile' | 'distro' | 'strict'>,
  { env, distro }: GivenEnvironment = givenEnvironment(options),
): Pick<LaunchOptions, 'env' | 'withheld' | 'strict'> {
  const seen = { ROS_DISTRO: distro, ...env };
  const withheld = new Set(Object.keys(process.env).filter((name) => !(name in seen)));
  return { env: seen, withheld, strict: options.strict ?? false };
}

function describeLaunch(
  file: string,
  { name = launchNameOf(file) }: SystemTarget,
  options: SystemOptions,
  given: GivenEnvironment,
): DescribedSystem {
  const packages = packageIndexOf(options, dirname(resolve(file)));
  const { args = {}, allowCommand = false } = options;
  const environment = launchEnvironmentOf(options, given);
  const settings = settingsOf(name, options);
  const { wallSeconds } = settings.stop;
  const budget = wallSeconds === undefined ? {} : { budget: new WallBudget(wallSeconds) };
  const launchOptions = { args, allowCommand, ...budget, ...environment };
  const { description, steps } = prepareLaunch(file, launchOptions, packages);
  const config = {
    ...settings,
    system: { ...partsOf([], options, packages, given), launch: steps },
  };
  return { config, warnings: description.warnings };
}

function describePrograms(
  { files, components = [], name }: SystemTarget,
  options: SystemOptions,
  given: GivenEnvironment,
): DescribedSystem {
  const { programArgs = [] } = options;
  const [first] = files;
  const packages = packageIndexOf(options, folderOf(first, programArgs));
  const found = packageProgram([...files, ...programArgs], packages);
  const programs = [
    ...(found === undefined ? [] : [found]),
    ...(found === undefined ? files : []).map(
      (file): Program => ({ file: mainFileOf(file), args: programArgs }),
    ),
    ...componentPrograms({ components }, packages),
  ];
  const named =
    name ?? found?.name ?? programNameOf(resolve(first ?? components[0]?.package ?? ''));
  const system = partsOf(programs, options, packages, given);
  if (components.length === 0) {
    return { config: { ...settingsOf(named, options), system }, warnings: [] };
  }
  // As in rslcpp: nodes are made at time 0 along with a monitor node, then the clock jumps.
  const settings = settingsOf(named, options, {});
  const initialTime =
    options.initialTime ?? initialTimeOf(parseRosArguments(options.rosArgs ?? []));
  const clock = { ...settings.clock, initialTime, constructAtZero: true };
  return { config: { ...settings, clock, system }, warnings: [] };
}

/** Where the search for packages begins. */
function folderOf(first: string | undefined, args: readonly string[]): string {
  if (first === PYTHON_MODULE) return moduleFolder(args);
  return first === undefined ? process.cwd() : dirname(resolve(first));
}

function partsOf(
  programs: readonly Program[],
  { bags = [], rosArgs = [], live, stdin }: SystemOptions,
  packages: PackageIndex,
  { env, distro }: GivenEnvironment,
): RunConfig['system'] {
  return {
    programs,
    bags: bags.map((bag) => (typeof bag === 'string' ? { path: resolve(bag) } : bag)),
    rosArgs: plainRosWords(parseRosArguments(rosArgs)),
    distro,
    env: live === undefined ? env : { ...env, ROS_DOMAIN_ID: String(live.domain) },
    stdin: stdin === undefined ? undefined : givenInput(stdin),
    live,
    interfaces: packages.interfaceFolders(),
    pythonFolders: packages.pythonFolders(),
    sourceTrees: packages.sourceTrees(),
  };
}
