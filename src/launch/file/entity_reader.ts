import type { ErrorCode, Place } from '../../errors/index.js';
import { attributeMistake, booleanValue, conditionValue, secondsValue } from './attribute_value.js';
import type { Attribute, Entity } from './entity.js';
import { expandText } from './expand_text.js';
import type { AttributeRule } from './grammar.js';
import type { LaunchContext } from './launch_context.js';

/** Reads the expanded attributes of one entity; what is absent or wrong is `undefined`. */
export class EntityReader {
  readonly entity: Entity;
  readonly #context: LaunchContext;
  readonly #rules: ReadonlyMap<string, AttributeRule>;

  constructor(
    entity: Entity,
    context: LaunchContext,
    rules: ReadonlyMap<string, AttributeRule> = new Map(),
  ) {
    this.entity = entity;
    this.#context = context;
    this.#rules = rules;
  }

  get place(): Place {
    return this.entity.place;
  }

  has(name: string): boolean {
    return this.entity.attributes.has(name);
  }

  attribute(name: string): Attribute | undefined {
    return this.entity.attributes.get(name);
  }

  /** Where the attribute's text stands, or the entity if it is absent. */
  placeOf(name: string): Place {
    return this.attribute(name)?.texts[0]?.place ?? this.place;
  }

  refuse(code: ErrorCode, message: string, name?: string): undefined {
    const place = name === undefined ? this.place : this.placeOf(name);
    return this.#context.refuse(code, message, place);
  }

  text(name: string): string | undefined {
    const source = this.attribute(name)?.texts[0];
    if (source === undefined) return undefined;
    const text = expandText(source.text, this.#context, source.place);
    if (text === undefined) return undefined;
    const rule = this.#rules.get(name);
    const mistake = rule === undefined ? undefined : attributeMistake(name, rule, text);
    if (mistake !== undefined) return this.refuse('ORR_LAUNCH_ATTRIBUTE', mistake, name);
    return text;
  }

  boolean(name: string, fallback: boolean): boolean {
    const text = this.text(name);
    return text === undefined ? fallback : (booleanValue(text) ?? fallback);
  }

  /** Nanoseconds. */
  nanoseconds(name: string, fallbackSeconds: number): number {
    const text = this.text(name);
    const read = text === undefined ? undefined : secondsValue(text);
    return read ?? fallbackSeconds * 1e9;
  }

  count(name: string, fallback: number): number {
    const text = this.text(name);
    return text === undefined ? fallback : Number.parseInt(text, 10);
  }

  /** Whether `if` and `unless` include the entity; an invalid condition includes it. */
  isWanted(): boolean {
    const positive = this.text('if');
    const negative = this.text('unless');
    if (positive !== undefined && conditionValue(positive) === false) return false;
    return negative === undefined || conditionValue(negative) !== true;
  }

  /** The `name` and `value` of each part with this tag; those whose texts are wrong are left out. */
  pairs(tag: string): [name: string, value: string][] {
    return this.parts(tag).flatMap((part): [string, string][] => {
      const reader = new EntityReader(part, this.#context);
      const name = reader.text('name');
      const value = reader.text('value');
      return name === undefined || value === undefined ? [] : [[name, value]];
    });
  }

  parts(tag: string): Entity[] {
    return this.entity.children.filter((child) => child.tag === tag);
  }
}
