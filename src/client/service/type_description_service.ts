import type { Field, MessageType } from '../../interfaces/index.js';
import { interfaceLoader } from '../message/interfaces_in_use.js';
import type { TypeHash } from '../node/endpoints.js';
import type { Node } from '../node/node.js';
import { Parameter } from '../parameter/parameter.js';
import { ParameterDescriptor } from '../parameter/parameter_descriptor.js';
import { ParameterType } from '../parameter/parameter_type.js';
import type { Response } from './response.js';
import type { Service } from './service.js';

const PARAMETER = 'start_type_description_service';

interface TypeDescriptionRequest {
  type_name: string;
  type_hash: string;
  include_type_sources: boolean;
}

/** Describes the types of a node to other nodes: `~/get_type_description`. */
export class TypeDescriptionService {
  readonly #node: Node;
  readonly #enabled: boolean;
  #service: Service | undefined;

  constructor(node: Node) {
    this.#node = node;
    if (!node.hasParameter(PARAMETER)) {
      node.declareParameter(
        new Parameter(PARAMETER, ParameterType.PARAMETER_BOOL, true),
        new ParameterDescriptor(
          PARAMETER,
          ParameterType.PARAMETER_BOOL,
          'If enabled, start the ~/get_type_description service.',
          true,
        ),
      );
    }
    this.#enabled = Boolean(node.getParameter(PARAMETER).value);
  }

  get node(): Node {
    return this.#node;
  }

  /** Creates the service unless the parameter forbids it; harmless when repeated. */
  start(): void {
    if (!this.#enabled || this.#service) return;
    this.#service = this.#node.createService(
      'type_description_interfaces/srv/GetTypeDescription',
      '~/get_type_description',
      (request: TypeDescriptionRequest, response: Response) => response.send(describe(request)),
    );
  }

  /** The text form, `RIHS01_` and digits, of a hash from a graph query. */
  static toTypeHash(hash: TypeHash): string {
    return `RIHS0${hash.version}_${hash.value.toString('hex')}`;
  }
}

function describe(request: TypeDescriptionRequest): object {
  let type: MessageType;
  try {
    type = interfaceLoader().registry.message(request.type_name);
  } catch (error) {
    return { successful: false, failure_reason: (error as Error).message };
  }
  if (request.type_hash !== '' && request.type_hash !== type.hash) {
    return {
      successful: false,
      failure_reason: `Requested type hash ${request.type_hash} is not that of ${type.name}`,
    };
  }
  const nested = nestedTypes(type);
  return {
    successful: true,
    type_description: {
      type_description: individual(type),
      referenced_type_descriptions: nested.map(individual),
    },
    type_sources: request.include_type_sources
      ? [type, ...nested].map((one) => ({
          type_name: one.name,
          encoding: 'msg',
          raw_file_contents: one.definition,
        }))
      : [],
  };
}

/** All types a type refers to, directly or not, sorted by name. */
function nestedTypes(type: MessageType, found = new Map<string, MessageType>()): MessageType[] {
  for (const { nested } of type.members) {
    if (nested === undefined || found.has(nested.name)) continue;
    found.set(nested.name, nested);
    nestedTypes(nested, found);
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function individual(type: MessageType): object {
  return {
    type_name: type.name,
    fields: type.fields.map((field) => ({
      name: field.name,
      type: fieldType(field),
      default_value: field.default === undefined ? '' : String(field.default),
    })),
  };
}

const FIELD_TYPES = new Map([
  ['int8', 2],
  ['uint8', 3],
  ['int16', 4],
  ['uint16', 5],
  ['int32', 6],
  ['uint32', 7],
  ['int64', 8],
  ['uint64', 9],
  ['float32', 10],
  ['float64', 11],
  ['char', 3],
  ['bool', 15],
  ['byte', 16],
  ['string', 17],
  ['wstring', 18],
]);
const NESTED_TYPE = 1;
/** The difference between the type ids of bounded and unbounded strings. */
const BOUNDED_STRING_OFFSET = 4;
const ARRAY_OFFSET = { fixed: 48, bounded: 96, unbounded: 144 } as const;

/** A field's type as in `type_description_interfaces/msg/FieldType`. */
function fieldType({ type }: Field): object {
  const scalar =
    type.primitive === undefined ? NESTED_TYPE : (FIELD_TYPES.get(type.primitive) ?? 0);
  const bounded = type.stringBound === undefined ? scalar : scalar + BOUNDED_STRING_OFFSET;
  const { array } = type;
  return {
    type_id: bounded + (array === undefined ? 0 : ARRAY_OFFSET[array.kind]),
    capacity: BigInt(array === undefined || array.kind === 'unbounded' ? 0 : array.size),
    string_capacity: BigInt(type.stringBound ?? 0),
    nested_type_name: type.nested ?? '',
  };
}
