import type { Node } from '../node/node.js';
import type { Response } from '../service/response.js';
import { Parameter } from './parameter.js';
import type { ParameterMessage } from './parameter_message.js';

const SEPARATOR = '.';

interface ListRequest {
  prefixes: string[];
  /** How many levels of names to list; 0 for all. */
  depth: bigint;
}

/** The six services through which other nodes read and set a node's parameters. */
export class ParameterService {
  readonly _node: Node;
  #isRunning = false;

  constructor(node: Node) {
    this._node = node;
  }

  get node(): Node {
    return this._node;
  }

  isStarted(): boolean {
    return this.#isRunning;
  }

  /** Creates the services; harmless when repeated. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    const node = this._node;
    this.#serve('ListParameters', 'list_parameters', (request: ListRequest) => ({
      result: listParameters(node.getParameterNames(), request),
    }));
    this.#serve('DescribeParameters', 'describe_parameters', ({ names }: { names: string[] }) => ({
      descriptors:
        names.length > 0
          ? node.getParameterDescriptors(names).map((descriptor) => descriptor.toMessage())
          : [],
    }));
    this.#serve('GetParameters', 'get_parameters', ({ names }: { names: string[] }) => ({
      values: node.getParameters(names).map((parameter) => parameter.toParameterValueMessage()),
    }));
    this.#serve('GetParameterTypes', 'get_parameter_types', ({ names }: { names: string[] }) => ({
      types: node.getParameterTypes(names),
    }));
    this.#serve(
      'SetParameters',
      'set_parameters',
      (request: { parameters: ParameterMessage[] }) => ({
        results: node.setParameters(parametersOf(request)),
      }),
    );
    this.#serve(
      'SetParametersAtomically',
      'set_parameters_atomically',
      (request: { parameters: ParameterMessage[] }) => ({
        result: node.setParametersAtomically(parametersOf(request)),
      }),
    );
  }

  #serve<Request>(type: string, name: string, answer: (request: Request) => object): void {
    const callback = (request: Request, response: Response) => response.send(answer(request));
    this._node.createService(`rcl_interfaces/srv/${type}`, `~/${name}`, callback);
  }
}

function parametersOf(request: { parameters: ParameterMessage[] }): Parameter[] {
  return request.parameters.map((message) => Parameter.fromParameterMessage(message));
}

/** The names at most `depth` levels below one of the prefixes, and their prefixes. */
function listParameters(
  all: string[],
  { prefixes, depth }: ListRequest,
): { names: string[]; prefixes: string[] } {
  const levels = depth === 0n ? Number.POSITIVE_INFINITY : Number(depth);
  const names: string[] = [];
  const found = new Set<string>();
  for (const name of all) {
    const path = name.split(SEPARATOR);
    if (path.length > levels) continue;
    if (path.length === 1) {
      if (prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix)))
        names.push(name);
      continue;
    }
    const under = prefixes.filter((prefix) => name.startsWith(prefix + SEPARATOR));
    if (prefixes.length > 0 && under.length === 0) continue;
    names.push(name);
    found.add(path.slice(0, -1).join(SEPARATOR));
  }
  return { names, prefixes: [...found] };
}
