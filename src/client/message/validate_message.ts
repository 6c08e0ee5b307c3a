import {
  MessageValidationError,
  type MessageValidationIssue,
  TypeValidationError,
} from '../errors/index.js';
import { checkOptions } from '../options/check_options.js';
import { called } from '../options/given_to.js';
import { interfaceLoader } from './interfaces_in_use.js';
import type { InterfaceTypeInfo, MessageClass } from './message_class.js';
import type { FieldTypeDefinition, MessageDefinitionJson } from './message_definition.js';
import type { MessageValidationOptions } from './message_validation_options.js';
import { ValidationProblem } from './validation_problem.js';

export { type MessageValidationOptions, ValidationProblem };

/** The outcome of a validation. */
export interface MessageValidationResult {
  valid: boolean;
  issues: MessageValidationIssue[];
}

/** The structure of a message type, see {@link getMessageSchema}. */
export interface MessageSchema {
  fields: MessageDefinitionJson['fields'];
  constants: MessageDefinitionJson['constants'];
  /** E.g. `std_msgs/msg/String`. */
  messageType: string;
  baseType: MessageDefinitionJson['baseType'];
}

/** Anything that describes a message type the way generated classes do. */
interface DescribedClass {
  new (): unknown;
  readonly ROSMessageDef?: MessageDefinitionJson;
  type?(): InterfaceTypeInfo;
}

/** A message class, its name, or `{package, type, name}`. */
export type MessageTypeArgument = MessageClass | string | object;

type Issue = Omit<MessageValidationIssue, 'field'>;

const TYPEOF: Readonly<Record<string, string>> = {
  bool: 'boolean',
  string: 'string',
  wstring: 'string',
  int64: 'bigint',
  uint64: 'bigint',
};
const NUMBERS = 'int8 uint8 int16 uint16 int32 uint32 float32 float64 char byte'.split(' ');

/** The name may also be that of a package, which does not describe a message. */
function isDescribed(found: object): found is DescribedClass {
  return typeof found === 'function';
}

function resolve(typeClass: unknown): DescribedClass | null {
  try {
    const found = typeof typeClass === 'function' ? typeClass : interfaceLoader().load(typeClass);
    return isDescribed(found) ? found : null;
  } catch {
    return null;
  }
}

function typeName(typeClass: DescribedClass): string {
  if (typeof typeClass.type !== 'function') return 'unknown';
  const { pkgName, subFolder, interfaceName } = typeClass.type();
  return `${pkgName}/${subFolder}/${interfaceName}`;
}

/** The structure of a message type; null if there is no such message type. */
export function getMessageSchema(typeClass: MessageTypeArgument): MessageSchema | null {
  const resolved = resolve(typeClass);
  const definition = resolved?.ROSMessageDef;
  if (!resolved || !definition) return null;
  return {
    fields: definition.fields || [],
    constants: definition.constants || [],
    messageType: typeName(resolved),
    baseType: definition.baseType,
  };
}

/** Names of a message type's fields, in order; none if there is no such type. */
export function getFieldNames(typeClass: MessageTypeArgument): string[] {
  return getMessageSchema(typeClass)?.fields.map((field) => field.name) ?? [];
}

/** The type of one field; null if there is no such type or field. */
export function getFieldType(
  typeClass: MessageTypeArgument,
  fieldName: string,
): FieldTypeDefinition | null {
  const fields = getMessageSchema(typeClass)?.fields ?? [];
  return fields.find((field) => field.name === fieldName)?.type ?? null;
}

/** Finds the mistakes in a plain message. A bare primitive stands for the field `data`. */
export function validateMessage(
  obj: unknown,
  typeClass: MessageTypeArgument,
  options: MessageValidationOptions = {},
): MessageValidationResult {
  const issues: MessageValidationIssue[] = [];
  checkOptions(options, 'validation', called('the validation of a message'));
  new Validation(options, issues).message(obj, typeClass, options.path ?? '');
  return { valid: issues.length === 0, issues };
}

/** Throws `MessageValidationError` if {@link validateMessage} finds something. */
export function assertValidMessage(
  obj: unknown,
  typeClass: MessageTypeArgument,
  options: MessageValidationOptions = {},
): void {
  const { valid, issues } = validateMessage(obj, typeClass, options);
  if (valid) return;
  const resolved = resolve(typeClass);
  throw new MessageValidationError(resolved ? typeName(resolved) : String(typeClass), issues);
}

/**
 * {@link validateMessage} for one type.
 *
 * @throws {TypeValidationError} if there is no such type.
 */
export function createMessageValidator(
  typeClass: MessageTypeArgument,
  defaultOptions: MessageValidationOptions = {},
): (obj: unknown, options?: MessageValidationOptions) => MessageValidationResult {
  const resolved = resolve(typeClass);
  if (!resolved) {
    throw new TypeValidationError('typeClass', typeClass, 'valid message type class');
  }
  return (obj, options = {}) => validateMessage(obj, resolved, { ...defaultOptions, ...options });
}

/** A single validation, which collects issues. */
class Validation {
  readonly #strict: boolean;
  readonly #checkTypes: boolean;
  readonly #checkRequired: boolean;
  readonly #issues: MessageValidationIssue[];

  constructor(options: MessageValidationOptions, issues: MessageValidationIssue[]) {
    this.#strict = options.strict ?? false;
    this.#checkTypes = options.checkTypes ?? true;
    this.#checkRequired = options.checkRequired ?? false;
    this.#issues = issues;
  }

  message(value: unknown, typeClass: unknown, path: string): void {
    const where = path || '(root)';
    const resolved = resolve(typeClass);
    if (!resolved) {
      const expected = 'valid message type class';
      this.#add(where, { problem: 'INVALID_TYPE_CLASS', expected, received: typeof typeClass });
      return;
    }
    const schema = getMessageSchema(resolved);
    if (!schema) {
      const received = 'class without schema';
      this.#add(where, { problem: 'NO_SCHEMA', expected: 'message with ROSMessageDef', received });
    } else if (value === null || value === undefined) {
      this.#add(where, mismatch('object', String(value)));
    } else if (typeof value === 'object') {
      this.#fields(value as Record<string, unknown>, resolved, schema, path);
    } else if (!this.#bareData(value, schema, path)) {
      this.#add(where, mismatch('object', typeof value));
    }
  }

  /** Whether a bare primitive can stand for the message; adds an issue if its type is wrong. */
  #bareData(value: unknown, schema: MessageSchema, path: string): boolean {
    if (!['string', 'number', 'boolean', 'bigint'].includes(typeof value)) return false;
    const [field] = schema.fields;
    if (schema.fields.length !== 1 || field?.name !== 'data') return false;
    if (this.#checkTypes && field.type.isPrimitiveType) {
      this.#primitive(value, field.type, path ? `${path}.data` : 'data');
    }
    return true;
  }

  #fields(
    value: Record<string, unknown>,
    typeClass: DescribedClass,
    schema: MessageSchema,
    path: string,
  ): void {
    const join = (name: string) => (path ? `${path}.${name}` : name);
    if (this.#strict) {
      const names = new Set(schema.fields.map((field) => field.name));
      for (const key of Object.keys(value)) {
        if (!names.has(key)) this.#add(join(key), { problem: ValidationProblem.UNKNOWN_FIELD });
      }
    }
    for (const { name, type } of schema.fields) {
      if (name.startsWith('_')) continue;
      const field = value[name];
      if (field !== undefined) {
        this.#field(field, type, join(name), () => nestedClass(typeClass, schema, name));
      } else if (this.#checkRequired) {
        this.#add(join(name), { problem: ValidationProblem.MISSING_FIELD, expected: type.type });
      }
    }
  }

  #field(
    value: unknown,
    type: FieldTypeDefinition,
    path: string,
    nested: () => DescribedClass | null,
  ): void {
    if (type.isArray) {
      this.#array(value, type, path, nested);
    } else if (type.isPrimitiveType) {
      if (this.#checkTypes) this.#primitive(value, type, path);
    } else if (value !== null && typeof value === 'object') {
      const typeClass = nested();
      if (typeClass) this.message(value, typeClass, path);
    } else if (this.#checkTypes && value !== null) {
      this.#add(path, mismatch('object', typeof value));
    }
  }

  #array(
    value: unknown,
    type: FieldTypeDefinition,
    path: string,
    nested: () => DescribedClass | null,
  ): void {
    const isTyped = ArrayBuffer.isView(value) && !(value instanceof DataView);
    if (!Array.isArray(value) && !isTyped) {
      this.#add(path, mismatch('array', value === null ? 'null' : typeof value));
      return;
    }
    const { length } = value as ArrayLike<unknown>;
    const received = `${length} elements`;
    const { ARRAY_LENGTH: problem } = ValidationProblem;
    const size = type.arraySize as number;
    if (type.isFixedSizeArray && length !== size) {
      this.#add(path, { problem, expected: `exactly ${size} elements`, received });
    } else if (type.isUpperBound && length > size) {
      this.#add(path, { problem, expected: `at most ${size} elements`, received });
    } else if (this.#checkTypes && Array.isArray(value) && length > 0) {
      const typeClass = type.isPrimitiveType ? null : nested();
      value.forEach((item, i) => {
        if (type.isPrimitiveType) this.#primitive(item, type, `${path}[${i}]`);
        else this.message(item, typeClass, `${path}[${i}]`);
      });
    }
  }

  #primitive(value: unknown, type: FieldTypeDefinition, path: string): void {
    const expected = TYPEOF[type.type] ?? (NUMBERS.includes(type.type) ? 'number' : undefined);
    const received = typeof value;
    // a number for a 64-bit field is converted when it is published
    const convertible = expected === 'bigint' && received === 'number';
    if (expected === undefined || received === expected || convertible) return;
    this.#add(path, mismatch(expected, received));
  }

  #add(field: string, issue: Issue): void {
    this.#issues.push({ field, ...issue });
  }
}

function mismatch(expected: string, received: string): Issue {
  return { problem: ValidationProblem.TYPE_MISMATCH, expected, received };
}

/**
 * The class of a nested field: that of the field in a new message, else by the name in the schema.
 */
function nestedClass(
  parent: DescribedClass,
  schema: MessageSchema,
  name: string,
): DescribedClass | null {
  try {
    const value = (new parent() as Record<string, unknown>)[name] as
      | { constructor?: DescribedClass; classType?: { elementType?: DescribedClass } }
      | undefined;
    if (value?.constructor?.ROSMessageDef) return value.constructor;
    return value?.classType?.elementType ?? null;
  } catch {
    const type = schema.fields.find((field) => field.name === name)?.type;
    return type ? resolve(`${type.pkgName}/msg/${type.type}`) : null;
  }
}
