import { didYouMean } from '../../errors/index.js';
import type { Entity } from './entity.js';
import { EntityReader } from './entity_reader.js';
import type { LaunchContext } from './launch_context.js';

const BOOLEANS = ['true', 'false', 'True', 'False', 'TRUE', 'FALSE'];

/** Performs an `arg` or `bool_arg`: takes the given value or the default, and checks the choices. */
export function declareArgument(reader: EntityReader, context: LaunchContext): [] {
  const name = reader.text('name');
  if (name === undefined) return [];
  const { configurations } = context.scope;
  if (!configurations.has(name)) {
    configurations.set(name, reader.text('default'));
    if (!reader.has('default')) {
      const message = `The launch argument "${name}" has no default and was not given; add ${name}:=VALUE.`;
      reader.refuse('ORR_LAUNCH_ARGUMENT', message);
    }
  }
  const value = configurations.get(name);
  const declared = context.declared.get(name);
  if (declared !== undefined) context.declared.set(name, { ...declared, value: value ?? null });
  const choices = choicesOf(reader, context);
  if (value !== undefined && choices.length > 0 && !choices.includes(value)) {
    const hint = didYouMean(value, choices) || `; choose ${choices.join(', ')}.`;
    const message = `"${value}" is not one of the choices of the launch argument "${name}"${hint}`;
    reader.refuse('ORR_LAUNCH_ARGUMENT', message);
  }
  return [];
}

function choicesOf(reader: EntityReader, context: LaunchContext): string[] {
  if (reader.entity.tag === 'bool_arg') return BOOLEANS;
  return reader
    .parts('choice')
    .map((part) => new EntityReader(part, context).text('value'))
    .filter((choice) => choice !== undefined);
}

const DECLARING: ReadonlySet<string> = new Set(['arg', 'bool_arg']);

/** Declares all `arg`s of a file, including those in branches that are not taken. */
export function declareAll(entity: Entity, context: LaunchContext): void {
  for (const child of entity.children) {
    if (DECLARING.has(child.tag) && entity.tag !== 'include') {
      const reader = new EntityReader(child, context);
      const name = reader.text('name');
      if (name === undefined || context.declared.has(name)) continue;
      context.declared.set(name, {
        name,
        description: reader.text('description') ?? '',
        defaultText: reader.attribute('default')?.texts[0]?.text ?? null,
        choices: choicesOf(reader, context),
        value: null,
        place: child.place,
      });
    } else {
      declareAll(child, context);
    }
  }
}
