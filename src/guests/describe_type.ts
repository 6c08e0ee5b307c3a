import {
  describeMessage,
  type InterfaceKind,
  type TypeDescription,
  type TypeRegistry,
} from '../interfaces/index.js';

/** A type as `GetTypeDescription` describes it. */
interface TypeDescriptionAnswer {
  readonly hash: string;
  readonly type: TypeDescription;
  readonly referenced: readonly TypeDescription[];
  /** Name, encoding and text of each definition that has a file. */
  readonly sources: readonly (readonly [name: string, encoding: string, text: string])[];
}

/** Describes a type for `GetTypeDescription`; `null` if there is none of that name. */
export function describeType(types: TypeRegistry, name: string): TypeDescriptionAnswer | null {
  const kind = name.split('/')[1];
  if (!isKind(kind) || !types.has(name, kind)) return null;
  const type =
    kind === 'srv'
      ? types.service(name)
      : kind === 'action'
        ? types.action(name)
        : types.message(name);
  const { description, referenced } = 'described' in type ? type.described : describeMessage(type);
  const names = [...referenced.keys()].sort((a, b) => (a < b ? -1 : 1));
  const files = names.filter((each) => each.includes('/msg/') && types.has(each));
  return {
    hash: type.hash,
    type: description,
    referenced: names.map((each) => referenced.get(each)!),
    sources: [
      [name, kind, type.definition],
      ...files.map((each) => [each, 'msg', types.message(each).definition] as const),
    ],
  };
}

function isKind(kind: string | undefined): kind is InterfaceKind {
  return kind === 'msg' || kind === 'srv' || kind === 'action';
}
