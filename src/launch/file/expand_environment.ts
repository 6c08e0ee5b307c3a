import { resolve } from 'node:path';
import type { EntityReader } from './entity_reader.js';
import type { LaunchContext } from './launch_context.js';

/** Performs a `set_env`. */
export function setEnvironment(reader: EntityReader, context: LaunchContext): [] {
  const name = reader.text('name');
  const value = reader.text('value');
  if (name !== undefined && value !== undefined) context.scope.env.set(name, value);
  return [];
}

/** Performs an `append_env`. */
export function appendEnvironment(reader: EntityReader, context: LaunchContext): [] {
  const name = reader.text('name');
  const value = reader.text('value');
  if (name === undefined || value === undefined) return [];
  const old = context.scope.env.get(name);
  const parts = old === undefined ? [value] : [old, value];
  if (reader.boolean('prepend', false)) parts.reverse();
  context.scope.env.set(name, parts.join(reader.text('separator') ?? ':'));
  return [];
}

/** Performs a `push_env`. */
export function pushEnvironment(_reader: EntityReader, context: LaunchContext): [] {
  context.savedEnvironments.push(new Map(context.scope.env));
  return [];
}

/** Performs a `pop_env`. */
export function popEnvironment(reader: EntityReader, context: LaunchContext): [] {
  const saved = context.savedEnvironments.pop();
  if (saved === undefined) nothingSaved(reader, 'push_env');
  else context.scope.env = saved;
  return [];
}

/** Performs a `reset_env`: restores the environment of the start. */
export function resetEnvironment(_reader: EntityReader, context: LaunchContext): [] {
  context.scope.env = new Map(context.initialEnv);
  return [];
}

/** Performs a `rep_env`: what follows sees only the variables that it lists. */
export function replaceEnvironment(reader: EntityReader, context: LaunchContext): [] {
  context.scope.env = new Map(reader.pairs('env'));
  return [];
}

/** Performs a `push_vars`. */
export function pushVariables(_reader: EntityReader, context: LaunchContext): [] {
  const { configurations, namespace, parameters, remaps } = context.scope;
  const copy = new Map(configurations);
  context.savedVariables.push({ configurations: copy, namespace, parameters, remaps });
  return [];
}

/** Performs a `pop_vars`. */
export function popVariables(reader: EntityReader, context: LaunchContext): [] {
  const saved = context.savedVariables.pop();
  if (saved === undefined) nothingSaved(reader, 'push_vars');
  else context.scope = { ...context.scope, ...saved };
  return [];
}

/** Performs a `set_ros_log_dir`: a relative folder is below the one that was set before. */
export function setLogDirectory(reader: EntityReader, context: LaunchContext): [] {
  const folder = reader.text('new_log_dir');
  const before = context.scope.env.get('ROS_LOG_DIR') ?? context.options.logDirectory ?? 'log';
  if (folder !== undefined) context.scope.env.set('ROS_LOG_DIR', resolve(before, folder));
  return [];
}

function nothingSaved(reader: EntityReader, push: string): void {
  const message = `"${reader.entity.tag}" has nothing to restore; it must come after a "${push}".`;
  reader.refuse('ORR_LAUNCH_STRUCTURE', message);
}
