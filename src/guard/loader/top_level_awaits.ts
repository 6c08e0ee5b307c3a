import { promiseHooks } from 'node:v8';
import { type StackPlace, userPlaceIn } from '../stack_place.js';

/** The hook, what Node calls it by, and the code that made the promise. */
const FRAMES = 6;

// Captured at load time: the guard reports programs that use it.
const { onInit } = promiseHooks;
const Weak = WeakRef;

/** An `await`: its place, unread, and what is awaited. */
interface Wait {
  readonly stack?: string;
  readonly awaited?: WeakRef<object>;
}

/**
 * Where modules wait during their evaluation: the engine makes a promise for every `await`, whose
 * stack starts with the body of the module. Costs microseconds per promise, so it must be on only
 * while a module is evaluated, and not while Node reads its imports.
 */
export class TopLevelAwaits {
  /** The latest place in each file; its stack has not been read yet. */
  readonly #places = new Map<string, Wait>();
  #users = 0;
  #stop: (() => void) | undefined;

  /** Begins to watch; call {@link leave} equally often. */
  enter(): void {
    if (this.#users++ > 0) return;
    this.#stop = onInit((_promise, parent) => {
      // The awaited value has a promise of its own, the parent of the promise of the `await`.
      if (parent !== undefined) this.#note(parent);
    }) as () => void;
  }

  leave(): void {
    if (--this.#users === 0) this.#stop?.();
  }

  /** The latest place in the module of this file; if there is none, the latest place in any module. */
  placeIn(file: string): StackPlace | undefined {
    const places = [...this.#places.values()].map(({ stack }) => userPlaceIn(stack));
    return places.find((place) => place?.file === file) ?? places.at(-1);
  }

  /**
   * Whether nothing refers any more to what the module of this file was seen to await; it is to be asked after
   * a collection of everything that is not needed.
   */
  isLost(file: string): boolean {
    const waits = [...this.#places.values()];
    return waits.some(({ stack, awaited }) => {
      return userPlaceIn(stack)?.file === file && awaited?.deref() === undefined;
    });
  }

  #note(awaited: object): void {
    const site = siteOfCaller();
    if (site === undefined || !isModuleBody(site)) return;
    const { stackTraceLimit } = Error;
    Reflect.set(Error, 'stackTraceLimit', FRAMES);
    const place: Wait = { awaited: new Weak(awaited) };
    Error.captureStackTrace(place);
    Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
    const url = site.getFileName() ?? '';
    this.#places.delete(url);
    this.#places.set(url, place);
  }
}

function siteOfCaller(): NodeJS.CallSite | undefined {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Reflect.set(Error, 'stackTraceLimit', FRAMES);
  Reflect.set(Error, 'prepareStackTrace', (_error, sites) => sites);
  const taken: { readonly stack?: NodeJS.CallSite[] | string } = {};
  Error.captureStackTrace(taken, siteOfCaller);
  // It is a text if a program has frozen `Error`.
  const sites = Array.isArray(taken.stack) ? taken.stack : [];
  const site = sites.find((each) => !isOfHook(each.getFileName() ?? 'node:'));
  Reflect.set(Error, 'prepareStackTrace', prepareStackTrace);
  Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
  return site;
}

const isOfHook = (file: string): boolean => file.startsWith('node:') || file === import.meta.url;

/** Whether a frame is the body of a module: functions begin somewhere in a file, its body at the beginning. */
function isModuleBody(site: NodeJS.CallSite): boolean {
  const isFile = site.getFileName()?.startsWith('file:') ?? false;
  if (!isFile || site.getFunctionName() !== null) return false;
  return site.getEnclosingLineNumber() === 1 && site.getEnclosingColumnNumber() === 1;
}
