import { promiseHooks } from 'node:v8';
import { type StackPlace, userPlaceIn } from '../stack_place.js';

/** The hook, what Node calls it by, and the code that made the promise. */
const FRAMES = 6;

// Captured at load time: the guard reports programs that use it.
const { onInit } = promiseHooks;

/**
 * Where modules that are being evaluated wait: the engine makes a promise for every `await`, in
 * whose stack the body of the module stands first. Costs microseconds per promise, so that it is
 * to be on only while a module is evaluated, and not while Node reads what it imports.
 */
export class TopLevelAwaits {
  /** By file: the place that it came to last, unread. */
  readonly #places = new Map<string, { readonly stack?: string }>();
  #users = 0;
  #stop: (() => void) | undefined;

  /** Begins to look; {@link leave} is to be called as often. */
  enter(): void {
    if (this.#users++ > 0) return;
    this.#stop = onInit((_promise, parent) => {
      // What is awaited has a promise of its own, to which that of the `await` belongs.
      if (parent !== undefined) this.#note();
    }) as () => void;
  }

  leave(): void {
    if (--this.#users === 0) this.#stop?.();
  }

  /** Where the module of this file was seen last; else the module that came last of all. */
  placeIn(file: string): StackPlace | undefined {
    const places = [...this.#places.values()].map(({ stack }) => userPlaceIn(stack));
    return places.find((place) => place?.file === file) ?? places.at(-1);
  }

  #note(): void {
    const site = siteOfCaller();
    if (site === undefined || !isModuleBody(site)) return;
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = FRAMES;
    const place: { readonly stack?: string } = {};
    Error.captureStackTrace(place);
    Error.stackTraceLimit = stackTraceLimit;
    const url = site.getFileName() ?? '';
    this.#places.delete(url);
    this.#places.set(url, place);
  }
}

function siteOfCaller(): NodeJS.CallSite | undefined {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = FRAMES;
  Error.prepareStackTrace = (_error, sites) => sites;
  const taken: { readonly stack?: readonly NodeJS.CallSite[] } = {};
  Error.captureStackTrace(taken, siteOfCaller);
  const site = taken.stack?.find((each) => !isOfHook(each.getFileName() ?? 'node:'));
  Error.prepareStackTrace = prepareStackTrace;
  Error.stackTraceLimit = stackTraceLimit;
  return site;
}

const isOfHook = (file: string): boolean => file.startsWith('node:') || file === import.meta.url;

/** Functions begin somewhere in a file, its own code at the beginning. */
function isModuleBody(site: NodeJS.CallSite): boolean {
  const isFile = site.getFileName()?.startsWith('file:') ?? false;
  if (!isFile || site.getFunctionName() !== null) return false;
  return site.getEnclosingLineNumber() === 1 && site.getEnclosingColumnNumber() === 1;
}
