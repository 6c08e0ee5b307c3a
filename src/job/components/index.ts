/**
 * Part `components` of room `job`: which packages there are and what they declare, and rslcpp's
 * command line. Finds files; it loads none.
 *
 * Imports only `errors`, `job/params` and the sources beside it in `job`.
 */
export {
  type BuiltinProgram,
  builtinExecutable,
  componentSource,
  type ProgramSource,
} from './builtin.js';
export {
  type ComponentArgument,
  type ComponentCommand,
  parseComponentCommand,
} from './component_command.js';
export { PackageIndex, type PackageSearch } from './package_index.js';
export type { PackageInfo } from './package_info.js';
