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
