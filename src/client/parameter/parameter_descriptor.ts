import {
  ParameterError,
  ParameterTypeError,
  RangeValidationError,
  TypeValidationError,
} from '../errors/index.js';
import { type Parameter, requireName } from './parameter.js';
import type { ParameterDescriptorMessage } from './parameter_message.js';
import { isParameterType, ParameterType } from './parameter_type.js';
import { FloatingPointRange, IntegerRange, Range } from './range.js';

const ENTITY = 'parameter descriptor';

/** Describes one parameter of a node: type, description, whether it can change, range. */
export class ParameterDescriptor {
  readonly _name: string;
  readonly _type: ParameterType;
  readonly _description: string;
  readonly _readOnly: boolean;
  _additionalConstraints = '';
  _range: Range | null;

  /** A descriptor with the name and type of a parameter. */
  static fromParameter(parameter: Parameter): ParameterDescriptor {
    return new ParameterDescriptor(parameter.name, parameter.type, 'Created from parameter.');
  }

  /**
   * @param range - an IntegerRange or FloatingPointRange that fits the type.
   * @throws {TypeValidationError} if the name is empty or the description not a string.
   * @throws {ParameterError} if there is no such type or the range does not fit it.
   */
  constructor(
    name: string,
    type: ParameterType = ParameterType.PARAMETER_NOT_SET,
    description = 'no description',
    readOnly = false,
    range: Range | null = null,
  ) {
    this._name = name;
    this._type = type;
    this._description = description;
    this._readOnly = readOnly;
    this._range = range;
    this.validate();
  }

  get name(): string {
    return this._name;
  }

  get type(): ParameterType {
    return this._type;
  }

  get description(): string {
    return this._description;
  }

  /** Whether the parameter can no longer be set once it is declared. */
  get readOnly(): boolean {
    return this._readOnly;
  }

  /** Constraints as a text for people. */
  get additionalConstraints(): string {
    return this._additionalConstraints;
  }

  set additionalConstraints(constraintDescription: string) {
    this._additionalConstraints = constraintDescription;
  }

  hasRange(): boolean {
    return !!this._range;
  }

  get range(): Range | null {
    return this._range;
  }

  /** Sets or (with null) removes the range, which must fit the type. */
  set range(range: Range | null | undefined) {
    if (!range) {
      this._range = null;
      return;
    }
    if (!(range instanceof Range)) {
      throw new TypeValidationError('range', range, 'Range', { entityType: ENTITY });
    }
    this.#requireFitting(range);
    this._range = range;
  }

  /** Throws if name, type, description or range are not valid, as the constructor does. */
  validate(): void {
    requireName(this.name, ENTITY);
    if (!isParameterType(this.type)) {
      throw new ParameterError('Invalid parameter type', this.name, {
        entityType: ENTITY,
        details: { providedType: this.type },
      });
    }
    if (this.description && typeof this.description !== 'string') {
      throw new TypeValidationError('description', this.description, 'string', {
        entityType: ENTITY,
      });
    }
    if (this._range) this.#requireFitting(this._range);
  }

  /**
   * Throws if a parameter does not conform to this descriptor.
   *
   * @throws {ParameterError} if either is invalid or the names differ.
   * @throws {ParameterTypeError} if the types differ.
   * @throws {RangeValidationError} if the value is out of range.
   */
  validateParameter(parameter: Parameter): void {
    if (!parameter) {
      throw new TypeValidationError('parameter', parameter, 'Parameter', { entityType: ENTITY });
    }
    rethrowAs('Parameter is invalid', parameter.name, 'parameter', () => parameter.validate());
    rethrowAs('Descriptor is invalid', this.name, ENTITY, () => this.validate());
    if (this.name !== parameter.name) {
      throw new ParameterError('Name mismatch', this.name, {
        details: { descriptorName: this.name, parameterName: parameter.name },
      });
    }
    if (this.type !== parameter.type) {
      throw new ParameterTypeError(this.name, this.type, parameter.type);
    }
    const range = this._range;
    if (range && !range.inRange(parameter.value)) {
      const { fromValue: from, toValue: to, step } = range;
      throw new RangeValidationError('value', parameter.value, `${from} to ${to}`, {
        entityType: 'parameter',
        details: { range: { from, to, step } },
      });
    }
  }

  /** As the fields of an `rcl_interfaces/msg/ParameterDescriptor`. */
  toMessage(): ParameterDescriptorMessage {
    const message: ParameterDescriptorMessage = {
      name: this.name,
      type: this.type,
      description: this.description,
      additional_constraints: this.additionalConstraints,
      read_only: this.readOnly,
    };
    const range = this._range;
    if (range instanceof IntegerRange) {
      const { fromValue: from_value, toValue: to_value, step } = range;
      message.integer_range = [{ from_value, to_value, step }];
    } else if (range instanceof FloatingPointRange) {
      const { fromValue: from_value, toValue: to_value, step } = range;
      message.floating_point_range = [{ from_value, to_value, step }];
    }
    return message;
  }

  #requireFitting(range: Range): void {
    if (range.isValidType(this.type)) return;
    throw new ParameterError('Incompatible Range for parameter type', this.name, {
      entityType: ENTITY,
      details: { rangeType: range.constructor.name, parameterType: this.type },
    });
  }
}

function rethrowAs(message: string, name: string, entityType: string, check: () => void): void {
  try {
    check();
  } catch (cause) {
    throw new ParameterError(message, name, {
      entityType,
      cause,
      details: { validationError: (cause as Error).message },
    });
  }
}
