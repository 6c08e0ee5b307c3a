import { TypeValidationError, ValidationError } from '../errors/index.js';
import { Parameter } from '../parameter/parameter.js';
import { ParameterDescriptor } from '../parameter/parameter_descriptor.js';
import { type ParameterEventPublisher, ParameterEvents } from '../parameter/parameter_events.js';
import { ParameterType } from '../parameter/parameter_type.js';
import {
  refused,
  type SetParametersResult,
  succeeded,
} from '../parameter/set_parameters_result.js';
import { validateParameters } from '../parameter/validate_parameters.js';
import type { Node } from './node.js';

/** Checks parameters before they are set; may refuse them. */
export type SetParametersCallback = (parameters: Parameter[]) => {
  successful: boolean;
  reason?: string;
};

/** Returns the parameters to set instead of the requested ones. */
export type PreSetParametersCallback = (parameters: Parameter[]) => Parameter[];

/** Called with parameters that were set. */
export type PostSetParametersCallback = (parameters: Parameter[]) => void;

/** The parameters of a node. */
export class NodeParameters {
  readonly #node: Node;
  readonly #parameters = new Map<string, Parameter>();
  readonly #parameterDescriptors = new Map<string, ParameterDescriptor>();
  readonly #parameterOverrides: Map<string, Parameter>;
  readonly #preSetParametersCallbacks: PreSetParametersCallback[] = [];
  readonly #setParametersCallbacks: SetParametersCallback[] = [];
  readonly #postSetParametersCallbacks: PostSetParametersCallback[] = [];
  #events: ParameterEvents | undefined;

  /** @param overrides - values that replace the declared ones, by name. */
  constructor(node: Node, overrides: Map<string, Parameter>) {
    this.#node = node;
    this.#parameterOverrides = overrides;
  }

  /**
   * Publishes events from now on, and declares parameters as the options say.
   *
   * @param publisher - of `/parameter_events`.
   */
  _startParameters(publisher: ParameterEventPublisher): void {
    this.#events = new ParameterEvents(this.#node, publisher);
    if (this.#node.options.automaticallyDeclareParametersFromOverrides) this.#declareOverrides();
  }

  /** Values that replace the declared ones. */
  getParameterOverrides(): Parameter[] {
    return Array.from(this.#parameterOverrides.values());
  }

  /**
   * Declares a parameter. An override of its name replaces its value.
   *
   * @param descriptor - default: name and type of the parameter.
   * @param ignoreOverride - keep the value given here.
   * @returns the parameter as it was declared.
   * @throws {Error} if it is already declared or a callback refuses it.
   */
  declareParameter(
    parameter: Parameter,
    descriptor?: ParameterDescriptor | null,
    ignoreOverride = false,
  ): Parameter {
    const descriptors = descriptor ? [descriptor] : [];
    return this.#node.declareParameters([parameter], descriptors, ignoreOverride)[0] as Parameter;
  }

  /**
   * Declares parameters, all or none.
   *
   * @param descriptors - none, or one for each parameter.
   * @throws {TypeValidationError} if an argument is not an array.
   * @throws {ValidationError} if the numbers differ.
   * @throws {Error} if one is already declared or a callback refuses them.
   */
  declareParameters(
    parameters: Parameter[],
    descriptors: ParameterDescriptor[] = [],
    ignoreOverrides = false,
  ): Parameter[] {
    this.#requireArrays(parameters, descriptors);
    const declared = parameters.map(
      (parameter) =>
        (ignoreOverrides ? undefined : this.#parameterOverrides.get(parameter.name)) ?? parameter,
    );
    const collisions = declared.filter((parameter) => this.#parameters.has(parameter.name));
    if (collisions.length > 0) {
      const name = collisions[0]?.name;
      throw new Error(
        collisions.length === 1
          ? `Parameter(${name}) already declared.`
          : `Multiple parameters already declared, e.g., Parameter(${name}).`,
      );
    }
    const described = declared.map(
      (parameter, i) => descriptors[i] ?? ParameterDescriptor.fromParameter(parameter),
    );
    for (const descriptor of described) {
      descriptor.validate();
      this.#parameterDescriptors.set(descriptor.name, descriptor);
    }
    const result = this.#setAtomically(declared, true);
    if (!result.successful) {
      for (const descriptor of described) this.#parameterDescriptors.delete(descriptor.name);
      throw new Error(result.reason);
    }
    return this.#node.getParameters(declared.map((parameter) => parameter.name));
  }

  /** Undeclares a parameter; throws `Error` if it is read-only. */
  undeclareParameter(name: string): void {
    if (!this.#node.hasParameter(name)) return;
    if (this.#node.getParameterDescriptor(name).readOnly) {
      throw new Error(`${name} parameter is read-only and can not be undeclared`);
    }
    this.#parameters.delete(name);
    this.#parameterDescriptors.delete(name);
  }

  hasParameter(name: string): boolean {
    return this.#parameters.has(name);
  }

  /** The parameter; an unset one if it is not declared. */
  getParameter(name: string): Parameter {
    return (
      this.#parameters.get(name) ?? new Parameter(name, ParameterType.PARAMETER_NOT_SET, undefined)
    );
  }

  /** The parameters with these names, as {@link getParameter} returns them; without names, all. */
  getParameters(names: readonly string[] = []): Parameter[] {
    if (names.length === 0) return [...this.#parameters.values()];
    const parameters: Parameter[] = [];
    // Not `map`: the argument may be anything that has elements, such as a text.
    for (const name of names) parameters.push(this.#node.getParameter(name));
    return parameters;
  }

  /** The types of those parameters that are declared. */
  getParameterTypes(names: string[] = []): ParameterType[] {
    return names.flatMap((name) => this.#parameterDescriptors.get(name)?.type ?? []);
  }

  /** Names of all declared parameters. */
  getParameterNames(): string[] {
    return [...this.#parameters.keys()];
  }

  /** Always true: an undeclared parameter has the descriptor of an unset one. */
  hasParameterDescriptor(name: string): boolean {
    return !!this.#node.getParameterDescriptor(name);
  }

  /** The descriptor; one of an unset parameter if it is not declared. */
  getParameterDescriptor(name: string): ParameterDescriptor {
    return (
      this.#parameterDescriptors.get(name) ??
      new ParameterDescriptor(name, ParameterType.PARAMETER_NOT_SET)
    );
  }

  /** The descriptors of these names; without names, all. */
  getParameterDescriptors(names: string[] = []): ParameterDescriptor[] {
    if (names.length === 0) return [...this.#parameterDescriptors.values()];
    return names.map((name) => this.#node.getParameterDescriptor(name));
  }

  /** Sets a declared parameter. */
  setParameter(parameter: Parameter): SetParametersResult {
    return this.#node.setParametersAtomically([parameter]);
  }

  /** Sets declared parameters, each on its own. */
  setParameters(parameters: Parameter[] = []): SetParametersResult[] {
    return parameters.map((parameter) => this.#node.setParametersAtomically([parameter]));
  }

  /** Sets declared parameters, all or none. */
  setParametersAtomically(parameters: Parameter[] = []): SetParametersResult {
    return this.#setAtomically(parameters, false);
  }

  /** Lets `callback` check parameters before they are set; the last one added is called first. */
  addOnSetParametersCallback(callback: SetParametersCallback): void {
    this.#setParametersCallbacks.unshift(callback);
  }

  removeOnSetParametersCallback(callback: SetParametersCallback): void {
    removeFirst(this.#setParametersCallbacks, callback);
  }

  /** Lets `callback` replace the parameters to be set; the last one added is called first. */
  addPreSetParametersCallback(callback: PreSetParametersCallback): void {
    this.#preSetParametersCallbacks.unshift(callback);
  }

  removePreSetParametersCallback(callback: PreSetParametersCallback): void {
    removeFirst(this.#preSetParametersCallbacks, callback);
  }

  /** Calls `callback` with parameters that were set; the last one added is called first. */
  addPostSetParametersCallback(callback: PostSetParametersCallback): void {
    this.#postSetParametersCallbacks.unshift(callback);
  }

  removePostSetParametersCallback(callback: PostSetParametersCallback): void {
    removeFirst(this.#postSetParametersCallbacks, callback);
  }

  #requireArrays(parameters: unknown, descriptors: unknown): void {
    const nodeName = this.#node.name();
    if (!Array.isArray(parameters)) {
      throw new TypeValidationError('parameters', parameters, 'Array', { nodeName });
    }
    if (!Array.isArray(descriptors)) {
      throw new TypeValidationError('descriptors', descriptors, 'Array', { nodeName });
    }
    if (descriptors.length > 0 && parameters.length !== descriptors.length) {
      throw new ValidationError('Each parameter must have a corresponding ParameterDescriptor', {
        code: 'PARAMETER_DESCRIPTOR_MISMATCH',
        argumentName: 'descriptors',
        providedValue: descriptors.length,
        expectedType: `Array with length ${parameters.length}`,
        nodeName,
      });
    }
  }

  #declareOverrides(): void {
    for (const parameter of this.#parameterOverrides.values()) {
      parameter.validate();
      this.#parameters.set(parameter.name, parameter);
      const descriptor = ParameterDescriptor.fromParameter(parameter);
      this.#parameterDescriptors.set(parameter.name, descriptor);
    }
  }

  #setAtomically(asked: Parameter[], declaring: boolean): SetParametersResult {
    let parameters = asked;
    for (const callback of [...this.#preSetParametersCallbacks]) {
      parameters = callback(parameters);
      if (!Array.isArray(parameters)) {
        return refused('pre-set parameters callback must return an array of Parameters');
      }
      if (parameters.length === 0) {
        return refused('parameter list is empty after pre-set callback; set rejected');
      }
    }
    const verdict = validateParameters(parameters, this.#parameterDescriptors, declaring);
    if (!verdict.successful) return verdict;
    for (const callback of [...this.#setParametersCallbacks]) {
      const { successful, reason } = callback(parameters);
      if (!successful) return refused(reason ?? '');
    }
    this.#apply(parameters, declaring);
    for (const callback of [...this.#postSetParametersCallbacks]) callback(parameters);
    return succeeded();
  }

  #apply(parameters: Parameter[], declaring: boolean): void {
    const deleted = parameters.filter((p) => p.type === ParameterType.PARAMETER_NOT_SET);
    const set = parameters.filter((p) => p.type !== ParameterType.PARAMETER_NOT_SET);
    for (const parameter of deleted) this.#node.undeclareParameter(parameter.name);
    for (const parameter of set) this.#parameters.set(parameter.name, parameter);
    this.#events?.publish(declaring ? set : [], declaring ? [] : set, deleted);
  }
}

function removeFirst<T>(list: T[], item: T): void {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
}
