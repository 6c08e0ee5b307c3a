/**
 * Part `components` of room `launch`: which packages there are and what they declare, and rslcpp's
 * command line. Finds files; it loads none.
 *
 * Imports `errors`, `parameters` and `system`; nothing else of its room.
 */
export type { BuiltinProgram } from '../../system/index.js';
export {
  type ComponentArgument,
  type ComponentCommand,
  parseComponentCommand,
} from './component_command.js';
export { PackageIndex, type PackageSearch } from './package_index.js';
export type { PackageInfo } from './package_info.js';
export { builtinExecutable, componentSource, type ProgramSource } from './program_source.js';
