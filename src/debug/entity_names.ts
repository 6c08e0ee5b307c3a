/** The parts of an entity's name in a trace. */
export interface EntityNames {
  readonly node: string;
  /** e.g. `subscription`. */
  readonly kind: string;
  /** Topic, service, or e.g. `timer#3`. */
  readonly name: string;
}

/** `/robot/filter subscription /scan` in its parts. */
export function splitEntityName(text: string): EntityNames {
  const [node = '', kind = '', ...name] = text.split(' ');
  return { node, kind, name: name.join(' ') };
}
