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
import { packageProgram } from './find_in_package.js';
import { type GivenEnvironment, givenEnvironment } from './given_environment.js';
import { givenInput } from './given_input.js';
import { packagesOf } from './known_packages.js';
import { mainFileOf } from './main_file.js';
import { moduleFolder, PYTHON_MODULE } from './python_packages.js';
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
 * The run of programs, as opposed to a launch file; alone in this module, so that such a run need not load what reads launch
 * files.
 *
 * @throws OrreryError for everything that is wrong with the target or the options
 */
export function describePrograms(
  target: SystemTarget,
  options: SystemOptions,
  given = givenEnvironment(options),
): DescribedSystem {
  const config = programsConfig(target, options, given);
  checkProcesses(config);
  return { config, warnings: [] };
}

/**
 * If a run waits for a process to end, that process must exist. What a launch starts while it runs is not known before.
 */
export function checkProcesses({ system, stop }: RunConfig): void {
  if (system.launch?.some((step) => step.kind === 'start' && step.starts !== undefined)) return;
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

function programsConfig(
  { files, components = [], name }: SystemTarget,
  options: SystemOptions,
  given: GivenEnvironment,
): RunConfig {
  const { programArgs = [] } = options;
  const [first] = files;
  const packages = packageIndexOf(options, folderOf(first, programArgs));
  const found = packageProgram([...files, ...programArgs], packages);
  const programs = [
    ...(found === undefined ? [] : [found]),
    ...(found === undefined ? files : []).map(
      (file): Program => ({
        file: mainFileOf(file),
        args: programArgs,
        ...moduleName(file, programArgs),
      }),
    ),
    ...componentPrograms({ components }, packages),
  ];
  const named =
    name ??
    found?.name ??
    moduleName(first, programArgs).name ??
    programNameOf(resolve(first ?? components[0]?.package ?? ''));
  const system = partsOf(programs, options, packages, given);
  if (components.length === 0) return { ...settingsOf(named, options), system };
  // As in rslcpp: nodes are made at time 0 along with a monitor node, then the clock jumps.
  const settings = settingsOf(named, options, {});
  const initialTime =
    options.initialTime ?? initialTimeOf(parseRosArguments(options.rosArgs ?? []));
  const clock = { ...settings.clock, initialTime, constructAtZero: true };
  return { ...settings, clock, system };
}

/** A module of Python is named after itself, not after the program that runs it. */
function moduleName(
  file: string | undefined,
  [module = '']: readonly string[],
): Pick<Program, 'name'> {
  return file === PYTHON_MODULE && module !== '' ? { name: module } : {};
}

/** Where the search for packages begins. */
function folderOf(first: string | undefined, args: readonly string[]): string {
  if (first === PYTHON_MODULE) return moduleFolder(args);
  return first === undefined ? process.cwd() : dirname(resolve(first));
}

/** The part of a run's configuration that launch files and programs have in common. */
export function partsOf(
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
