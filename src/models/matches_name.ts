/**
 * Whether a name matches a pattern: `*` stands for any part of one segment between slashes, `**` for any number of
 * segments. `/robot/*` matches `/robot/planner`; `/**` and `*` match every absolute name.
 */
export function matchesName(pattern: string, name: string): boolean {
  if (pattern === '*' || pattern === '/**' || pattern === name) return true;
  if (!pattern.includes('*')) return false;
  return expression(pattern).test(name);
}

const expressions = new Map<string, RegExp>();

function expression(pattern: string): RegExp {
  let compiled = expressions.get(pattern);
  if (compiled === undefined) {
    const source = pattern
      .split('**')
      .map((part) =>
        part
          .split('*')
          .map((text) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
          .join('[^/]*'),
      )
      .join('.*');
    compiled = new RegExp(`^${source}$`);
    expressions.set(pattern, compiled);
  }
  return compiled;
}

/** Whether a name matches one of the patterns. */
export function matchesAny(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matchesName(pattern, name));
}
