import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { real } from '../real.js';
import { type ImportRequest, importOf, type MappedModules, ModuleHooks } from './module_hooks.js';

// Captured at load time.
const isOfNode = isBuiltin;
const { realpathSync, statSync } = real.fs;

/** Answers, in the thread of the run, what Node asks about most modules of users: where they are and what they say. */
export class ThreadAnswers {
  readonly #hooks: ModuleHooks;

  constructor(modules: MappedModules, note: (loaded: string) => void) {
    this.#hooks = new ModuleHooks(modules, note);
  }

  /** Undefined if only Node can answer, or if there is something to complain about, which the hooks do. */
  answer(method: string, args: readonly unknown[]): object | undefined {
    try {
      if (method === 'resolve') return this.#resolve(...(args as [string, string | undefined]));
      return method === 'load' ? this.#load(args[0] as string) : undefined;
    } catch {
      return undefined;
    }
  }

  #resolve(specifier: string, parentURL: string | undefined): object | undefined {
    const request = importOf(specifier, parentURL);
    const found = this.#hooks.find(request);
    const url = 'url' in found ? found.url : certain(found.asked, request);
    return url === undefined ? undefined : { url: this.#hooks.own(url, request) };
  }

  #load(url: string): object | undefined {
    const read = this.#hooks.read(url);
    return 'source' in read ? { ...read, responseURL: url } : undefined;
  }
}

/** Where Node certainly finds what is asked for: in itself, or in the file with exactly that name. */
function certain(asked: string, { parentURL }: ImportRequest): string | undefined {
  if (isOfNode(asked)) return asked.startsWith('node:') ? asked : `node:${asked}`;
  if (!/^(?:file:|\.{0,2}\/)/.test(asked)) return undefined;
  const { href, hash, search } = new URL(asked, parentURL);
  if (hash !== '' || (search !== '' && !search.startsWith('?orrery-process='))) return undefined;
  const file = fileURLToPath(href);
  const isItself = /\.[cm]?[jt]sx?$/.test(file) && realpathSync.native(file) === file;
  return isItself && statSync(file).isFile() ? href : undefined;
}
