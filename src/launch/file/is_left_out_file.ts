/** Packages that `--without` leaves out of a launch with the launch files that they have. */
import { basename, sep } from 'node:path';
import { OrreryError } from '../../errors/index.js';
import type { LaunchContext, LaunchPackages } from './launch_context.js';

/** Where a package that is left out is said to be if there is none; there is no such folder. */
const NOWHERE = '/left_out_of_the_launch';

/** What a search for a package gives, or a path that does not exist if it is left out and not there. */
export function placeOfPackage(
  name: string,
  part: 'share' | 'prefix',
  packages: LaunchPackages,
  context: LaunchContext,
): string {
  try {
    return part === 'share' ? packages.packageShare(name) : packages.packagePrefix(name);
  } catch (error) {
    if (!isUnknown(error)) throw error;
    if (!context.options.without?.includes(name)) {
      const message = `${error.message} --without ${name} leaves out the launch files that it has.`;
      throw new OrreryError(error.code, message, { cause: error });
    }
    context.leftOutPackages.add(name);
    return part === 'share' ? `${NOWHERE}/${name}/share/${name}` : `${NOWHERE}/${name}`;
  }
}

function isUnknown(error: unknown): error is OrreryError {
  return error instanceof OrreryError && error.code === 'ORR_PACKAGE_UNKNOWN';
}

/** Whether a launch file is one of a package that is left out; if so, that is noted. */
export function isLeftOutFile(file: string, context: LaunchContext): boolean {
  const { without = [], packages } = context.options;
  const owner = without.find((name) =>
    foldersOf(name, packages).some((each) => file.startsWith(each)),
  );
  if (owner === undefined) return false;
  context.leftOutPackages.add(owner);
  context.warnings.push(`${basename(file)} of ${owner} is left out, as --without says`);
  // The arguments that it declares are not known.
  context.mayDeclareMore = true;
  return true;
}

function foldersOf(name: string, packages: LaunchPackages | undefined): string[] {
  const folders = [`${NOWHERE}/${name}/`];
  try {
    const share = packages?.packageShare(name);
    if (share !== undefined) folders.push(share + sep);
  } catch (error) {
    if (!isUnknown(error)) throw error;
  }
  return folders;
}
