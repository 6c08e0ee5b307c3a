/**
 * Plain data as JSON and back without loss. What JSON lacks becomes an object with one key: a bigint is
 * `{"$bigint": "12"}`, NaN, infinities and -0 are `{"$number": "Infinity"}`, an undefined array item
 * is `{"$undefined": true}`, a map `{"$map": [[key, value], …]}`, a set `{"$set": […]}`, and an object
 * whose only key begins with `$` is wrapped in `{"$object": …}`. Undefined members are left out.
 */
export function toExactJson(value: unknown): unknown {
  switch (typeof value) {
    case 'bigint':
      return { $bigint: value.toString() };
    case 'number':
      return isJsonNumber(value) ? value : { $number: Object.is(value, -0) ? '-0' : String(value) };
    case 'undefined':
      return { $undefined: true };
    case 'object':
      return value === null ? null : objectToJson(value);
    default:
      return value;
  }
}

/** Reads the output of {@link toExactJson}. */
export function fromExactJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(fromExactJson);
  const members = Object.entries(value);
  const [only] = members;
  if (members.length === 1 && only![0].startsWith('$')) return special(only![0], only![1]);
  return objectOf(members.map(([key, member]) => [key, fromExactJson(member)]));
}

function isJsonNumber(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0);
}

function objectToJson(value: object): unknown {
  if (Array.isArray(value)) return Array.from(value, toExactJson);
  if (value instanceof Map) return { $map: toExactJson([...value]) };
  if (value instanceof Set) return { $set: toExactJson([...value]) };
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const object = objectOf(members.map(([key, member]) => [key, toExactJson(member)]));
  const isSpecial = members.length === 1 && members[0]![0].startsWith('$');
  return isSpecial ? { $object: object } : object;
}

function special(key: string, content: unknown): unknown {
  switch (key) {
    case '$bigint':
      return BigInt(String(content));
    case '$number':
      return Number(content);
    case '$undefined':
      return undefined;
    case '$map':
      return new Map(fromExactJson(content) as [unknown, unknown][]);
    case '$set':
      return new Set(fromExactJson(content) as unknown[]);
    default: {
      const members = Object.entries(content as object);
      return objectOf(members.map(([name, member]) => [name, fromExactJson(member)]));
    }
  }
}

/** Like an object literal, also for a key `__proto__`. */
function objectOf(members: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(members);
}
