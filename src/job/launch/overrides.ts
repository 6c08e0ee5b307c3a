import { readFileSync } from 'node:fs';
import { ParameterRules, type ParameterValue, parseParameterValue } from '../params/index.js';
import type { LaunchParameter } from './actions.js';

function addTo(rules: ParameterRules, parameter: LaunchParameter): void {
  if (parameter.kind === 'file') {
    rules.addText(parameter.content ?? readFileSync(parameter.path, 'utf8'), parameter.path);
    return;
  }
  const place = { file: `param ${parameter.name}`, line: 1, column: 1 };
  const value = parseParameterValue(parameter.value, `The parameter "${parameter.name}"`, place);
  rules.set(parameter.pattern, parameter.name, value, place);
}

/**
 * The table of parameter rules of a *node* process: ROS 2 collects all sources in one table, with
 * the precedence that `ParameterRules` documents.
 *
 * @throws DescriptionError `ORR_PARAMS_INVALID` if a parameter file was spoilt since the loading
 */
export function nodeParameterRules(parameters: readonly LaunchParameter[]): ParameterRules {
  const rules = new ParameterRules();
  for (const parameter of parameters) addTo(rules, parameter);
  return rules;
}

/**
 * The parameters of a *component*: ROS 2 sends them to the container one source after the other,
 * so that a later source always wins; in a file, an entry with the component's exact full name wins
 * over wildcards.
 *
 * @param fullyQualifiedName e.g. `/robot1/controller`
 */
export function componentParameters(
  parameters: readonly LaunchParameter[],
  fullyQualifiedName: string,
): Map<string, ParameterValue> {
  const result = new Map<string, ParameterValue>();
  for (const parameter of parameters) {
    const rules = new ParameterRules();
    addTo(rules, parameter);
    for (const [name, value] of rules.parametersFor(fullyQualifiedName)) result.set(name, value);
    for (const entry of rules.entries) {
      if (`/${entry.pattern.replace(/^\//, '')}` !== fullyQualifiedName) continue;
      for (const [name, { value }] of entry.parameters) result.set(name, value);
    }
  }
  return result;
}
