import { Parameter } from './parameter/parameter.js';
import type { QoSArgument } from './qos/resolve_qos.js';

/** The options with which a node is created. */
export class NodeOptions {
  _startParameterServices: boolean;
  _parameterOverrides: Parameter[];
  _automaticallyDeclareParametersFromOverrides: boolean;
  _startTypeDescriptionService: boolean;
  _enableRosout: boolean;
  _rosoutQos: QoSArgument | null;
  _enableLoggerService: boolean;

  constructor(
    startParameterServices = true,
    parameterOverrides: Parameter[] = [],
    automaticallyDeclareParametersFromOverrides = false,
    startTypeDescriptionService = true,
    enableRosout = true,
    rosoutQos: QoSArgument | null = null,
    enableLoggerService = false,
  ) {
    this._startParameterServices = startParameterServices;
    this._parameterOverrides = parameterOverrides;
    this._automaticallyDeclareParametersFromOverrides = automaticallyDeclareParametersFromOverrides;
    this._startTypeDescriptionService = startTypeDescriptionService;
    this._enableRosout = enableRosout;
    this._rosoutQos = rosoutQos;
    this._enableLoggerService = enableLoggerService;
  }

  /** Whether the node offers the six parameter services. Default true. */
  get startParameterServices(): boolean {
    return this._startParameterServices;
  }

  set startParameterServices(startFlag: boolean) {
    this._startParameterServices = startFlag;
  }

  /** Values that replace those with which the node declares its parameters. Default: none. */
  get parameterOverrides(): Parameter[] {
    return this._parameterOverrides;
  }

  /** Accepts one parameter, several, or null for none; throws `TypeError` on anything else. */
  set parameterOverrides(parameters: Parameter | Parameter[] | null | undefined) {
    if (!parameters) {
      this._parameterOverrides = [];
    } else if (parameters instanceof Parameter) {
      this._parameterOverrides = [parameters];
    } else if (Array.isArray(parameters)) {
      this._parameterOverrides = parameters;
    } else {
      throw new TypeError('Expected Parameter[]');
    }
  }

  /** Whether each override declares its parameter at once. Default false. */
  get automaticallyDeclareParametersFromOverrides(): boolean {
    return this._automaticallyDeclareParametersFromOverrides;
  }

  set automaticallyDeclareParametersFromOverrides(declareParamsFlag: boolean) {
    this._automaticallyDeclareParametersFromOverrides = declareParamsFlag;
  }

  /** Whether the node offers `~/get_type_description` (after Humble). Default true. */
  get startTypeDescriptionService(): boolean {
    return this._startTypeDescriptionService;
  }

  set startTypeDescriptionService(willStartTypeDescriptionService: boolean) {
    this._startTypeDescriptionService = willStartTypeDescriptionService;
  }

  /** Whether what the node logs is published on `/rosout`. Default true. */
  get enableRosout(): boolean {
    return this._enableRosout;
  }

  set enableRosout(enableRosout: boolean) {
    this._enableRosout = enableRosout;
  }

  /** QoS of the `/rosout` publisher; null for the default of `/rosout`. */
  get rosoutQos(): QoSArgument | null {
    return this._rosoutQos;
  }

  set rosoutQos(rosoutQos: QoSArgument | null) {
    this._rosoutQos = rosoutQos;
  }

  /** Whether the node offers the logger level services. Default false. */
  get enableLoggerService(): boolean {
    return this._enableLoggerService;
  }

  set enableLoggerService(enableLoggerService: boolean) {
    this._enableLoggerService = enableLoggerService;
  }

  /** New options with every default. */
  static get defaultOptions(): NodeOptions {
    return new NodeOptions();
  }
}
