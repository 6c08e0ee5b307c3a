/**
 * Node's functions that every `require` goes through. Programs replace them, mostly in good faith (mocks, aliases,
 * compilers); Orrery's own code must not get what these return.
 */
import { type Replacement, replacedOf, withOriginals } from '../intrinsics.js';
import { describeReplacement } from '../realm_watch.js';
import { commonJs } from './patch_common_js.js';

const NAMES = '_load _resolveFilename _resolveLookupPaths _findPath _nodeModulePaths'.split(' ');
const METHODS = 'require load _compile'.split(' ');

const { getOwnPropertyDescriptor, keys } = Object;

let replaced: (() => Replacement[]) | undefined;

/** From now on, what differs is the doing of a program. */
export function noteLoader(): void {
  const methods = commonJs.prototype as object;
  const extensions = commonJs._extensions;
  const places = [
    ...NAMES.map((key) => ({ name: `Module.${key}`, holder: commonJs as object, key })),
    ...METHODS.map((key) => ({ name: `Module.prototype.${key}`, holder: methods, key })),
    ...keys(extensions).map((key) => {
      return { name: `Module._extensions['${key}']`, holder: extensions as object, key };
    }),
  ];
  const properties = places.map((place) => {
    return { ...place, before: getOwnPropertyDescriptor(place.holder, place.key) };
  });
  replaced = () => replacedOf(properties);
}

/** The functions may be those of another loader. */
export function forgetLoader(): void {
  replaced = undefined;
}

/** Loads something for Orrery, whatever programs have made of `require`. */
export function withOwnLoader<T>(load: () => T): T {
  const now = replaced?.() ?? [];
  return now.length === 0 ? load() : withOriginals(now, load);
}

/** What programs have replaced, e.g. `Module._load (now () => ({}))`; undefined if nothing. */
export function replacedLoader(): string | undefined {
  const now = replaced?.() ?? [];
  return now.length === 0 ? undefined : now.map(describeReplacement).join(', ');
}
