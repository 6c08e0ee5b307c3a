/**
 * The built-in definitions: messages from the installed package `@foxglove/rosmsg-msgs-common`,
 * everything that the package lacks from texts of our own.
 *
 * The raw `.msg` files of that package are read from its folder when a type is first used. The
 * files are part of the published package, an ordinary dependency, so reading them works from an
 * installed `dist/` without a generated copy, costs nothing at start, and keeps what the package's
 * parsed exports lose (builtin Time and Duration, `byte` and `char`).
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

/** The folder of messages for each distribution; the newest folder serves all newer distributions. */
const FOLDER: Readonly<Record<Distro, string>> = {
  humble: 'ros2humble',
  iron: 'ros2iron',
  jazzy: 'ros2jazzy',
  kilted: 'ros2jazzy',
  lyrical: 'ros2jazzy',
  rolling: 'ros2jazzy',
};

/** Found at load time: a program may replace what looks for packages. */
const ROOT = join(
  dirname(createRequire(import.meta.url).resolve('@foxglove/rosmsg-msgs-common/package.json')),
  'msgdefs',
);

/**
 * Definitions by their file in the installed package: they do not change while this thread lives, so a thread
 * that makes many runs reads and parses each once.
 */
const definitions = new Map<string, DefinitionText | undefined>();

/** See the file's comment. */
export class BuiltinSource implements DefinitionSource {
  readonly #folder: string;

  constructor(distro: Distro) {
    this.#folder = FOLDER[distro];
  }

  find(name: InterfaceName): DefinitionText | undefined {
    if (name.kind === 'msg') {
      const file = join(ROOT, this.#folder, name.package, 'msg', `${name.name}.msg`);
      const found = definition(file, () => textOf(file));
      if (found !== undefined) return found;
    }
    return OWN_DEFINITIONS.get(name.full);
  }

  packages(): string[] {
    return [...readdirSync(join(ROOT, this.#folder)), ...OWN_PACKAGES];
  }

  interfaces(pkg: string): string[] {
    const own = [...OWN_DEFINITIONS.keys()].filter((full) => full.startsWith(`${pkg}/`));
    return [...listKind(join(ROOT, this.#folder, pkg), pkg, 'msg'), ...own];
  }
}

function definition(key: string, make: () => DefinitionText | undefined) {
  let found = definitions.get(key);
  if (found === undefined && !definitions.has(key)) {
    found = make();
    definitions.set(key, found);
  }
  return found;
}

function textOf(file: string): DefinitionText | undefined {
  const text = readText(file);
  return text === undefined ? undefined : { text: withoutDependencies(text), file };
}

/** Removes the dependencies, which the files carry after lines of `=`. */
function withoutDependencies(text: string): string {
  const end = text.search(/^={5,}/m);
  return end < 0 ? text : text.slice(0, end);
}
