/** The first mistake in a name: the rule in words and the index of the character at fault. */
export interface NameProblem {
  readonly rule: string;
  readonly index: number;
}

/** DDS topic names have at most 255 characters, of which ROS 2 keeps 8 for its own prefix. */
const MAX_TOPIC_LENGTH = 247;
/** A namespace leaves room for `/` and a name of one character. */
const MAX_NAMESPACE_LENGTH = 245;
const MAX_NODE_NAME_LENGTH = 255;

const isDigit = (c: string | undefined): boolean => c !== undefined && c >= '0' && c <= '9';
const isWordCharacter = (c: string): boolean =>
  (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c === '_';

/** Rules of a node name (`rmw_validate_node_name`). Null if the name is valid. */
export function nodeNameProblem(name: string): NameProblem | null {
  if (name.length === 0) return { rule: 'node name must not be empty', index: 0 };
  for (let i = 0; i < name.length; i++) {
    if (isWordCharacter(name[i] as string)) continue;
    const rule = "node name must not contain characters other than alphanumerics or '_'";
    return { rule, index: i };
  }
  if (isDigit(name[0])) return { rule: 'node name must not start with a number', index: 0 };
  if (name.length > MAX_NODE_NAME_LENGTH) {
    return {
      rule: `node name length should not exceed '${MAX_NODE_NAME_LENGTH}'`,
      index: MAX_NODE_NAME_LENGTH - 1,
    };
  }
  return null;
}

/** Rules of a fully qualified topic or service name (`rmw_validate_full_topic_name`). */
export function fullTopicNameProblem(name: string): NameProblem | null {
  const problem = absoluteNameProblem(name, 'topic name', "topic name must not end with a '/'");
  if (problem !== null) return problem;
  if (name.length > MAX_TOPIC_LENGTH) {
    return {
      rule: `topic length should not exceed '${MAX_TOPIC_LENGTH}'`,
      index: MAX_TOPIC_LENGTH - 1,
    };
  }
  return null;
}

/** Rules of a namespace (`rmw_validate_namespace`). */
export function namespaceProblem(name: string): NameProblem | null {
  if (name === '/') return null;
  const endRule = "namespace must not end with a '/', unless only a '/'";
  const problem = absoluteNameProblem(name, 'namespace', endRule);
  if (problem !== null) return problem;
  if (name.length > MAX_NAMESPACE_LENGTH) {
    return {
      rule: `namespace should not exceed '${MAX_NAMESPACE_LENGTH}'`,
      index: MAX_NAMESPACE_LENGTH - 1,
    };
  }
  return null;
}

function absoluteNameProblem(name: string, what: string, endRule: string): NameProblem | null {
  if (name.length === 0) return { rule: `${what} must not be empty`, index: 0 };
  if (name[0] !== '/') {
    return { rule: `${what} must be absolute, it must lead with a '/'`, index: 0 };
  }
  if (name.endsWith('/')) return { rule: endRule, index: name.length - 1 };
  for (let i = 0; i < name.length; i++) {
    const c = name[i] as string;
    if (c === '/' || isWordCharacter(c)) continue;
    const rule = `${what} must not contain characters other than alphanumerics, '_', or '/'`;
    return { rule, index: i };
  }
  for (let i = 1; i < name.length; i++) {
    if (name[i - 1] !== '/') continue;
    if (name[i] === '/') return { rule: `${what} must not contain repeated '/'`, index: i };
    if (isDigit(name[i])) {
      return { rule: `${what} must not have a token that starts with a number`, index: i };
    }
  }
  return null;
}

const TOPIC = {
  empty: 'topic name must not be empty string',
  endsWithSlash: 'topic name must not end with a forward slash',
  characters:
    "topic name must not contain characters other than alphanumerics, '_', '~', '{', or '}'",
  token: 'topic name token must not start with a number',
  brace: "topic name must not have unmatched (unbalanced) curly braces '{}'",
  tilde: "topic name must not have tilde '~' unless it is the first character",
  tildeAlone: "topic name must not have a tilde '~' that is not followed by a forward slash '/'",
  substitution: "substitution name must not contain characters other than alphanumerics or '_'",
  substitutionNumber: 'substitution name must not start with a number',
} as const;

/** Rules of a topic or service name before expansion (`rcl_validate_topic_name`). */
export function topicNameProblem(name: string): NameProblem | null {
  if (name.length === 0) return { rule: TOPIC.empty, index: 0 };
  if (isDigit(name[0])) return { rule: TOPIC.token, index: 0 };
  if (name.endsWith('/')) return { rule: TOPIC.endsWithSlash, index: name.length - 1 };
  const problem = topicCharacterProblem(name);
  if (problem !== null) return problem;
  for (let i = 0; i < name.length - 1; i++) {
    if (name[i] === '/') {
      if (isDigit(name[i + 1])) return { rule: TOPIC.token, index: i + 1 };
    } else if (i === 1 && name[0] === '~') {
      return { rule: TOPIC.tildeAlone, index: 1 };
    }
  }
  return null;
}

function topicCharacterProblem(name: string): NameProblem | null {
  let opening = -1;
  for (let i = 0; i < name.length; i++) {
    const c = name[i] as string;
    const inside = opening >= 0;
    if (isWordCharacter(c)) {
      if (inside && isDigit(c) && i === opening + 1) {
        return { rule: TOPIC.substitutionNumber, index: i };
      }
    } else if (c === '~') {
      if (i !== 0) return { rule: TOPIC.tilde, index: i };
    } else if (c === '}') {
      if (!inside) return { rule: TOPIC.brace, index: i };
      opening = -1;
    } else if (inside) {
      return { rule: TOPIC.substitution, index: i };
    } else if (c === '{') {
      opening = i;
    } else if (c !== '/') {
      return { rule: TOPIC.characters, index: i };
    }
  }
  return opening >= 0 ? { rule: TOPIC.brace, index: opening } : null;
}
