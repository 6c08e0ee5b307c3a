/** A literal of a filter expression. */
export type FilterValue = string | number | bigint | boolean;

/** A field's path from the message, or a literal. */
export type FilterOperand =
  | { readonly kind: 'field'; readonly path: readonly (string | number)[] }
  | { readonly kind: 'literal'; readonly value: FilterValue };

/** The comparison operators of the DDS filter language. */
export type FilterOperator = '=' | '<>' | '<' | '<=' | '>' | '>=';

/** A parsed filter expression. */
export type FilterNode =
  | { readonly kind: 'and' | 'or'; readonly left: FilterNode; readonly right: FilterNode }
  | { readonly kind: 'not'; readonly operand: FilterNode }
  | {
      readonly kind: 'compare';
      readonly operator: FilterOperator;
      readonly left: FilterOperand;
      readonly right: FilterOperand;
    }
  | { readonly kind: 'like'; readonly left: FilterOperand; readonly right: FilterOperand }
  | {
      readonly kind: 'between';
      readonly operand: FilterOperand;
      readonly low: FilterOperand;
      readonly high: FilterOperand;
    };

/** Whether a message fulfils the expression. A field that the message lacks fulfils no predicate. */
export function evaluateFilter(node: FilterNode, message: object): boolean {
  switch (node.kind) {
    case 'and':
      return evaluateFilter(node.left, message) && evaluateFilter(node.right, message);
    case 'or':
      return evaluateFilter(node.left, message) || evaluateFilter(node.right, message);
    case 'not':
      return !evaluateFilter(node.operand, message);
    case 'compare': {
      const order = compare(operandValue(node.left, message), operandValue(node.right, message));
      return order !== undefined && holds(node.operator, order);
    }
    case 'like': {
      const text = operandValue(node.left, message);
      const pattern = operandValue(node.right, message);
      return typeof text === 'string' && typeof pattern === 'string' && like(text, pattern);
    }
    case 'between': {
      const value = operandValue(node.operand, message);
      const low = compare(value, operandValue(node.low, message));
      const high = compare(value, operandValue(node.high, message));
      return low !== undefined && high !== undefined && low >= 0 && high <= 0;
    }
  }
}

function operandValue(operand: FilterOperand, message: object): unknown {
  if (operand.kind === 'literal') return operand.value;
  let value: unknown = message;
  for (const step of operand.path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/**
 * Negative, zero or positive if left is less, equal or greater; undefined if the two cannot be compared.
 */
function compare(left: unknown, right: unknown): number | undefined {
  if (typeof left === 'string' && typeof right === 'string') {
    return left < right ? -1 : left > right ? 1 : 0;
  }
  const a = numeric(left);
  const b = numeric(right);
  if (a === undefined || b === undefined) return undefined;
  if (a < b) return -1;
  if (a > b) return 1;
  // The operators compare bigint with number exactly; any other case is NaN.
  return a >= b ? 0 : undefined;
}

function numeric(value: unknown): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  return typeof value === 'boolean' ? Number(value) : undefined;
}

function holds(operator: FilterOperator, order: number): boolean {
  switch (operator) {
    case '=':
      return order === 0;
    case '<>':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

/**
 * SQL's LIKE: `%` (or `*`) matches any text, `_` (or `?`) any character. Takes linear time for a single `%`.
 */
function like(text: string, pattern: string): boolean {
  let t = 0;
  let p = 0;
  let star = -1;
  let resume = 0;
  while (t < text.length) {
    const c = pattern[p];
    if (c === '%' || c === '*') {
      star = p++;
      resume = t;
    } else if (c !== undefined && (c === '_' || c === '?' || c === text[t])) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (pattern[p] === '%' || pattern[p] === '*') p++;
  return p === pattern.length;
}
