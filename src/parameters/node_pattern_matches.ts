/** A fully qualified node name: `/ns/name`. */
const TOKEN = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * What is wrong with the node part of a parameter file; undefined if nothing is. Names, `*` (one token) and `**`
 * (any number of tokens) are allowed between slashes, but no wildcards within a name.
 */
export function nodePatternMistake(pattern: string): string | undefined {
  const tokens = pattern.replace(/^\//, '').split('/');
  for (const token of tokens) {
    if (token === '') return `The node name "${pattern}" has an empty part between slashes`;
    if (token === '*' || token === '**' || TOKEN.test(token)) continue;
    if (token.includes('*')) {
      return `The wildcard in "${pattern}" is only part of a name; use * or ** for a whole name`;
    }
    return `"${token}" in "${pattern}" is not a valid name for a node or namespace (letters, digits and _, not starting with a digit)`;
  }
  return undefined;
}

function matchFrom(
  tokens: readonly string[],
  at: number,
  names: readonly string[],
  from: number,
): boolean {
  if (at === tokens.length) return from === names.length;
  if (tokens[at] === '**') {
    for (let next = from; next <= names.length; next++) {
      if (matchFrom(tokens, at + 1, names, next)) return true;
    }
    return false;
  }
  if (from === names.length) return false;
  if (tokens[at] !== '*' && tokens[at] !== names[from]) return false;
  return matchFrom(tokens, at + 1, names, from + 1);
}

/** Neighbouring `**` mean the same as one; joining them keeps the match from exploding. */
function compact(tokens: readonly string[]): string[] {
  return tokens.filter((token, i) => token !== '**' || tokens[i - 1] !== '**');
}

/**
 * Whether the node part of a parameter file applies to a node, as in `rclcpp`: a missing leading
 * slash is added, `*` stands for one token and `**` for zero or more, so that a plain `node`
 * matches only `/node`, and `/ns/**` matches `/ns/a`, `/ns/b/c` and a node `/ns`.
 *
 * @param fullyQualifiedName e.g. `/robot1/controller`
 */
export function nodePatternMatches(pattern: string, fullyQualifiedName: string): boolean {
  const tokens = compact(pattern.replace(/^\//, '').split('/'));
  const names = fullyQualifiedName.replace(/^\//, '').split('/');
  return matchFrom(tokens, 0, names, 0);
}
