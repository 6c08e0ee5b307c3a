/** The definitions of our own, one file per package. */
import { std_srvs } from './std_srvs.js';

const PACKAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  std_srvs,
};

/** Text by full name. */
export const OWN_DEFINITIONS: ReadonlyMap<string, string> = new Map(
  Object.entries(PACKAGES).flatMap(([pkg, definitions]) =>
    Object.entries(definitions).map(([name, text]) => [`${pkg}/${name}`, `${text}\n`] as const),
  ),
);

/** Packages with definitions of our own. */
export const OWN_PACKAGES: readonly string[] = Object.keys(PACKAGES);
