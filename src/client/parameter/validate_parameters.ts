import type { Parameter } from './parameter.js';
import type { ParameterDescriptor } from './parameter_descriptor.js';
import { ParameterType } from './parameter_type.js';
import { refused, type SetParametersResult, succeeded } from './set_parameters_result.js';

/**
 * Whether parameters may be set, according to their descriptors.
 *
 * @param descriptors - of all parameters that are declared.
 * @param declaring - whether they are being declared, which read-only parameters allow.
 */
export function validateParameters(
  parameters: readonly Parameter[],
  descriptors: ReadonlyMap<string, ParameterDescriptor>,
  declaring: boolean,
): SetParametersResult {
  for (const parameter of parameters) {
    try {
      parameter.validate();
    } catch {
      return refused(`Invalid ${parameter.name}`);
    }
    const descriptor = descriptors.get(parameter.name);
    if (descriptor?.readOnly && !declaring) {
      return refused(`Parameter ${parameter.name} is readonly`);
    }
    if (parameter.type === ParameterType.PARAMETER_NOT_SET) continue;
    if (descriptor === undefined) {
      return refused(`Parameter ${parameter.name} has not been declared`);
    }
    try {
      descriptor.validateParameter(parameter);
    } catch {
      return refused(`Parameter ${parameter.name} does not agree with its descriptor`);
    }
  }
  return succeeded();
}
