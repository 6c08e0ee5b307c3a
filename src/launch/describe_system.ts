import { dirname, resolve } from 'node:path';
import { OrreryError } from '../errors/index.js';
import {
  checkProcesses,
  type DescribedSystem,
  describePrograms,
  packageIndexOf,
  partsOf,
  type SystemTarget,
} from './describe_programs.js';
import { type LaunchOptions, WallBudget } from './file/index.js';
import { type GivenEnvironment, givenEnvironment } from './given_environment.js';
import { isLaunchFile, launchNameOf } from './launch_name.js';
import { prepareLaunch } from './prepare_launch.js';
import { type SystemOptions, settingsOf } from './system_options.js';

/**
 * The run that options describe: the only way from text to a {@link RunConfig}, for the command
 * line, for test suites and for everything that runs a system many times.
 *
 * @throws OrreryError for everything that is wrong with the target or the options
 */
export function describeSystem(target: SystemTarget, options: SystemOptions = {}): DescribedSystem {
  const [first = ''] = target.files;
  const given = givenEnvironment(options);
  if (!isLaunchFile(first)) return describePrograms(target, options, given);
  checkAlone(target, options);
  const described = describeLaunch(first, target, options, given);
  checkProcesses(described.config);
  return described;
}

/** A launch file describes all programs of its system; nothing that is given beside it may be forgotten. */
function checkAlone({ files, components = [] }: SystemTarget, options: SystemOptions): void {
  const besides = [
    ...files.slice(1),
    ...components.map(({ plugin }) => plugin),
    ...(options.programArgs ?? []),
  ];
  if (besides.length === 0) return;
  throw new OrreryError(
    'ORR_LAUNCH_ARGUMENT',
    `"${besides[0]}" cannot be given beside the launch file "${files[0]}", which describes the whole system.`,
  );
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
  const { args = {}, allowCommand = false, without = [] } = options;
  const environment = launchEnvironmentOf(options, given);
  const settings = settingsOf(name, options);
  const { wallSeconds } = settings.stop;
  const budget = wallSeconds === undefined ? {} : { budget: new WallBudget(wallSeconds) };
  // A live run goes by the clock of the machine.
  const initialTime: LaunchOptions['initialTime'] =
    options.live === undefined ? (options.initialTime ?? 0n) : 'real';
  const launchOptions = { args, allowCommand, without, initialTime, ...budget, ...environment };
  const { description, steps, leftOut } = prepareLaunch(file, launchOptions, packages);
  const config = {
    ...settings,
    system: { ...partsOf([], options, packages, given), launch: steps, leftOut },
  };
  return { config, warnings: description.warnings };
}
