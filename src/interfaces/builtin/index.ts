/**
 * The built-in definitions: messages from the installed package `@foxglove/rosmsg-msgs-common`,
 * everything it lacks from texts of our own.
 *
 * The raw `.msg` files of that package are read from its folder when a type is first used. They are
 * part of the published package and it is an ordinary dependency, so this works from an installed
 * `dist/` without a generated copy, costs nothing at start, and keeps what its parsed exports lose
 * (builtin Time and Duration, `byte` and `char`).
 */

import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  type DefinitionSource,
  type DefinitionText,
  listKind,
  readText,
} from '../definition_source.js';
import type { InterfaceName } from '../names.js';
import { OWN_DEFINITIONS, OWN_PACKAGES } from './own.js';

/** ROS 2 distributions by name. */
export type Distro = 'humble' | 'iron' | 'jazzy' | 'kilted' | 'lyrical' | 'rolling';

/** The folder of messages for each distribution; the newest there is stands for newer ones. */
const FOLDER: Readonly<Record<Distro, string>> = {
  humble: 'ros2humble',
  iron: 'ros2iron',
  jazzy: 'ros2jazzy',
  kilted: 'ros2jazzy',
  lyrical: 'ros2jazzy',
  rolling: 'ros2jazzy',
};

let root: string | undefined;

/** Contents of files of the installed package, which does not change while this thread lives, by name. */
const texts = new Map<string, string | undefined>();

function definitionsRoot(): string {
  root ??= join(
    dirname(createRequire(import.meta.url).resolve('@foxglove/rosmsg-msgs-common/package.json')),
    'msgdefs',
  );
  return root;
}

/** See the file's comment. */
export class BuiltinSource implements DefinitionSource {
  readonly #folder: string;

  constructor(distro: Distro) {
    this.#folder = FOLDER[distro];
  }

  find(name: InterfaceName): DefinitionText | undefined {
    if (name.kind === 'msg') {
      const file = join(definitionsRoot(), this.#folder, name.package, 'msg', `${name.name}.msg`);
      const text = textOf(file);
      if (text !== undefined) return { text, file };
    }
    const text = OWN_DEFINITIONS.get(name.full);
    return text === undefined ? undefined : { text };
  }

  packages(): string[] {
    return [...readdirSync(join(definitionsRoot(), this.#folder)), ...OWN_PACKAGES];
  }

  interfaces(pkg: string): string[] {
    const own = [...OWN_DEFINITIONS.keys()].filter((full) => full.startsWith(`${pkg}/`));
    return [...listKind(join(definitionsRoot(), this.#folder, pkg), pkg, 'msg'), ...own];
  }
}

/** A thread that makes many runs reads each file once. */
function textOf(file: string): string | undefined {
  if (!texts.has(file)) {
    const text = readText(file);
    texts.set(file, text === undefined ? undefined : withoutDependencies(text));
  }
  return texts.get(file);
}

/** The files carry the definitions they refer to behind lines of `=`. */
function withoutDependencies(text: string): string {
  const end = text.search(/^={5,}/m);
  return end < 0 ? text : text.slice(0, end);
}
