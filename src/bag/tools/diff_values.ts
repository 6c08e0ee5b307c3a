/** When two numbers count as equal: |a - b| <= absolute + relative * max(|a|, |b|). */
export interface Tolerance {
  readonly absolute: number;
  readonly relative: number;
}

/** Called for each field that differs, with its path (`pose.position.x`, `points[3].y`). */
export type FieldVisitor = (path: string, a: unknown, b: unknown) => void;

function equalNumbers(a: number, b: number, tolerance: Tolerance): boolean {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true;
  const allowed = tolerance.absolute + tolerance.relative * Math.max(Math.abs(a), Math.abs(b));
  return Math.abs(a - b) <= allowed;
}

function isArrayLike(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/** Compares two decoded values of one type field by field. */
export function diffValues(
  a: unknown,
  b: unknown,
  tolerance: Tolerance,
  visit: FieldVisitor,
  path = '',
): void {
  if (typeof a === 'number' && typeof b === 'number') {
    if (!equalNumbers(a, b, tolerance)) visit(path, a, b);
  } else if (isArrayLike(a) && isArrayLike(b)) {
    if (a.length !== b.length) visit(`${path}.length`, a.length, b.length);
    const length = Math.min(a.length, b.length);
    for (let index = 0; index < length; index++) {
      if (a[index] !== b[index])
        diffValues(a[index], b[index], tolerance, visit, `${path}[${index}]`);
    }
  } else if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
    const other = b as Record<string, unknown>;
    for (const [key, value] of Object.entries(a)) {
      diffValues(value, other[key], tolerance, visit, path === '' ? key : `${path}.${key}`);
    }
  } else if (a !== b) {
    visit(path, a, b);
  }
}

/** `points[3].y` and `points[7].y` are the same field of different elements. */
export function fieldOf(path: string): string {
  return path.replace(/\[\d+\]/g, '[]');
}
