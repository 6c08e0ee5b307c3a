import { OperationError, ParameterNotFoundError, TypeValidationError } from '../errors/index.js';
import { validator } from '../names/validator.js';
import type { Node } from '../node/node.js';
import { checkOptions } from '../options/check_options.js';
import { type GivenTo, givenTo } from '../options/given_to.js';
import type { Client } from '../service/client.js';
import { Parameter } from './parameter.js';
import type { ParameterDescriptorMessage, ParameterValueMessage } from './parameter_message.js';
import { ParameterType, type ParameterValue, parameterTypeFromValue } from './parameter_type.js';

/** Options of the operations of a {@link ParameterClient}. */
export interface ParameterRequestOptions {
  /** Give up after this many ms. Default: that of the client. */
  timeout?: number;
  /** Give up when this is aborted. */
  signal?: AbortSignal;
}

/** The result of setting one parameter. */
export interface ParameterSetResult {
  name: string;
  successful: boolean;
  reason: string;
}

/** A parameter and the value to give it. */
export interface ParameterToSet {
  name: string;
  value: unknown;
}

/** Options of a {@link ParameterClient}. */
export interface ParameterClientOptions {
  /** When operations give up, in ms. Default 5000. */
  timeout?: number;
}

/** Options of {@link ParameterClient.listParameters}. */
export interface ListParametersOptions extends ParameterRequestOptions {
  /** Only parameters below these. Default: all. */
  prefixes?: string[];
  /** How many levels of names; 0 for all. */
  depth?: number | bigint;
}

/** The names of a node's parameters, and their prefixes. */
export interface ListParametersResult {
  names: string[];
  prefixes: string[];
}

const DEFAULT_TIMEOUT = 5000;

const SERVICES = {
  GetParameters: 'get_parameters',
  SetParameters: 'set_parameters',
  ListParameters: 'list_parameters',
  DescribeParameters: 'describe_parameters',
  GetParameterTypes: 'get_parameter_types',
} as const;

type ServiceType = keyof typeof SERVICES;

/** Reads and sets parameters of another node. Get one from `node.createParameterClient`. */
export class ParameterClient {
  readonly #node: Node;
  readonly #remoteNodeName: string;
  readonly #timeout: number;
  readonly #to: GivenTo;
  readonly #clients = new Map<ServiceType, Client>();
  #destroyed = false;

  /**
   * @param remoteNodeName - name of the other node, with or without a leading slash.
   * @param options - `timeout`: when operations give up, in ms. Default 5000.
   * @throws {TypeValidationError} if an argument is of the wrong type.
   * @throws {NameValidationError} if the name is invalid.
   */
  constructor(node: Node, remoteNodeName: string, options: ParameterClientOptions = {}) {
    if (!node) throw new TypeValidationError('node', node, 'Node instance');
    if (!remoteNodeName || typeof remoteNodeName !== 'string') {
      throw new TypeValidationError('remoteNodeName', remoteNodeName, 'non-empty string');
    }
    this.#node = node;
    this.#remoteNodeName = remoteNodeName.replace(/^\//, '');
    validator.validateNodeName(this.#remoteNodeName);
    this.#to = givenTo(node, 'the parameter client', remoteNodeName);
    checkOptions(options, 'parameterClient', this.#to);
    this.#timeout = options.timeout || DEFAULT_TIMEOUT;
  }

  get remoteNodeName(): string {
    return this.#remoteNodeName;
  }

  /** Settles with the parameter; rejects with `ParameterNotFoundError` if it is not set. */
  async getParameter(name: string, options: ParameterRequestOptions = {}): Promise<Parameter> {
    const [parameter] = await this.getParameters([name], options);
    if (parameter === undefined) throw new ParameterNotFoundError(name, this.#remoteNodeName);
    return parameter;
  }

  /** Settles with the parameters among these that are set. */
  async getParameters(
    names: string[],
    options: ParameterRequestOptions = {},
  ): Promise<Parameter[]> {
    this.#requireNotDestroyed();
    requireNonEmpty('names', names);
    const { values } = await this.#call<{ values: ParameterValueMessage[] }>(
      'GetParameters',
      { names },
      options,
    );
    return values.flatMap((value, i) =>
      value.type === ParameterType.PARAMETER_NOT_SET
        ? []
        : Parameter.fromParameterMessage({ name: names[i] as string, value }),
    );
  }

  /** Sets a parameter to a value, which determines its type. */
  async setParameter(
    name: string,
    value: unknown,
    options: ParameterRequestOptions = {},
  ): Promise<ParameterSetResult> {
    const [result] = await this.setParameters([{ name, value }], options);
    return result as ParameterSetResult;
  }

  /** Sets parameters, each on its own. */
  async setParameters(
    parameters: { name: string; value: unknown }[],
    options: ParameterRequestOptions = {},
  ): Promise<ParameterSetResult[]> {
    this.#requireNotDestroyed();
    requireNonEmpty('parameters', parameters);
    const messages = parameters.map(({ name, value }) => ({ name, value: valueMessage(value) }));
    const { results } = await this.#call<{ results: { successful: boolean; reason: string }[] }>(
      'SetParameters',
      { parameters: messages },
      options,
    );
    return results.map(({ successful, reason }, i) => ({
      name: parameters[i]?.name as string,
      successful,
      reason: reason || '',
    }));
  }

  /** Settles with the names of the other node's parameters. */
  async listParameters(options: ListParametersOptions = {}): Promise<ListParametersResult> {
    this.#requireNotDestroyed();
    const { prefixes = [], depth = 0 } = options;
    const request = { prefixes, depth: BigInt(depth) };
    const { result } = await this.#call<{ result: { names: string[]; prefixes: string[] } }>(
      'ListParameters',
      request,
      options,
    );
    return { names: result.names, prefixes: result.prefixes };
  }

  /** Settles with the descriptors of parameters. */
  async describeParameters(
    names: string[],
    options: ParameterRequestOptions = {},
  ): Promise<ParameterDescriptorMessage[]> {
    this.#requireNotDestroyed();
    requireNonEmpty('names', names);
    const { descriptors } = await this.#call<{ descriptors: ParameterDescriptorMessage[] }>(
      'DescribeParameters',
      { names },
      options,
    );
    return descriptors;
  }

  /** Settles with the types of parameters. */
  async getParameterTypes(
    names: string[],
    options: ParameterRequestOptions = {},
  ): Promise<number[] | Uint8Array> {
    this.#requireNotDestroyed();
    requireNonEmpty('names', names);
    const { types } = await this.#call<{ types: number[] | Uint8Array }>(
      'GetParameterTypes',
      { names },
      options,
    );
    return types;
  }

  /** Settles with whether the node's parameter services exist, after at most `timeout` ms. */
  async waitForService(timeout?: number): Promise<boolean> {
    this.#requireNotDestroyed();
    return this.#client('GetParameters').waitForService(timeout);
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** Destroys the client. Harmless when repeated. */
  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    for (const client of this.#clients.values()) this.#node.destroyClient(client);
    this.#clients.clear();
  }

  async #call<Response>(
    type: ServiceType,
    request: object,
    options: ParameterRequestOptions,
  ): Promise<Response> {
    const kind = type === 'ListParameters' ? 'listParameters' : 'parameterRequest';
    checkOptions(options, kind, this.#to);
    const { timeout, signal } = options;
    const response = await this.#client(type).sendRequestAsync(request, {
      timeout: timeout || this.#timeout,
      ...(signal === undefined ? {} : { signal }),
    });
    return response as Response;
  }

  #client(type: ServiceType): Client {
    let client = this.#clients.get(type);
    if (client === undefined) {
      const service = `/${this.#remoteNodeName}/${SERVICES[type]}`;
      client = this.#node.createClient(`rcl_interfaces/srv/${type}`, service);
      this.#clients.set(type, client);
    }
    return client;
  }

  #requireNotDestroyed(): void {
    if (!this.#destroyed) return;
    throw new OperationError('ParameterClient has been destroyed', {
      code: 'CLIENT_DESTROYED',
      entityType: 'parameter_client',
      entityName: this.#remoteNodeName,
    });
  }
}

function requireNonEmpty(name: string, value: unknown): void {
  if (Array.isArray(value) && value.length > 0) return;
  throw new TypeValidationError(name, value, 'non-empty array');
}

function valueMessage(value: unknown): ParameterValueMessage {
  const type = parameterTypeFromValue(value);
  const isList = typeof value === 'object' && value !== null;
  let held = isList ? Array.from(value as ArrayLike<unknown>) : value;
  if (type === ParameterType.PARAMETER_INTEGER_ARRAY) {
    held = (held as (bigint | number)[]).map((item) => BigInt(item));
  }
  if (type === ParameterType.PARAMETER_NOT_SET) return { type };
  return new Parameter('value', type, held as ParameterValue).toParameterValueMessage();
}
