/**
 * Part `components` of room `launch`: finds packages and what they declare, and reads
 * rslcpp's command line. It finds files and loads none.
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
