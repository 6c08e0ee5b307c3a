import { NameValidationError, TypeValidationError } from '../errors/index.js';
import {
  fullTopicNameProblem,
  type NameProblem,
  namespaceProblem,
  nodeNameProblem,
  topicNameProblem,
} from './name_problem.js';

/** Naming rules of ROS 2. `validate…` throws an error, `isValid…` returns a boolean. */
export interface Validator {
  /** Fully qualified topic or service name. */
  validateFullTopicName(topic: string): true;
  isValidFullTopicName(topic: unknown): boolean;
  validateNodeName(name: string): true;
  isValidNodeName(name: unknown): boolean;
  /** Topic or service name before expansion: may be relative, private or have substitutions. */
  validateTopicName(topic: string): true;
  isValidTopicName(topic: unknown): boolean;
  validateNamespace(namespace: string): true;
  isValidNamespace(namespace: unknown): boolean;
}

type Rule = (name: string) => NameProblem | null;

function validate(rule: Rule, name: unknown, argument: string, nameType: string): true {
  if (typeof name !== 'string') throw new TypeValidationError(argument, name, 'string');
  const problem = rule(name);
  if (problem === null) return true;
  throw new NameValidationError(name, nameType, problem.rule, problem.index);
}

const isValid = (rule: Rule, name: unknown): boolean =>
  typeof name === 'string' && rule(name) === null;

/** See `Validator`. Throws `TypeValidationError` or `NameValidationError`. */
export const validator: Validator = {
  validateFullTopicName: (topic) => validate(fullTopicNameProblem, topic, 'topic', 'topic'),
  isValidFullTopicName: (topic) => isValid(fullTopicNameProblem, topic),
  validateNodeName: (name) => validate(nodeNameProblem, name, 'name', 'node'),
  isValidNodeName: (name) => isValid(nodeNameProblem, name),
  validateTopicName: (topic) => validate(topicNameProblem, topic, 'topic', 'topic'),
  isValidTopicName: (topic) => isValid(topicNameProblem, topic),
  validateNamespace: (name) => validate(namespaceProblem, name, 'namespace', 'namespace'),
  isValidNamespace: (name) => isValid(namespaceProblem, name),
};
