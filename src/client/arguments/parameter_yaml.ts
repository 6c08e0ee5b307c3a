import { parse } from 'yaml';
import { Parameter } from '../parameter/parameter.js';
import {
  isParameterValue,
  ParameterType,
  type ParameterValue,
  parameterTypeFromValue,
} from '../parameter/parameter_type.js';

/**
 * Values of a YAML text as `rcl_yaml_param_parser` sees them: YAML 1.1 booleans, integers as
 * bigint so that `1` and `1.0` differ, no dates and no sexagesimal numbers.
 *
 * @throws {Error} if the text is not YAML.
 */
export function parseParameterYaml(text: string): unknown {
  return parse(text, {
    version: '1.1',
    intAsBigInt: true,
    customTags: (tags) =>
      tags
        .filter((tag) => typeof tag !== 'object' || !('format' in tag) || tag.format !== 'TIME')
        .filter((tag) => typeof tag !== 'object' || tag.tag !== 'tag:yaml.org,2002:timestamp'),
  });
}

/**
 * The parameter that a YAML scalar or flow sequence gives.
 *
 * @throws {Error} if a parameter cannot hold it.
 */
export function parameterOfYaml(name: string, text: string): Parameter {
  return parameterOfYamlValue(name, parseParameterYaml(text));
}

/** As {@link parameterOfYaml}, of a value read by {@link parseParameterYaml}. */
export function parameterOfYamlValue(name: string, value: unknown): Parameter {
  const type = typeOfYamlValue(value);
  if (type === undefined || !isParameterValue(value, type)) {
    throw new Error(
      `Parameter '${name}' cannot hold its value: write a boolean, number, string or a list of values of one type.`,
    );
  }
  return new Parameter(name, type, value as ParameterValue);
}

function typeOfYamlValue(value: unknown): ParameterType | undefined {
  if (typeof value === 'number') return ParameterType.PARAMETER_DOUBLE;
  if (Array.isArray(value) && typeof value[0] === 'number') {
    return ParameterType.PARAMETER_DOUBLE_ARRAY;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return undefined;
  return parameterTypeFromValue(value);
}
