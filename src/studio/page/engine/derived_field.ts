/** Numbers derived from several fields of a message: the length of a vector, the angles of a rotation. */

const DERIVED = /^(norm|yaw|pitch|roll)\((.*)\)$/;

interface Rotation {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

/** What can be derived from a value with components, e.g. `norm(twist.twist.linear)`. */
export function derivedFields(path: string, value: object): string[] {
  const { x, y, w } = value as Partial<Rotation>;
  if (path === '' || typeof x !== 'number' || typeof y !== 'number') return [];
  if (w === undefined) return [`norm(${path})`];
  return ['yaw', 'pitch', 'roll'].map((angle) => `${angle}(${path})`);
}

/** Where a field's value is in a message, and how to make a number of it. */
export function fieldReader(field: string): {
  readonly names: readonly string[];
  read(value: unknown): number;
} {
  const [, how, inner] = DERIVED.exec(field) ?? [];
  const names = (inner ?? field).split(/[.[\]]+/).filter((name) => name !== '');
  if (how === undefined) return { names, read: numberOf };
  const read = how === 'norm' ? normOf : (value: unknown) => angleOf(how, value as Rotation);
  return {
    names,
    read: (value) => (typeof value === 'object' && value ? read(value) : Number.NaN),
  };
}

function numberOf(value: unknown): number {
  return typeof value === 'object' || value === undefined ? Number.NaN : Number(value);
}

function normOf(value: object): number {
  const { x, y, z = 0 } = value as { x: number; y: number; z?: number };
  return Math.hypot(x, y, z);
}

/** An angle of a rotation in rad: about z, then y, then x, as in tf2. */
export function angleOf(which: string, { x, y, z, w }: Rotation): number {
  if (which === 'yaw') return Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
  if (which === 'roll') return Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y));
  return Math.asin(Math.min(1, Math.max(-1, 2 * (w * y - z * x))));
}
