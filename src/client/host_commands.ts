import { OrreryError } from '../errors/index.js';

const NO_HOST =
  'there is no ROS 2 command line inside a simulation; give the program or launch file to "orrery run" instead.';

/** Stands for `ros2 run` of the native package; always rejects. */
export async function ros2Run(
  packageName: string,
  executableName: string,
  args: string[] = [],
): Promise<never> {
  requireName('Package name', packageName);
  requireName('Executable name', executableName);
  requireArray(args);
  throw unavailable(`ros2 run ${packageName} ${executableName} is not possible`);
}

/** Stands for `ros2 launch` of the native package; always rejects. */
export async function ros2Launch(
  packageName: string,
  launchFile: string,
  args: string[] = [],
): Promise<never> {
  requireName('Package name', packageName);
  requireName('Launch file name', launchFile);
  requireArray(args);
  throw unavailable(`ros2 launch ${packageName} ${launchFile} is not possible`);
}

/**
 * Does nothing: the native package generates message classes here, but Orrery makes them on demand.
 */
export async function regenerateAll(): Promise<void> {}

function requireName(what: string, name: unknown): void {
  if (typeof name !== 'string' || !name.trim())
    throw new Error(`${what} must be a non-empty string`);
}

function requireArray(args: unknown): void {
  if (!Array.isArray(args)) throw new Error('Arguments must be an array');
}

function unavailable(what: string): OrreryError {
  return new OrreryError('ORR_NO_HOST_COMMAND', `${what}: ${NO_HOST}`);
}
