/**
 * Hooks of Node's ES module loader. Node runs this file in a separate thread, where nothing
 * is patched; `initialize` gets the data that it needs.
 */
import type { LoadHook, ResolveHook } from 'node:module';
import type { MessagePort } from 'node:worker_threads';
import { importOf, type MappedModules, ModuleHooks } from './module_hooks.js';

/** The data that the guarded thread sends to the hooks. */
export interface EsmHookData {
  readonly modules: MappedModules;
  /** Receives every loaded file, and the URL of each of Node's modules that is imported. */
  readonly loaded: MessagePort;
}

let hooks: ModuleHooks | undefined;

export function initialize({ modules, loaded }: EsmHookData): void {
  loaded.unref();
  hooks = new ModuleHooks(modules, (each) => loaded.postMessage(each));
}

/** Imports of a user module belong to the same simulated process as the module itself. */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const request = importOf(specifier, context.parentURL);
  const found = hooks!.find(request);
  const { parentURL } = request;
  const result =
    'url' in found
      ? { ...found, shortCircuit: true }
      : await nextResolve(found.asked, { ...context, parentURL });
  return { ...result, url: hooks!.own(result.url, request) };
};

export const load: LoadHook = async (url, context, nextLoad) => {
  const read = hooks!.read(url);
  if ('source' in read) return { ...read, shortCircuit: true };
  return nextLoad(url, { ...context, ...read });
};
